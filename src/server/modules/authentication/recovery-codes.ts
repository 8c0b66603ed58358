import { createHash } from 'node:crypto';
import { randomBase32 } from '#server/system/random-base32.ts';

const COUNT = 10;
/** Three groups of four characters: 60 random bits. */
const newCode = () => [randomBase32(4), randomBase32(4), randomBase32(4)].join('-');

/** Ten codes to print, each like `x7k2-9qpd-m4th`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, newCode);

/** Normalises a typed code: spaces, dashes, width and case do not matter. */
export const plainCode = (input: string): string =>
  input
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toLowerCase();

/** Hashes a plain code. Letters outside the alphabet count as the digits they look like. */
export const hashRecoveryCode = (plain: string): string =>
  createHash('sha256').update(plain.replaceAll('o', '0').replaceAll(/[il]/g, '1')).digest('hex');
