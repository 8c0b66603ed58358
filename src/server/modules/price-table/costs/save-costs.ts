import { percentOf } from '#domain/pricing/charges.ts';
import { ENTERED_COST_KINDS } from '#domain/pricing/cost.ts';
import type { CostChange, costs as contract } from '#contract/catalogue/costs.ts';
import { inFen } from '#contract/kernel/amounts.ts';
import type { BodyOf } from '#contract/kernel/endpoint.ts';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import type { Db } from '#server/db/database.ts';
import type { ChangedBy } from '#server/db/record-store.ts';
import { AppError, throwFieldErrors } from '#server/http/app-error.ts';
import { costKey, readCosts, setCosts } from '#server/modules/costs/stored-costs.service.ts';
import { listCostEntries } from './list-costs.ts';

/**
 * Sets all costs or none and returns the number of changed ones. Runs in a catalogue write, whose lock excludes other writers.
 * Throws `request.invalid` for targets that cannot have a cost, and `cost.conflict` when a cost no longer equals `before`.
 */
export async function saveCosts(db: Db, changes: readonly CostChange[], by: ChangedBy): Promise<number> {
  await assertTargets(db, changes);
  const current = await readCosts(db);
  const entered = inFen(changes, 'before', 'after');
  const isStale = entered.some((change) => (current.get(costKey(change)) ?? null) !== change.beforeFen);
  if (isStale) throw new AppError('cost.conflict');
  const changed = entered
    .map(({ afterFen: fen, ...change }) => ({ ...change, fen }))
    .filter(({ beforeFen, fen }) => fen !== beforeFen);
  await setCosts(db, changed, by);
  return changed.length;
}

/** Throws `request.invalid` for targets that cannot have a cost or appear twice. */
async function assertTargets(db: Db, changes: readonly CostChange[]): Promise<void> {
  const validKeys = new Set<string>();
  for (const kind of ENTERED_COST_KINDS) {
    if (!changes.some((change) => change.kind === kind)) continue;
    // oxlint-disable-next-line no-await-in-loop -- one query after the other in a transaction
    for (const entry of await listCostEntries(db, kind)) validKeys.add(costKey(entry));
  }
  const fields: FieldErrors = {};
  const seenKeys = new Set<string>();
  for (const [index, change] of changes.entries()) {
    const key = costKey(change);
    if (!validKeys.has(key)) fields[`changes.${index}.kind`] = '没有这一项，或该工艺选项不适用于这种材料';
    else if (seenKeys.has(key)) fields[`changes.${index}.kind`] = '同一项出现两次';
    seenKeys.add(key);
  }
  throwFieldErrors(fields);
}

/** Sets the unknown costs of a kind to a percentage of the price and returns their number. */
export async function fillCosts(
  db: Db,
  { kind, materialId, percent }: BodyOf<typeof contract.fill>,
  by: ChangedBy,
): Promise<number> {
  const costByKey = await readCosts(db, kind);
  const filled = inFen(await listCostEntries(db, kind), 'price').flatMap(({ priceFen, ...entry }) =>
    priceFen === null ||
    costByKey.has(costKey(entry)) ||
    (materialId !== undefined && entry.materialId !== materialId)
      ? []
      : [{ ...entry, beforeFen: null, fen: percentOf(priceFen, percent) }],
  );
  await setCosts(db, filled, by);
  return filled.length;
}
