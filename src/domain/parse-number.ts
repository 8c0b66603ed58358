/** Thousands separators. 0,125 does not match: its comma is a decimal comma. */
const GROUPED = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;
const DECIMAL = /^[+-]?(\d{1,15}(\.\d{0,15})?|\.\d{1,15})$/;
/** Longer texts are not mistyped numbers. */
const MAX_LENGTH = 40;
const POSITIVE = /^[1-9]\d{0,9}$/;
const MAX_INT32 = 2_147_483_647;

/** Zero-width characters, which web pages and the Windows calculator add. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060\uFEFF]/g;
/** Superscript, subscript and circled digits are not further digits of a number: 25², 12.5①. */
const DIGIT_MARKS = /(?<=[\d０-９.])\s*[²³¹⁰-⁹₀-₉①-⑳❶-❿]|[²³¹⁰-⁹₀-₉①-⑳❶-❿](?=[\d０-９.])/g;
/** 1½ is 1-1/2, not 11/2. */
const FRACTIONS = /(?<=[\d０-９])\s*(?=[¼½¾⅐-⅞])/g;

/** Normalizes full-width and other compatibility characters, without turning superscripts and fractions into further digits. */
export const plainDigits = (text: string): string =>
  text.replaceAll(INVISIBLE, '').replaceAll(DIGIT_MARKS, '^').replaceAll(FRACTIONS, '-').normalize('NFKC');

/** As `plainDigits`; also turns the Chinese full stop into a point, and the minus sign of spreadsheets into a hyphen. */
const plainNumber = (text: string) =>
  plainDigits(text).replaceAll('。', '.').replaceAll('\u2212', '-').trim();

/**
 * Parses a typed, pasted or imported decimal number. Accepts full-width characters, a sign and thousands separators, but no
 * exponents or other bases. A comma separates thousands, as in all Chinese programs; with other commas, as in 12,5 or 1.234,5,
 * the text is not a number. Returns null for empty text and undefined for text that is not a number.
 */
export function parseNumber(text: string): number | null | undefined {
  const plain = plainNumber(text);
  if (plain === '') return null;
  const digits = GROUPED.test(plain) ? plain.replaceAll(',', '') : plain;
  return DECIMAL.test(digits) ? Number(digits) : undefined;
}

/** Whether a text would be a number if its comma were a point, or its point a comma. */
export function hasDecimalComma(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  const plain = plainNumber(text);
  return plain.includes(',') && /^[+-]?[\d.,]+$/.test(plain) && parseNumber(text) === undefined;
}

/** The error for a text that `parseNumber` rejects, for the field with this label. */
export function numberError(text: string, label = ''): string {
  if (hasDecimalComma(text)) return label === '' ? '小数点请写成“.”' : `${label}的小数点请写成“.”`;
  return label === '' ? '请填写数字' : `${label}必须是数字`;
}

/** Parses an id or page number in a URL: a positive 32-bit integer; undefined for any other text. */
export function parsePositiveInt(text: string | null | undefined): number | undefined {
  if (text === null || text === undefined || !POSITIVE.test(text)) return undefined;
  const value = Number(text);
  return value <= MAX_INT32 ? value : undefined;
}
