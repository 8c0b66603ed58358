import { numberError, parseNumber } from '#domain/parse-number.ts';
import { plainCharacters } from './plain-characters.ts';

export const SIZE_FIELDS = ['length', 'width', 'height'] as const;
export type SizeField = (typeof SIZE_FIELDS)[number];
/** The numeric fields, in display order. */
export const NUMERIC_FIELDS = [...SIZE_FIELDS, 'num'] as const;
export type NumericField = (typeof NUMERIC_FIELDS)[number];
const labels: Record<NumericField, string> = { length: '长度', width: '宽度', height: '高度', num: '数量' };

const NUMBER = String.raw`[+-]?[\d.,。]*[\d.。]`;
const LENGTH = new RegExp(
  String.raw`^(?:[lwht]|长|宽|高|厚)?度?\s*[:=]?\s*(${NUMBER})\s*(mm|毫米|cm|厘米|m|米)?$`,
  'i',
);
const PIECES = new RegExp(
  String.raw`^[x×*]?\s*(${NUMBER})\s*(?:件|个|只|套|块|片|根|台|pcs?|ea|sets?)?\.?$`,
  'i',
);
const UNIT = /(?:mm|毫米|cm|厘米|m|米)$/i;
const MM_PER_UNIT: Readonly<Record<string, number>> = { cm: 10, 厘米: 10, m: 1000, 米: 1000 };
const TIMES = /[×x*✕✖╳乘]/i;

/** Normalises full-width characters and trims. */
const normalize = (text: string) => plainCharacters(text).trim();

/** Reads a side in mm as plain digits: 80 from `80mm`, `长 80`, `８０`, `8cm` or `0.08m`. Undefined for any other text. */
export function readMillimetres(text: string): string | undefined {
  const [, number = '', unit = ''] = LENGTH.exec(normalize(text)) ?? [];
  const value = digitsOf(number);
  const factor = MM_PER_UNIT[unit.toLowerCase()];
  return value === undefined || factor === undefined
    ? value
    : String(Number((Number(value) * factor).toFixed(6)));
}

/** Reads a quantity as plain digits: 25 from `25件`, `25 pcs` or `×25`. Undefined for any other text. */
export function readPieces(text: string): string | undefined {
  return digitsOf(PIECES.exec(normalize(text))?.[1] ?? '');
}

/** Reads three sides in mm from `80×40×10`, `80*40*10 mm` or `L80 x W40 x H10`. Undefined for any other text. */
export function readSize(text: string): [length: string, width: string, height: string] | undefined {
  const normalized = normalize(text);
  // Sides without a unit take the unit of the last side.
  const unit = UNIT.exec(normalized)?.[0] ?? '';
  const sides = normalized
    .split(TIMES)
    .map((side) => readMillimetres(UNIT.test(side.trim()) ? side : side + unit));
  const [length, width, height] = sides;
  if (sides.length !== 3 || length === undefined || width === undefined || height === undefined)
    return undefined;
  return [length, width, height];
}

/**
 * Splits text pasted into a field: a size fills several fields, and so do several cells. Unparsable cells
 * keep their text. Undefined if the text needs no parsing, or is a table of several rows and columns.
 */
export function readPasted(
  field: NumericField,
  text: string,
): Partial<Record<NumericField, string>> | undefined {
  const lines = text.trim().split(/\r?\n/);
  const cells = lines.flatMap((line) => line.split('\t'));
  if (lines.length > 1 && cells.length > lines.length) return undefined;
  const filled: Partial<Record<NumericField, string>> = {};
  let index = NUMERIC_FIELDS.indexOf(field);
  for (const cell of cells) {
    const size = index < NUMERIC_FIELDS.length - 1 ? readSize(cell) : undefined;
    if (size) {
      [filled.length, filled.width, filled.height] = size;
      index = NUMERIC_FIELDS.length - 1;
      continue;
    }
    const target = NUMERIC_FIELDS[index];
    if (target === undefined) break;
    filled[target] = readNumericField(target, cell) ?? cell.trim();
    index += 1;
  }
  const isAsTyped = cells.length === 1 && filled[field] === text.trim();
  return isAsTyped ? undefined : filled;
}

/** Reads a field's text as plain digits; undefined if it is not a number. */
export const readNumericField = (field: NumericField, text: string) =>
  field === 'num' ? readPieces(text) : readMillimetres(text);

/** Why `readNumericField` cannot read the text; undefined if it can, and for empty text. */
export function numericProblem(field: NumericField, text: string): string | undefined {
  if (text.trim() === '' || readNumericField(field, text) !== undefined) return undefined;
  const number = (field === 'num' ? PIECES : LENGTH).exec(normalize(text))?.[1];
  return numberError(number ?? text, labels[field]);
}

function digitsOf(number: string): string | undefined {
  const value = parseNumber(number);
  return value === null || value === undefined
    ? undefined
    : number.normalize('NFKC').replaceAll('。', '.').replaceAll(',', '');
}
