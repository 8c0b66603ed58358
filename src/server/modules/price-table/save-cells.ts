import { isSameCell, pairKey } from '#contract/prices/cell-changes.ts';
import { cellKey } from '#contract/prices/price-changes.ts';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import type { CellChange, CellConflicts } from '#contract/prices/price-table.ts';
import type { Db } from '#server/db/database.ts';
import { AppError, throwFieldErrors } from '#server/http/app-error.ts';
import { setManualOptions, touchMaterials } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { recordPrices, type PricedBy } from '#server/modules/catalogue/price-history.service.ts';
import { assertNoJumps, type YuanChange } from '#server/modules/catalogue/price-jumps.service.ts';
import { manualPairs, namesOf, pairChecker, type PriceGrid } from './price-grid.ts';
import { deleteCells, readCells, readDeletedNames, readGrid, upsertCells } from './price-table.queries.ts';

/** At most this many errors are reported. */
const MAX_ERRORS = 100;
/** The operation log names at most this many changes. */
const MAX_LOGGED = 500;

/**
 * Sets the cells to `after`, all or none; returns the changed ones and the grid. Runs in a catalogue write, whose lock excludes
 * other writers. Throws `request.invalid` for pairs that cannot have a price, `price.conflict` with the cells that no
 * longer equal `before`, and `price.jump` for unconfirmed jumps.
 */
export async function saveCells(
  db: Db,
  changes: readonly CellChange[],
  by: PricedBy,
  confirmJumps: boolean | undefined,
): Promise<{ changed: CellChange[]; grid: PriceGrid }> {
  const grid = await readGrid(db);
  await assertCells(db, changes, grid);
  const current = await readCells(db, changes);
  const conflicts = changes.flatMap(({ materialId, optionId, before }): CellConflicts['conflicts'] => {
    const value = current.get(pairKey(materialId, optionId)) ?? null;
    return isSameCell(value, before) ? [] : [{ materialId, optionId, current: value }];
  });
  if (conflicts.length > 0) throw new AppError('price.conflict', { data: { conflicts } });
  const changed = changes.filter((change) => !isSameCell(change.before, change.after));
  assertNoJumps(cellPriceChanges(changed, grid), confirmJumps);
  await upsertCells(
    db,
    changed.flatMap(({ materialId, optionId, after }) => (after ? { materialId, optionId, ...after } : [])),
  );
  await deleteCells(
    db,
    changed.filter((change) => change.after === null),
  );
  const manual = manualPairs(grid);
  await recordPrices(
    db,
    changed.map(({ materialId, optionId, before, after }) => ({
      key: cellKey(materialId, optionId),
      before,
      after,
      wasManual: manual.has(pairKey(materialId, optionId)),
    })),
    by,
  );
  await clearManualMarks(db, grid, changed);
  await touchMaterials(db, [...new Set(changed.map((change) => change.materialId))], by);
  return { changed, grid };
}

/** Converts changes for `assertNoJumps`. */
export function cellPriceChanges(changed: readonly CellChange[], grid: PriceGrid): YuanChange[] {
  const nameOf = namesOf(grid);
  return changed.map((change) => ({
    id: pairKey(change.materialId, change.optionId),
    name: Object.values(nameOf(change)).join(' · '),
    from: change.before?.price ?? null,
    to: change.after?.price ?? null,
  }));
}

/** Removes the mark 需人工 from pairs that get a price. */
async function clearManualMarks(
  db: Db,
  { materials }: PriceGrid,
  changed: readonly CellChange[],
): Promise<void> {
  for (const { id, manualOptions } of materials) {
    if (manualOptions.length === 0) continue;
    const priced = changed.filter(({ materialId, after }) => materialId === id && after !== null);
    const remaining = manualOptions.filter((option) => priced.every(({ optionId }) => optionId !== option));
    if (remaining.length < manualOptions.length) await setManualOptions(db, id, remaining);
  }
}

/** Throws `request.invalid` for pairs that cannot have a price, and for cells that are named twice. */
export async function assertCells(db: Db, changes: readonly CellChange[], grid: PriceGrid): Promise<void> {
  const problemOf = pairChecker(grid, await readDeletedNames(db, changes, grid));
  const fields: FieldErrors = {};
  const seenKeys = new Set<string>();
  for (const [index, { materialId, optionId }] of changes.entries()) {
    const key = pairKey(materialId, optionId);
    const problem = seenKeys.has(key) ? '同一格出现两次' : problemOf(materialId, optionId);
    seenKeys.add(key);
    if (problem === undefined) continue;
    fields[`cells.${index}.optionId`] = problem;
    if (Object.keys(fields).length === MAX_ERRORS) break;
  }
  throwFieldErrors(fields);
}

/** For the operation log: the number of changes, and the first ones with the names of material and option. */
export function cellsForLog(changed: readonly CellChange[], grid: PriceGrid): Record<string, unknown> {
  const nameOf = namesOf(grid);
  const prices = changed.slice(0, MAX_LOGGED).map((change) => ({
    materialId: change.materialId,
    ...nameOf(change),
    before: change.before,
    after: change.after,
  }));
  // Links the entry to the history of each material.
  const materials = [...new Set(changed.map(({ materialId }) => materialId))];
  return { saved: changed.length, prices, materials };
}
