import { errorCode } from '#server/system/file-errors.ts';
import { AppError } from '#server/http/app-error.ts';

/** Errors of a full or read-only disk, which only the operator can fix. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG']);

/** Runs work that writes files. Throws `storage.full` for a full or read-only disk. */
export async function withStorageErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fullCodes.has(errorCode(error) ?? '') ? new AppError('storage.full', { cause: error }) : error;
  }
}
