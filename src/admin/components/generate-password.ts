/** Excludes characters that look alike. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 16;
/** Bytes from this value on are rejected, because their remainders would make some characters more likely. */
const UNBIASED_LIMIT = 256 - (256 % ALPHABET.length);

/** A password of 16 letters and digits, about 93 bits, from the browser's secure source. */
export function generatePassword(): string {
  let password = '';
  while (password.length < LENGTH) {
    const [byte = UNBIASED_LIMIT] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < UNBIASED_LIMIT) password += ALPHABET[byte % ALPHABET.length] ?? '';
  }
  return password;
}
