import { errorCode } from '#server/file-errors.ts';
import { AppError } from '#server/http/app-error.ts';

/** What keeps a file from being written and only the operator can change. */
const full = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG']);

/** A failure of the disk as the caller may know it; anything else stays what it is. */
export function asStorageFailure(error: unknown): unknown {
  return full.has(errorCode(error) ?? '') ? new AppError('storage.full', { cause: error }) : error;
}

/** Does what writes files; a full or read-only disk becomes `storage.full`. */
export async function writing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asStorageFailure(error);
  }
}
