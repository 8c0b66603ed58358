import { cellDays, cellPrice, type CellValue } from '#contract/prices/price-table.ts';
import { parseFigure } from '#domain/parse-figure.ts';
import { numberError, plainDigits } from '#domain/parse-number.ts';

/** What a cell shows and accepts: price and days (`12.5/1`), or one of them. */
export type CellView = 'both' | 'price' | 'days';

export const viewLabels: Record<CellView, string> = { both: '价格/天数', price: '价格', days: '天数' };

export const viewUnits: Record<CellView, string> = {
  both: '价格（元/件）/天数（天）',
  price: '价格（元/件）',
  days: '天数（天）',
};

/** A cell's text; '' if the pair has no price. */
export function cellText(value: CellValue, view: CellView): string {
  if (value === null) return '';
  if (view === 'price') return String(value.price);
  if (view === 'days') return String(value.time);
  return `${value.price}/${value.time}`;
}

export type CellResult = { value: CellValue } | { problem: string };

/**
 * Parses typed or pasted text. `12.5/1` sets both figures, `12.5` only the price (a new price has 0 days), `/1` only
 * the days. In the `days` view, `1` sets the days. An empty text removes the price; in the `days` view, it sets 0 days.
 */
export function parseCell(text: string, before: CellValue, view: CellView): CellResult {
  const texts = plainDigits(text).split('/');
  if (texts.length > 2) return { problem: '请输入“价格/天数”，如 12.5/1' };
  const isPair = texts.length === 2;
  const [first = '', second = ''] = isPair || view !== 'days' ? texts : ['', ...texts];
  const price = parseFigure(first, 'yuan');
  const days = parseFigure(second, 'days');
  if (price === undefined) return { problem: numberError(first, '价格') };
  if (days === undefined) return { problem: numberError(second, '天数') };
  if (price === null && days === null) {
    return { value: view === 'days' && before ? { ...before, time: 0 } : null };
  }
  const value = { price: price ?? before?.price, time: days ?? before?.time ?? 0 };
  if (value.price === undefined) return { problem: '请先填写价格' };
  const issue =
    cellPrice.safeParse(value.price).error?.issues[0] ?? cellDays.safeParse(value.time).error?.issues[0];
  return issue ? { problem: issue.message } : { value: { price: value.price, time: value.time } };
}
