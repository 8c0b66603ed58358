/** The URL of the verification page without scheme and code, printed for typing; the QR code contains the full URL. */
export const shortVerifyUrl = (verifyUrl: string): string =>
  verifyUrl.replace(/^https?:\/\//, '').replace(/\/[^/]*$/, '');

/** Splits a code into groups of five characters, which are easier to copy from paper. */
export const groupedCode = (code: string): string => code.replace(/.{5}(?=.)/g, '$&-');
