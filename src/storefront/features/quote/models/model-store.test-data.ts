import { vi } from 'vitest';
import { keepFile, keptFile, keptPicture, keptReading, keptSent } from './model-store.ts';

/** The mocked store keeps what it is given, and has nothing but a picture. */
export function startEmptyStore(): void {
  vi.mocked(keepFile).mockResolvedValue(true);
  vi.mocked(keptFile).mockResolvedValue(undefined);
  vi.mocked(keptReading).mockResolvedValue(undefined);
  vi.mocked(keptSent).mockResolvedValue(undefined);
  vi.mocked(keptPicture).mockResolvedValue('data:,');
}
