import { pairKey } from '#contract/prices/cell-changes.ts';
import { priceKey, recordIdOf, type ChangeOf } from '#contract/prices/price-changes.ts';
import type { Db } from '#server/db/database.ts';
import type { DraftChange } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import { setManualOptions } from '#server/modules/catalogue/catalogue-writes.service.ts';
import {
  assertAgreedPrices,
  listAgreedPrices,
  listMachiningPriceChanges,
  saveAgreedPrices,
} from '#server/modules/catalogue/machining-prices.service.ts';
import type { PricedBy } from '#server/modules/catalogue/price-history.service.ts';
import { assertNoJumps, type YuanChange } from '#server/modules/catalogue/price-jumps.service.ts';
import { readRecordFigures } from '../record-figures.ts';
import { manualPairs } from '../price-grid.ts';
import { readGrid } from '../price-table.queries.ts';
import { assertCells, cellPriceChanges, cellsForLog, saveCells } from '../save-cells.ts';
import { cellsOf, changesValue, machiningByOwner } from './change-values.ts';

const toTagPrice = ({ materialTag, after }: ChangeOf<'machining'>) => ({ materialTag, price: after });

/** Throws `request.invalid` for prices that cannot exist and for prices named twice. */
export async function assertChanges(tx: Db, changes: readonly DraftChange[]): Promise<void> {
  const cells = cellsOf(changes);
  if (cells.length > 0) await assertCells(tx, cells, await readGrid(tx));
  const keys = new Set(changes.map(priceKey));
  if (keys.size < changes.length) throw new AppError('request.invalid', { msg: '同一价格出现两次' });
  for (const [deptId, ownerChanges] of machiningByOwner(changes))
    await assertAgreedPrices(
      tx,
      { deptId, prices: ownerChanges.map(toTagPrice) },
      await listAgreedPrices(tx, deptId),
    );
  for (const { records, changes: kindChanges, recordsById } of await readRecordFigures(tx, changes)) {
    const missingId = kindChanges.map(recordIdOf).find((id) => recordsById.get(id)?.isDeleted !== false);
    if (missingId === undefined) continue;
    const name = recordsById.get(missingId)?.name;
    throw new AppError('request.invalid', {
      msg: name === undefined ? `${records.noun} ${missingId} 不存在` : `${records.noun}“${name}”已删除`,
    });
  }
}

/**
 * Sets every price to its new value, inside a catalogue write. Returns the changes, each with `wasManual` if its pair
 * was marked 需人工, the number of changed prices and the entry for the operation log. Throws `request.invalid`,
 * `price.jump`.
 */
export async function applyChanges(
  tx: Db,
  changes: readonly DraftChange[],
  by: PricedBy,
  confirmJumps: boolean | undefined,
): Promise<{ changes: DraftChange[]; saved: number; logEntry: Record<string, unknown> }> {
  const changed = changes.filter(changesValue);
  const grid = await readGrid(tx);
  const cells = cellsOf(changed);
  const machining = [];
  const yuanChanges: YuanChange[] = cellPriceChanges(cells, grid);
  for (const [deptId, ownerChanges] of machiningByOwner(changed)) {
    const rows = await listAgreedPrices(tx, deptId);
    const prices = ownerChanges.map(toTagPrice);
    await assertAgreedPrices(tx, { deptId, prices }, rows);
    yuanChanges.push(...(await listMachiningPriceChanges(tx, deptId, rows, prices)));
    machining.push({ deptId, rows, prices });
  }
  const recordChanges = await readRecordFigures(tx, changed);
  for (const { records, changes: kindChanges, recordsById } of recordChanges)
    for (const change of kindChanges) {
      const id = recordIdOf(change);
      const record = recordsById.get(id);
      if (record) yuanChanges.push(...records.effectsOf(record, { ...change, id }));
    }
  assertNoJumps(yuanChanges, confirmJumps);
  if (cells.length > 0) await saveCells(tx, cells, by, true);
  for (const { deptId, rows, prices } of machining) await saveAgreedPrices(tx, deptId, rows, prices, by);
  for (const { records, changes: kindChanges } of recordChanges)
    await records.change(
      tx,
      kindChanges.map((change) => ({ id: recordIdOf(change), after: change.after })),
      by,
    );
  const countOf = (kind: DraftChange['kind']) => changed.filter((change) => change.kind === kind).length;
  const manual = manualPairs(grid);
  const isManual = ({ materialId, optionId }: ChangeOf<'cell'>) => manual.has(pairKey(materialId, optionId));
  return {
    changes: changes.map((change) =>
      change.kind === 'cell' && isManual(change) ? { ...change, wasManual: true } : change,
    ),
    saved: changed.length,
    logEntry: {
      ...cellsForLog(cells, grid),
      saved: changed.length,
      machiningPrices: countOf('machining'),
      chargeRules: countOf('charge'),
      materialFigures: countOf('material'),
      leadClasses: countOf('lead'),
    },
  };
}

/** Restores the marks 需人工 that a publication removed. */
export async function restoreManualMarks(tx: Db, changes: readonly DraftChange[]): Promise<void> {
  const marked = cellsOf(changes).filter(({ wasManual }) => wasManual);
  if (marked.length === 0) return;
  for (const { id, manualOptions } of (await readGrid(tx)).materials) {
    const restored = marked.filter(({ materialId }) => materialId === id);
    if (restored.length === 0) continue;
    await setManualOptions(tx, id, [...manualOptions, ...restored.map(({ optionId }) => optionId)]);
  }
}
