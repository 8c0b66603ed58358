import { createHash, randomBytes } from 'node:crypto';

const COUNT = 10;
/** Crockford's base 32: no look-alikes. 12 characters are 60 bits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

const fourLetters = () => [...randomBytes(4)].map((byte) => alphabet.charAt(byte % alphabet.length)).join('');

const newCode = () => [fourLetters(), fourLetters(), fourLetters()].join('-');

/** Ten codes to print, each like `x7k2-9qpd-m4th`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, newCode);

/** The typed code in its normal form: without spaces and dashes, in any width and case. */
export const plainCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toLowerCase();

/** Hashes a plain code. Letters outside the alphabet count as the digits they look like. */
export const hashRecoveryCode = (plain: string): string =>
  createHash('sha256').update(plain.replaceAll('o', '0').replaceAll(/[il]/g, '1')).digest('hex');
