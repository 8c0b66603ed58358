import type { Writable } from 'node:stream';
import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from './config.ts';

/** The longest text of a failure that says anything. */
const MAX_TEXT = 4_000;

/**
 * Failures as the log may say them. The database's client puts the values of a failed statement into message, stack and
 * fields of the error: they may be a person's data, a password's hash, or a file of megabytes.
 */
export function withoutValues(error: Error): unknown {
  const described: unknown = stdSerializers.err(error);
  return clean(described);
}

function clean(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replaceAll(/\nparams: [^]*?(?=\n {4}at |$)/g, '').slice(0, MAX_TEXT);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(clean);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'params' && key !== 'detail' && key !== 'raw')
      .map(([key, inner]) => [key, clean(inner)]),
  );
}

/** The server's log: JSON lines on stdout unless told otherwise. */
export function createLogger(level: LogLevel, destination = withoutWaiting(process.stdout)): Logger {
  return pino(
    { level, redact: ['req.headers.authorization'], serializers: { err: withoutValues } },
    destination,
  );
}

/** A few thousand lines. */
const MAX_UNREAD_BYTES = 2 * 1024 ** 2;

/**
 * Writes lines without ever waiting for whoever reads them: pino's own way of writing to stdout keeps all of it in memory
 * when that is a pipe which nobody empties, and does not let the process end. What comes on top of 2 MB that are unread is
 * dropped and counted; a line tells how many were, as soon as there is room.
 */
function withoutWaiting(stream: Writable): DestinationStream {
  let dropped = 0;
  // A reader that is gone takes the log with it, not the server.
  stream.on('error', () => undefined);
  return {
    write(line) {
      if (stream.writableLength > MAX_UNREAD_BYTES) {
        dropped += 1;
        return;
      }
      if (dropped > 0) {
        stream.write(
          `${JSON.stringify({ level: 40, time: Date.now(), dropped, msg: 'log lines dropped' })}\n`,
        );
        dropped = 0;
      }
      stream.write(line);
    },
  };
}
