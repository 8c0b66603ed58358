import { isSameCell } from '#contract/prices/cell-changes.ts';
import { cellDays, cellPrice } from '#contract/prices/price-table.ts';
import type { ProcessPrice } from '#domain/pricing/types.ts';
import { parseFigure } from '#domain/parse-figure.ts';
import { numberError } from '#domain/parse-number.ts';

export interface PriceTexts {
  price: string;
  time: string;
}

/** The form inputs by option id. */
export type PriceInputs = Readonly<Record<number, PriceTexts>>;

export const emptyPrice: PriceTexts = { price: '', time: '' };

export function inputsOf(prices: readonly ProcessPrice[]): PriceInputs {
  return Object.fromEntries(
    prices.map(({ id, price, time }) => [id, { price: String(price), time: String(time) }]),
  );
}

/** The parsed input of one option: a price, no price, or an error message. */
export type ParsedPrice = { value: Omit<ProcessPrice, 'id'> | undefined } | { problem: string };

export function parsePrice({ price, time }: PriceTexts): ParsedPrice {
  const yuan = parseFigure(price, 'yuan');
  const days = parseFigure(time, 'days');
  if (yuan === null && days === null) return { value: undefined };
  if (yuan === undefined) return { problem: numberError(price, '价格') };
  if (days === undefined) return { problem: numberError(time, '天数') };
  if (yuan === null) return { problem: '请填写价格' };
  if (days === null) return { problem: '请填写天数' };
  const issue = cellPrice.safeParse(yuan).error?.issues[0] ?? cellDays.safeParse(days).error?.issues[0];
  return issue ? { problem: issue.message } : { value: { price: yuan, time: days } };
}

/** Parses the inputs into a price list and error messages by option; the list omits invalid options. */
export function parseInputs(inputs: PriceInputs): {
  prices: ProcessPrice[];
  problems: ReadonlyMap<number, string>;
} {
  const prices: ProcessPrice[] = [];
  const problems = new Map<number, string>();
  for (const [key, texts] of Object.entries(inputs)) {
    const id = Number(key);
    const parsed = parsePrice(texts);
    if ('problem' in parsed) problems.set(id, parsed.problem);
    else if (parsed.value) prices.push({ id, ...parsed.value });
  }
  return { prices, problems };
}

/** True if the lists are equal, regardless of order. */
export function isSameList(a: readonly ProcessPrice[], b: readonly ProcessPrice[]): boolean {
  const text = (list: readonly ProcessPrice[]) =>
    list
      .map(({ id, price, time }) => `${id}:${price}/${time}`)
      .toSorted()
      .join();
  return text(a) === text(b);
}

/** An option whose price the two sides changed to different values. */
export interface PriceConflict {
  id: number;
  before: ProcessPrice | undefined;
  mine: ProcessPrice | undefined;
  theirs: ProcessPrice | undefined;
}

/**
 * Three-way merge of price lists. Each price comes from the side that changed it; if the sides changed it to different
 * values, the result has the price of `mine` and reports a conflict.
 */
export function mergeLists(
  base: readonly ProcessPrice[],
  mine: readonly ProcessPrice[],
  theirs: readonly ProcessPrice[],
): { merged: ProcessPrice[]; conflicts: PriceConflict[] } {
  const [before, my, their] = [base, mine, theirs].map(
    (list) => new Map(list.map((entry) => [entry.id, entry])),
  ) as [Map<number, ProcessPrice>, Map<number, ProcessPrice>, Map<number, ProcessPrice>];
  const merged: ProcessPrice[] = [];
  const conflicts: PriceConflict[] = [];
  for (const id of new Set([...before.keys(), ...my.keys(), ...their.keys()])) {
    const [original, myPrice, theirPrice] = [before.get(id), my.get(id), their.get(id)];
    const isChangedByMe = !isSameCell(myPrice, original);
    if (isChangedByMe && !isSameCell(theirPrice, original) && !isSameCell(myPrice, theirPrice))
      conflicts.push({ id, before: original, mine: myPrice, theirs: theirPrice });
    const result = isChangedByMe ? myPrice : theirPrice;
    if (result) merged.push(result);
  }
  return { merged, conflicts };
}

interface ManualSides {
  base: readonly number[];
  mine: ReadonlySet<number>;
  theirs: readonly number[];
}

/** Merges the manually priced options. Omits the other user's options that have a price in the merged list. */
export function mergeManual(
  { base, mine, theirs }: ManualSides,
  merged: readonly ProcessPrice[],
): ReadonlySet<number> {
  const before = new Set(base);
  const priced = new Set(merged.map(({ id }) => id));
  const kept = theirs.filter((id) => (mine.has(id) || !before.has(id)) && !priced.has(id));
  return new Set([...kept, ...[...mine].filter((id) => !before.has(id))]);
}
