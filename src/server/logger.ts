import type { Writable } from 'node:stream';
import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from './config/config.ts';

/** Longer error texts are truncated. */
const MAX_TEXT = 4_000;

/**
 * Serialises errors for the log without values. The database client puts the values of a failed statement into
 * message, stack and fields of the error: personal data, a password's hash, or a file of megabytes.
 */
function withoutValues(error: Error): unknown {
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

/** The server's log: JSON lines, by default on stdout. */
export function createLogger(level: LogLevel, destination = nonBlocking(process.stdout)): Logger {
  return pino(
    { level, redact: ['req.headers.authorization'], serializers: { err: withoutValues } },
    destination,
  );
}

/** A few thousand lines. */
const MAX_UNREAD_BYTES = 2 * 1024 ** 2;

/**
 * Writes lines without blocking. Pino's own stdout stream keeps everything in memory when nothing reads the pipe, and
 * prevents the process from exiting. Beyond 2 MB of unread output, lines are dropped; the next line written reports
 * how many.
 */
function nonBlocking(stream: Writable): DestinationStream {
  let dropped = 0;
  // When the reader disappears, only the log is lost.
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
