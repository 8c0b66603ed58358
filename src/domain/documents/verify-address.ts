/**
 * The address of the verification page without the scheme, printed next to the code for typing; the QR code contains the full
 * address.
 */
export const verifyAddress = (verifyUrl: string): string =>
  verifyUrl.replace(/^https?:\/\//, '').replace(/\/[^/]*$/, '');

/** Groups of five, which are easier to copy from paper. */
export const groupedCode = (code: string): string => code.replace(/.{5}(?=.)/g, '$&-');
