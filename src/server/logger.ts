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
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    redact: ['req.headers.authorization'],
    serializers: { err: withoutValues },
  };
  return destination ? pino(options, destination) : pino(options);
}
