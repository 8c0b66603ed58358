import { isServerStateError } from '#server/db/server-state-error.ts';
import { AppError, fieldError } from './app-error.ts';

const unavailableCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT']);
/** Statement cancelled, lock not available, serialization failure, deadlock. */
const busyCodes = new Set(['57014', '55P03', '40001', '40P01']);
const unavailableMessages = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error',
  'Cannot use a pool after calling end',
];

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/**
 * Maps an unexpected database error to a failure for the caller: 503 while the database is unreachable or overloaded,
 * 507 when its disk is full, 409 for a duplicate. Undefined for anything else, which is a bug.
 */
export function asDatabaseFailure(error: unknown): AppError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const failure = translate(cause);
    if (failure) return failure;
  }
  return undefined;
}

function translate(cause: Error): AppError | undefined {
  const code = codeOf(cause);
  if (code === '53100' || code === 'ENOSPC') return new AppError('storage.full', { cause });
  if (code === '23505') return new AppError('record.duplicate', { cause });
  // Characters that the database cannot store, such as NUL.
  if (code === '22021' || code === '22P05') return new AppError('request.malformed', { cause });
  if (busyCodes.has(code)) return new AppError('server.busy', { cause, retryAfterSeconds: 1 });
  if (unavailableCodes.has(code) || isServerStateError(code) || isUnavailable(cause.message)) {
    return new AppError('server.unavailable', { cause, retryAfterSeconds: 2 });
  }
  return undefined;
}

/** Whether a write failed because another record has the same unique value. */
export function isDuplicate(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return codeOf(cause) === '23505';
}

/** For `catch` of a write: names the field whose value another record has. */
export const refuseDuplicate =
  (field: string, msg: string) =>
  (error: unknown): never => {
    throw isDuplicate(error) ? fieldError(field, msg, 'record.duplicate') : error;
  };

const isUnavailable = (message: string) => unavailableMessages.some((part) => message.includes(part));
