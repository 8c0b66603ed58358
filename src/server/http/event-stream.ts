import type { FastifyReply } from 'fastify';

/** An open response for server-sent events, all identical. */
export interface EventSink {
  /** Sends the event, which has no content. A connection whose reader is too slow is closed before it fills the memory. */
  ping(): void;
  /** Sends a comment, which keeps proxies from closing an idle connection. */
  heartbeat(): void;
  end(): void;
  /** Calls the listener once when the connection ends. */
  onClose(listener: () => void): void;
}

/** A stream handler returns this function; it receives the open connection. */
export type StreamAnswer = (sink: EventSink) => void;

/** The name stays: pages opened before an upgrade listen for it. */
const PING = 'event: reread\ndata: {}\n\n';
/** Bytes that may be buffered for a slow reader. */
const MAX_WAITING_BYTES = 64 * 1024;

/** Answers with an open stream that is neither cached nor buffered by a proxy. */
export function sendEvents(reply: FastifyReply, attach: StreamAnswer): void {
  reply.hijack();
  const { raw, request } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.setHeader('content-type', 'text/event-stream; charset=utf-8');
  raw.setHeader('cache-control', 'no-store');
  raw.setHeader('x-accel-buffering', 'no');
  raw.writeHead(200);
  const isGone = () => raw.destroyed || raw.writableEnded;
  const write = (text: string) => {
    if (isGone()) return;
    raw.write(text);
    if (raw.writableLength > MAX_WAITING_BYTES) raw.destroy();
  };
  attach({
    ping: () => write(PING),
    heartbeat: () => write(':\n\n'),
    end: () => raw.end(),
    onClose: (listener) => (isGone() ? listener() : raw.once('close', listener)),
  });
  // A HEAD request has no body to wait for.
  if (request.raw.method === 'HEAD') raw.end();
  else write(':\n\n');
}
