import { cellPrice, type CellValue } from '#contract/prices/price-table.ts';
import { fenFromYuan, yuanFromFen } from '#domain/money.ts';
import { parseFigure } from '#domain/parse-figure.ts';
import { numberError } from '#domain/parse-number.ts';
import { parseCell } from './cell-text.ts';
import type { TableCell } from './paste.ts';

export type BulkKind = 'raise' | 'lower' | 'set' | 'round';

export interface BulkChange {
  kind: BulkKind;
  /** A percentage for `raise` and `lower`, a cell's text for `set`; unused by `round`. */
  text: string;
  /** Prices are rounded to multiples of this; unused by `set`. */
  stepFen: number;
}

export const roundingSteps = [
  { value: 1, label: '0.01 元' },
  { value: 10, label: '0.1 元' },
  { value: 100, label: '1 元' },
  { value: 1000, label: '10 元' },
] as const;

export interface BulkPlan {
  changes: readonly { key: string; before: CellValue; after: CellValue }[];
  /** The numbers of selected cells that keep their values, have none to change, or may not have one. */
  unchanged: number;
  blank: number;
  excluded: number;
}

const MAX_RAISE_PERCENT = 1000;

/** The changes to the selected cells, or a problem that rejects them all. Percentages and rounding keep the days. */
export function planBulk(cells: readonly TableCell[], change: BulkChange): BulkPlan | { problem: string } {
  const update = parseChange(change);
  if ('problem' in update) return update;
  const allowed = cells.filter(({ isAllowed }) => isAllowed);
  const changes: BulkPlan['changes'][number][] = [];
  let blank = 0;
  for (const { key, value: before } of allowed) {
    const after = update.apply(before);
    if (after === undefined) blank += 1;
    else if (after.price !== before?.price || after.time !== before.time)
      changes.push({ key, before, after });
  }
  const problem = changes
    .map(({ after }) => cellPrice.safeParse(after?.price).error?.issues[0]?.message)
    .find((message) => message !== undefined);
  if (problem !== undefined) return { problem };
  const excluded = cells.length - allowed.length;
  return { changes, blank, excluded, unchanged: allowed.length - changes.length - blank };
}

type Price = NonNullable<CellValue>;
/** Computes the new value of a cell; undefined if the change does not apply. */
type CellUpdate = { apply: (before: CellValue) => Price | undefined } | { problem: string };

function parseChange({ kind, text, stepFen }: BulkChange): CellUpdate {
  if (kind === 'set') return parseSetValue(text);
  const hundredths = kind === 'round' ? 0 : parsePercent(kind, text);
  if (typeof hundredths === 'string') return { problem: hundredths };
  return {
    apply: (before) =>
      before ? { ...before, price: scaledPrice(before.price, 10_000 + hundredths, stepFen) } : undefined,
  };
}

/** Returns hundredths of a percent (negative for `lower`), or why the text is invalid. */
function parsePercent(kind: 'raise' | 'lower', text: string): number | string {
  const plain = text.replace(/[%％]\s*$/, '');
  const percent = parseFigure(plain);
  if (percent === null) return '请填写百分比';
  if (percent === undefined) return numberError(plain, '百分比');
  const hundredths = Math.round(percent * 100);
  if (Math.abs(hundredths - percent * 100) > 1e-6) return '百分比最多2位小数';
  if (percent <= 0) return '百分比必须大于0';
  if (kind === 'lower' && percent > 100) return '最多下调100%';
  if (percent > MAX_RAISE_PERCENT) return `最多上调${MAX_RAISE_PERCENT}%`;
  return kind === 'lower' ? -hundredths : hundredths;
}

/** `yuan` × `factor` / 10,000, rounded half up to a multiple of `stepFen`. Integers keep the result exact. */
function scaledPrice(yuan: number, factor: number, stepFen: number): number {
  const step = BigInt(stepFen) * 10_000n;
  const scaled = BigInt(fenFromYuan(yuan)) * BigInt(factor);
  return yuanFromFen(Number(((2n * scaled + step) / (2n * step)) * BigInt(stepFen)));
}

function parseSetValue(text: string): CellUpdate {
  const sample = parseCell(text, { price: 0, time: 0 }, 'both');
  if ('problem' in sample) return sample;
  if (sample.value === null) return { problem: '请填写价格，如 12.5 或 12.5/1' };
  return {
    // A blank cell stays blank if the text has only days.
    apply: (before) => {
      const parsed = parseCell(text, before, 'both');
      return 'problem' in parsed ? undefined : (parsed.value ?? undefined);
    },
  };
}
