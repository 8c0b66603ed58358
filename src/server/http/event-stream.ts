import type { FastifyReply } from 'fastify';

/** An answer that stays open for server-sent events. */
export interface EventSink {
  /** Sends an event; a connection whose reader does not keep up is cut, since it would fill the memory. */
  send(event: StreamEvent): void;
  /** A comment, which keeps proxies from closing what looks idle. */
  beat(): void;
  end(): void;
  /** Called once, however the connection ends. */
  onClose(listener: () => void): void;
}

export interface StreamEvent {
  event: string;
  id?: number;
  data: unknown;
}

/** What a handler of a stream answers: it is given the open connection. */
export type StreamAnswer = (sink: EventSink) => void;

/** Bytes that may wait for a slow reader. */
const MAX_WAITING_BYTES = 64 * 1024;

/** Answers with an open stream: not stored, not buffered by a proxy in front. */
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
    send: (event) => write(textOf(event)),
    beat: () => write(':\n\n'),
    end: () => raw.end(),
    onClose: (listener) => (isGone() ? listener() : raw.once('close', listener)),
  });
  // The head alone is asked for: there is nothing to wait for.
  if (request.raw.method === 'HEAD') raw.end();
  else write(':\n\n');
}

function textOf({ event, id, data }: StreamEvent): string {
  // JSON has no line break outside of strings, and escapes those within.
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}
