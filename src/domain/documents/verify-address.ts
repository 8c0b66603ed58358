/** Where a code is typed, as it is printed beside the code: the address that the QR code holds, without scheme and code. */
export const verifyAddress = (verifyUrl: string): string =>
  verifyUrl.replace(/^https?:\/\//, '').replace(/\/[^/]*$/, '');

/** Groups of five, which are easier to copy from paper. */
export const groupedCode = (code: string): string => code.replace(/.{5}(?=.)/g, '$&-');
