import type { StockPiece, StockPlan } from './plan-stock.ts';
import { stockSizeLabel } from './stock-size.ts';

const threeDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** Formats a weight with three significant digits: 48.9 g, 12.3 kg, 1,230 kg. */
export function weightText(kg: number): string {
  const grams = Number((kg * 1000).toPrecision(3));
  if (grams < 0.001) return '不足 0.001 g';
  return grams < 1000 ? `${threeDigits.format(grams)} g` : `${threeDigits.format(kg)} kg`;
}

/** The size and the sawn piece: `板材 厚 25 mm，下料 122×62 mm`. */
export function pieceText({
  size,
  cutMm,
}: Pick<StockPiece, 'cutMm'> & { size: Omit<StockPiece['size'], 'id' | 'materialTag'> }): string {
  return `${stockSizeLabel(size)}，下料${size.form === 'plate' ? '' : '长'} ${cutMm.join('×')} mm`;
}

export const percentText = (fraction: number): string => `${(fraction * 100).toFixed(1)}%`;

/** Why there is no piece, as a sentence; empty if there is one. */
export function noStockText({ fit }: Pick<StockPlan, 'fit'>): string {
  if (fit === 'tooLarge') return '加上加工余量后没有放得下的标准毛坯，用料由我们确认';
  return fit === 'notKept' ? '没有该材料的标准毛坯，用料由我们确认' : '';
}
