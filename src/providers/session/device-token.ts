import { readStored, writeStored } from '../browser-storage.ts';

const DEVICE = 'device';

/**
 * The token of this browser from its last sign-in, kept after signing out. It grants no access; it only
 * spares the user the challenge during a password-guessing attack.
 */
export const readDevice = (): { device?: string } => {
  const device = readStored(DEVICE);
  return device === null ? {} : { device };
};

export function storeDevice(device: string): void {
  writeStored(DEVICE, device);
}
