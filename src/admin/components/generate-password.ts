/** Excludes letters and digits that are mistaken for others when read out. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 16;
/** Bytes from here on are dropped, because their remainder would favour some characters. */
const FAIR = 256 - (256 % ALPHABET.length);

/** A password of 16 letters and digits, about 93 bits, from the browser's secure source. */
export function generatePassword(): string {
  let password = '';
  while (password.length < LENGTH) {
    const [byte = FAIR] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < FAIR) password += ALPHABET[byte % ALPHABET.length] ?? '';
  }
  return password;
}
