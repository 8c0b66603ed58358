import { vi } from 'vitest';
import {
  storeFile,
  findStoredFile,
  findStoredPicture,
  findStoredReading,
  findUploadId,
} from './model-store.ts';

/** The mocked store accepts every file, and returns only a picture. */
export function startEmptyStore(): void {
  vi.mocked(storeFile).mockResolvedValue(true);
  vi.mocked(findStoredFile).mockResolvedValue(undefined);
  vi.mocked(findStoredReading).mockResolvedValue(undefined);
  vi.mocked(findUploadId).mockResolvedValue(undefined);
  vi.mocked(findStoredPicture).mockResolvedValue('data:,');
}
