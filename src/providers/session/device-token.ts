import { readStored, writeStored } from '../browser-storage.ts';

const DEVICE = 'device';

/**
 * The token of this browser from its last sign-in, kept after signing out. It grants no access; it only spares the user
 * the challenge while passwords of the account are guessed.
 */
export const deviceOf = (): { device?: string } => {
  const device = readStored(DEVICE);
  return device === null ? {} : { device };
};

export function storeDevice(device: string): void {
  writeStored(DEVICE, device);
}
