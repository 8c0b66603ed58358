/** A phone number of any country, or blank: 7 to 20 digits with the usual separators and an optional extension. */
export const PHONE =
  /^\s*$|^\s*\+?(?:[\s()（）-]*\d){7,20}[\s()（）-]*(?:(?:转|[Ee][Xx][Tt]\.?|[Xx]|#)\s*\d{1,6})?\s*$/;

export const PHONE_HINT = '请输入有效的电话，例如 13800138000、021-12345678 或 +86 138-0013-8000';

/** Converts full-width characters of Chinese keyboards to ASCII, and all dashes to hyphens. */
export const plainPhone = (text: string): string =>
  text
    .replaceAll(/[！-～]/g, (character) => character.normalize('NFKC'))
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-');
