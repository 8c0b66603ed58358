import { isDeepStrictEqual } from 'node:util';
import { isFigures, priceKey, type PriceValue } from '#contract/prices/price-changes.ts';
import { groupBy } from '#domain/group-by.ts';
import type { DraftChange } from '#server/db/schema.ts';

export const cellsOf = (changes: readonly DraftChange[]) =>
  changes.filter((change) => change.kind === 'cell');

/** The machining prices among the changes, by department id; 0 for the system's prices. */
export const machiningByOwner = (changes: readonly DraftChange[]) =>
  groupBy(
    changes.filter((change) => change.kind === 'machining'),
    ({ deptId }) => deptId,
  );

/** Compares two values of a price; ignores figures that only one side has. */
export function isSameValue(a: PriceValue, b: PriceValue): boolean {
  if (!isFigures(a) || !isFigures(b)) return isDeepStrictEqual(a, b);
  const others = new Map<string, unknown>(Object.entries(b));
  return Object.entries(a).every(([figure, value]) => {
    const other = others.get(figure);
    return value === undefined || other === undefined || isDeepStrictEqual(value, other);
  });
}

/** Whether the new value of a price differs from the old one. */
export const changesValue = ({ before, after }: DraftChange): boolean => !isSameValue(before, after);

/**
 * Merges the changes of two drafts. If both change a price differently, `decided` says which side counts, by price key;
 * a price that it does not name is undecided.
 */
export function mergeChanges(
  ours: readonly DraftChange[],
  theirs: readonly DraftChange[],
  decided: { ours: readonly string[]; theirs: readonly string[] },
): { changes: DraftChange[]; undecided: string[] } {
  const merged = new Map(ours.map((change) => [priceKey(change), change]));
  const [keepOurs, takeTheirs] = [new Set(decided.ours), new Set(decided.theirs)];
  const undecided: string[] = [];
  for (const change of theirs) {
    const key = priceKey(change);
    const ourChange = merged.get(key);
    if (ourChange && !isSameValue(ourChange.after, change.after) && !takeTheirs.has(key)) {
      if (!keepOurs.has(key)) undecided.push(key);
      continue;
    }
    merged.set(key, change);
  }
  return { changes: [...merged.values()], undecided };
}
