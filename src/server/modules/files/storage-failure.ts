import { errorCode } from '#server/system/file-errors.ts';
import { AppError } from '#server/http/app-error.ts';

/** Write failures that only the operator can fix. */
const full = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG']);

/** A disk failure as an error for the caller; other errors are returned unchanged. */
function asStorageFailure(error: unknown): unknown {
  return full.has(errorCode(error) ?? '') ? new AppError('storage.full', { cause: error }) : error;
}

/** Runs work that writes files; a full or read-only disk becomes `storage.full`. */
export async function writing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asStorageFailure(error);
  }
}
