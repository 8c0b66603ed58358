import { readStored, writeStored } from '../browser-storage.ts';

const DEVICE = 'device';

/**
 * The token of this browser from its last sign-in, kept after signing out. It opens nothing; with it the user is not challenged
 * while others guess at the account.
 */
export const deviceOf = (): { device?: string } => {
  const device = readStored(DEVICE);
  return device === null ? {} : { device };
};

export function storeDevice(device: string): void {
  writeStored(DEVICE, device);
}
