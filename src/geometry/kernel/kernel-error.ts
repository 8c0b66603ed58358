import { ReadingError } from '../model-reading.ts';

/**
 * The failure behind an exception of the kernel. Exhausted memory arrives as an exception of C++, as an aborted module
 * or as an array that cannot be allocated.
 */
export function readingErrorOf(error: unknown, messageOf: (error: unknown) => string): ReadingError {
  if (error instanceof ReadingError) return error;
  const isOutOfMemory = /out ?of ?memory|bad_alloc|OOM|enlarge memory|allocation failed/i.test(
    messageOf(error),
  );
  return new ReadingError(isOutOfMemory ? 'out-of-memory' : 'damaged', { cause: error });
}
