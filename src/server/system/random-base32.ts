import { randomBytes } from 'node:crypto';

/** Crockford's base 32 in lower case, whose letters do not look like digits. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** Random text of 5 bits per character, easy to read aloud and to type. */
export const randomBase32 = (length: number): string =>
  Array.from(randomBytes(length), (byte) => DIGITS[byte % DIGITS.length]).join('');
