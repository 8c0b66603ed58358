import { createHash, randomBytes } from 'node:crypto';

const COUNT = 10;
/** Crockford's: none that look alike. 12 of them are 60 bits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

const fourLetters = () => [...randomBytes(4)].map((byte) => alphabet.charAt(byte % alphabet.length)).join('');

const newCode = () => [fourLetters(), fourLetters(), fourLetters()].join('-');

/** Ten codes to print, `x7k2-9qpd-m4th` each. */
export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, newCode);

/** What somebody typed as it is compared: without spaces and dashes, in any width and case. */
export const plainCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toLowerCase();

/** Of a plain code. Letters that no code has stand for the digits that they look like. */
export const hashRecoveryCode = (plain: string): string =>
  createHash('sha256').update(plain.replaceAll('o', '0').replaceAll(/[il]/g, '1')).digest('hex');
