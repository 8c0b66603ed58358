/** Whole fen (1 yuan = 100 fen), always a safe integer. */
export type Fen = number;

/** The largest amount that the shop quotes or prints: 10^12 yuan. */
export const MAX_AMOUNT_FEN: Fen = 1e14;

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i;

/**
 * Converts yuan (a number or decimal text) to whole fen. Rounds the shortest decimal, half away from zero.
 * @throws RangeError when it is not a finite decimal, or is not a safe integer in fen
 */
export function fenFromYuan(yuan: number | string): Fen {
  const fen = typeof yuan === 'number' ? hundredths(yuan) : hundredthsOfText(yuan.trim());
  if (!Number.isSafeInteger(fen)) throw new RangeError(`not an amount in yuan: ${yuan}`);
  return fen;
}

/** Converts whole fen to yuan, as on the wire. */
export function yuanFromFen(fen: Fen): number {
  return fen / 100;
}

/** Whole fen as plain text with two decimals: `"1234.50"`, `"-0.05"`. */
export function yuanText(fen: Fen): string {
  const digits = String(Math.abs(fen)).padStart(3, '0');
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Whole fen as people read it: `"¥1,234.50"`, `"-¥0.05"`. */
export function formatFen(fen: Fen): string {
  return `${fen < 0 ? '-' : ''}¥${grouped(Math.abs(fen))}`;
}

/**
 * Formats yuan, as on the wire, for people: `"¥1,234.50"`.
 * @throws RangeError like `fenFromYuan`
 */
export function formatYuan(yuan: number | string): string {
  return formatFen(fenFromYuan(yuan));
}

/**
 * Formats yuan, as on the wire, without a currency sign, for columns that name it in the header: `"1,234.50"`.
 * @throws RangeError like `fenFromYuan`
 */
export const formatFigure = (yuan: number | string): string => formatFenFigure(fenFromYuan(yuan));

/** As `formatFigure`, for whole fen. */
export const formatFenFigure = (fen: Fen): string => `${fen < 0 ? '-' : ''}${grouped(Math.abs(fen))}`;

const grouped = (fen: Fen) => groupThousands(yuanText(fen));

/** Separates the thousands of a decimal text with a point and without a sign: `"1234.50"` becomes `"1,234.50"`. */
export function groupThousands(text: string): string {
  let whole = text.slice(0, Math.max(0, text.indexOf('.')));
  let grouped = text.slice(whole.length);
  // A regular expression would take longer than the rest of computing a price.
  for (; whole.length > 3; whole = whole.slice(0, -3)) grouped = `,${whole.slice(-3)}${grouped}`;
  return whole + grouped;
}

/**
 * The exact difference `after` − `before` of two amounts in yuan, as on the wire.
 * @throws RangeError like `fenFromYuan`
 */
export function differenceFen(after: number | string, before: number | string): Fen {
  return fenFromYuan(after) - fenFromYuan(before);
}

/**
 * Rounds the shortest decimal of a number to two decimals, half away from zero: 1.005 becomes 1.01 although its binary value is
 * smaller. Returns NaN and infinities unchanged.
 */
export function round2(value: number): number {
  // Whole numbers of this size have no decimals to round, and multiplying by 100 could lose digits.
  return Math.abs(value) < Number.MAX_SAFE_INTEGER ? hundredths(value) / 100 : value;
}

/** The shortest decimal of a number times 100, rounded half away from zero; NaN and infinities are returned unchanged. */
function hundredths(value: number): number {
  const scaled = Math.abs(value) * 100;
  // Parsing the decimal text is slow, and only needed where binary noise could hide a half.
  if (scaled < 1e9) {
    const floor = Math.floor(scaled);
    const distance = scaled - floor - 0.5;
    if (distance > 1e-6) return value < 0 ? -floor - 1 : floor + 1;
    if (distance < -1e-6) return value < 0 && floor > 0 ? -floor : floor;
  }
  return Number.isFinite(value) ? hundredthsOfText(String(value)) : value;
}

/** Decimal text times 100, rounded half away from zero; NaN when the text is not a decimal. */
function hundredthsOfText(text: string): number {
  const match = DECIMAL.exec(text);
  if (!match) return Number.NaN;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = whole + fraction;
  const precision = whole.length + Number(exponent) + 2;
  const integer = precision <= 0 ? '0' : digits.slice(0, precision).padEnd(Math.min(precision, 400), '0');
  const roundsUp = precision >= 0 && digits.charAt(precision) >= '5';
  const magnitude = Number(integer) + (roundsUp ? 1 : 0);
  return sign === '-' && magnitude > 0 ? -magnitude : magnitude;
}
