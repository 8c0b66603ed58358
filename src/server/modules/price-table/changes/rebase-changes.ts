import {
  inverseOf,
  isFigures,
  priceKey,
  type ChangedPrice,
  type PriceValue,
} from '#contract/prices/price-changes.ts';
import { pick } from '#domain/pick.ts';
import type { Db } from '#server/db/database.ts';
import type { DraftChange } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import { isRecordChange } from '../record-figures.ts';
import { isSameValue } from './change-values.ts';
import { withNames, readCurrentPrices, hashPrices, type CurrentPrices } from './current-prices.ts';

/**
 * Bases changes on the current prices. Throws `price.conflict` for prices whose current value is neither the old nor
 * the new one, unless `seenHash` is the hash of the current prices.
 */
export async function rebaseChanges(
  tx: Db,
  changes: readonly DraftChange[],
  seenHash: string | undefined,
): Promise<DraftChange[]> {
  const currentPrices = await readCurrentPrices(tx, changes);
  const diverged = changes.filter((change) => hasDiverged(change, currentPrices));
  if (diverged.length > 0 && seenHash !== hashPrices(currentPrices))
    throw conflictOf(
      'price.conflict',
      (await withNames(tx, diverged, currentPrices)).map((named) => ({ ...named, reason: '' })),
      '已被他人修改，请核对后再发布',
    );
  return changes.map((change) => rebaseChange(change, currentPrices));
}

/**
 * Inverts changes, based on the current prices. Throws `price.changed_since` for prices that changed later, belong to a
 * deleted record, or are in `reasons`: why they cannot be restored, by price key.
 */
export async function reverseChanges(
  tx: Db,
  changes: readonly DraftChange[],
  reasons: ReadonlyMap<string, string>,
): Promise<DraftChange[]> {
  const inverse = inverseOf(changes);
  const currentPrices = await readCurrentPrices(tx, inverse);
  const namedChanges = await withNames(tx, inverse, currentPrices);
  const refused = namedChanges.flatMap((named, n) => {
    const change = inverse[n];
    const reason =
      reasons.get(named.key) ??
      (named.isDeleted ? '已删除' : change && hasDiverged(change, currentPrices) ? '之后又改过' : undefined);
    return reason === undefined ? [] : [{ ...named, reason }];
  });
  if (refused.length > 0) throw conflictOf('price.changed_since', refused, '不能恢复');
  return inverse.map((change) => rebaseChange(change, currentPrices));
}

const currentOf = (change: DraftChange, currentPrices: CurrentPrices): PriceValue =>
  currentPrices.get(priceKey(change)) ?? null;

/** Whether the current price is neither the old nor the new value of the change. */
function hasDiverged(change: DraftChange, currentPrices: CurrentPrices): boolean {
  const current = currentOf(change, currentPrices);
  return !isSameValue(current, change.before) && !isSameValue(current, change.after);
}

function conflictOf(
  error: 'price.conflict' | 'price.changed_since',
  changes: readonly ChangedPrice[],
  refusal: string,
): AppError {
  const conflicts = changes.map((change): ChangedPrice => pick(change, ['key', 'group', 'name', 'reason']));
  const [first] = conflicts;
  const more = conflicts.length > 1 ? ` 等 ${conflicts.length} 个价格` : '';
  return new AppError(error, {
    msg: `${first?.group} · ${first?.name}${more}${refusal}`,
    data: { conflicts },
  });
}

/** The change with the current price as its old value. */
function rebaseChange(change: DraftChange, currentPrices: CurrentPrices): DraftChange {
  const current = currentOf(change, currentPrices);
  if (!isRecordChange(change)) return { ...change, before: current } as DraftChange;
  // Writing a deleted record is refused later, with its name.
  if (!isFigures(current)) return change;
  // Omits figures that the change does not name: neither the change nor its roll-back touches them.
  const commonFigures = Object.entries(current).filter(
    ([figure]) => !isFigures(change.after) || figure in change.after,
  );
  return { ...change, before: Object.fromEntries(commonFigures) } as DraftChange;
}
