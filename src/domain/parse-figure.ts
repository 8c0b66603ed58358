import { parseNumber } from './parse-number.ts';

/** Parses a price or a number of days with its unit: ¥, 元 and 天 are dropped. Returns the same as `parseNumber`. */
export const parseFigure = (text: string): number | null | undefined =>
  parseNumber(
    text
      .normalize('NFKC')
      .trim()
      .replace(/^¥\s*/, '')
      .replace(/\s*[元天]$/, ''),
  );
