import type { AgreedPrice } from '#contract/catalogue/machining-prices.ts';
import { parseYuanInput } from '../../components/prices/price-input.tsx';

/** Entered texts by material tag; a tag without an entry is unchanged. */
export type EnteredPrices = Readonly<Record<string, string>>;

/** An empty text means no price. */
export const parsePrice = (text: string) => parseYuanInput(text, '加工基价');

/** A row to save. A `price` of null deletes the row; a `version` of 0 creates it. */
export interface AgreedPriceChange {
  materialTag: string;
  price: number | null;
  version: number;
}

const priceOf = (rows: readonly AgreedPrice[], tag: string) =>
  rows.find(({ materialTag }) => materialTag === tag)?.price ?? null;

/** The changes to save, and the problems by tag. */
export function changesOf(
  rows: readonly AgreedPrice[],
  draft: EnteredPrices,
): { changes: AgreedPriceChange[]; problems: ReadonlyMap<string, string> } {
  const changes: AgreedPriceChange[] = [];
  const problems = new Map<string, string>();
  for (const [materialTag, text] of Object.entries(draft)) {
    const parsed = parsePrice(text);
    if ('problem' in parsed) problems.set(materialTag, parsed.problem);
    else if (parsed.yuan !== priceOf(rows, materialTag)) {
      const version = rows.find((row) => row.materialTag === materialTag)?.version ?? 0;
      changes.push({ materialTag, price: parsed.yuan, version });
    }
  }
  return { changes, problems };
}

export function pricesAfter(
  rows: readonly AgreedPrice[],
  changes: readonly AgreedPriceChange[],
): Record<string, number> {
  const prices = new Map<string, number | null>(rows.map(({ materialTag, price }) => [materialTag, price]));
  for (const { materialTag, price } of changes) prices.set(materialTag, price);
  return Object.fromEntries([...prices].flatMap(([tag, price]) => (price === null ? [] : [[tag, price]])));
}

export interface PriceConflict {
  materialTag: string;
  before: number | null;
  mine: number | null;
  theirs: number | null;
}

/** The changes to prices that another user has set to a different value since `rows` were read. */
export function conflictsOf(
  rows: readonly AgreedPrice[],
  changes: readonly AgreedPriceChange[],
  current: readonly AgreedPrice[],
): PriceConflict[] {
  return changes.flatMap(({ materialTag, price: mine }) => {
    const theirs = priceOf(current, materialTag);
    const before = priceOf(rows, materialTag);
    return theirs !== before && theirs !== mine ? [{ materialTag, before, mine, theirs }] : [];
  });
}
