import { isSameCell } from '#contract/prices/cell-changes.ts';
import { cellDays, cellPrice } from '#contract/prices/price-table.ts';
import type { ProcessPrice } from '#domain/pricing/types.ts';
import { parseFigure } from '#domain/parse-figure.ts';
import { numberProblem } from '#domain/parse-number.ts';

/** The input for one option. */
export interface TypedPrice {
  price: string;
  time: string;
}

/** By option id. */
export type PriceDraft = Readonly<Record<number, TypedPrice>>;

export const nothingTyped: TypedPrice = { price: '', time: '' };

/** The draft of a saved price list. */
export function draftOf(prices: readonly ProcessPrice[]): PriceDraft {
  return Object.fromEntries(
    prices.map(({ id, price, time }) => [id, { price: String(price), time: String(time) }]),
  );
}

/** The parsed input of one option: no price, a price, or the problem. */
export type ReadPrice = { value: Omit<ProcessPrice, 'id'> | undefined } | { problem: string };

export function readPrice({ price, time }: TypedPrice): ReadPrice {
  const yuan = parseFigure(price, 'yuan');
  const days = parseFigure(time, 'days');
  if (yuan === null && days === null) return { value: undefined };
  if (yuan === undefined) return { problem: numberProblem(price, '价格') };
  if (days === undefined) return { problem: numberProblem(time, '天数') };
  if (yuan === null) return { problem: '请填写价格' };
  if (days === null) return { problem: '请填写天数' };
  const issue = cellPrice.safeParse(yuan).error?.issues[0] ?? cellDays.safeParse(days).error?.issues[0];
  return issue ? { problem: issue.message } : { value: { price: yuan, time: days } };
}

/** Parses the draft into a price list and the problems by option; the list omits options with a problem. */
export function readDraft(draft: PriceDraft): {
  prices: ProcessPrice[];
  problems: ReadonlyMap<number, string>;
} {
  const prices: ProcessPrice[] = [];
  const problems = new Map<number, string>();
  for (const [key, typed] of Object.entries(draft)) {
    const id = Number(key);
    const read = readPrice(typed);
    if ('problem' in read) problems.set(id, read.problem);
    else if (read.value) prices.push({ id, ...read.value });
  }
  return { prices, problems };
}

/** Are the two lists equal, regardless of order? */
export function isSameList(a: readonly ProcessPrice[], b: readonly ProcessPrice[]): boolean {
  const text = (list: readonly ProcessPrice[]) =>
    list
      .map(({ id, price, time }) => `${id}:${price}/${time}`)
      .toSorted()
      .join();
  return text(a) === text(b);
}

/** An option whose price both sides changed to different values. */
export interface PriceConflict {
  id: number;
  before: ProcessPrice | undefined;
  mine: ProcessPrice | undefined;
  theirs: ProcessPrice | undefined;
}

/**
 * Merges two lists that started from `base`. A price that one side changed is taken from it; a price that both changed
 * is a conflict, and the list has mine.
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
    const [was, m, t] = [before.get(id), my.get(id), their.get(id)];
    const isMine = !isSameCell(m, was);
    if (isMine && !isSameCell(t, was) && !isSameCell(m, t))
      conflicts.push({ id, before: was, mine: m, theirs: t });
    const kept = isMine ? m : t;
    if (kept) merged.push(kept);
  }
  return { merged, conflicts };
}

interface ManualSides {
  base: readonly number[];
  mine: ReadonlySet<number>;
  theirs: readonly number[];
}

/** Merges the options priced by hand. Leaves out the other user's options that have a price in the merged list. */
export function mergeManual(
  { base, mine, theirs }: ManualSides,
  merged: readonly ProcessPrice[],
): ReadonlySet<number> {
  const before = new Set(base);
  const priced = new Set(merged.map(({ id }) => id));
  const kept = theirs.filter((id) => (mine.has(id) || !before.has(id)) && !priced.has(id));
  return new Set([...kept, ...[...mine].filter((id) => !before.has(id))]);
}
