import { parseNumber, plainDigits } from './parse-number.ts';

const UNITS = { yuan: /^¥\s*|\s*元$/g, days: /\s*天$/g };

/**
 * Parses a price with ¥ or 元, or a number of days with 天. With `kind`, rejects the other unit: 3天 is not a price.
 * Returns the same as `parseNumber`.
 */
export const parseFigure = (text: string, kind?: 'yuan' | 'days'): number | null | undefined => {
  const plain = plainDigits(text).trim();
  const units = kind === undefined ? Object.values(UNITS) : [UNITS[kind]];
  const withoutUnit =
    units.map((unit) => plain.replaceAll(unit, '')).find((stripped) => stripped !== plain) ?? plain;
  return parseNumber(withoutUnit);
};
