const GROUPED = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/;
const DECIMAL = /^[+-]?(\d{1,15}(\.\d{0,15})?|\.\d{1,15})$/;
const POSITIVE = /^[1-9]\d{0,9}$/;
const MAX_INT32 = 2_147_483_647;

/**
 * Parses a decimal number as typed or pasted: full-width characters, a sign and thousands separators are accepted,
 * exponents and other bases are not. Returns null for empty text and undefined for text that is not a number.
 */
export function parseNumber(text: string): number | null | undefined {
  const plain = text.normalize('NFKC').replaceAll('。', '.').trim();
  if (plain === '') return null;
  const digits = GROUPED.test(plain) ? plain.replaceAll(',', '') : plain;
  return DECIMAL.test(digits) ? Number(digits) : undefined;
}

/** Parses an id or page number in an address: a positive 32-bit integer; undefined for any other text. */
export function parsePositiveInt(text: string | null | undefined): number | undefined {
  if (text === null || text === undefined || !POSITIVE.test(text)) return undefined;
  const value = Number(text);
  return value <= MAX_INT32 ? value : undefined;
}
