import { createHash } from 'node:crypto';
import { pairKey } from '#contract/prices/cell-changes.ts';
import {
  priceKey,
  recordIdOf,
  type NamedPriceChange,
  type PriceValue,
} from '#contract/prices/price-changes.ts';
import type { Db } from '#server/db/database.ts';
import type { DraftChange } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import { listAgreedPrices } from '#server/modules/catalogue/machining-prices.service.ts';
import { readRecordFigures } from '../record-figures.ts';
import { readPriceNames } from '../price-names.ts';
import { readCells } from '../price-table.queries.ts';
import { cellsOf, machiningByOwner } from './change-values.ts';

/** The current values of prices, by key; null where there is no price. */
export type CurrentPrices = ReadonlyMap<string, PriceValue>;

/** Reads the current values, in the order of the changes because `hashPrices` depends on it. */
export async function readCurrentPrices(tx: Db, changes: readonly DraftChange[]): Promise<CurrentPrices> {
  const currentPrices = new Map<string, PriceValue>(changes.map((change) => [priceKey(change), null]));
  const cells = cellsOf(changes);
  const values = await readCells(tx, cells);
  for (const change of cells)
    currentPrices.set(priceKey(change), values.get(pairKey(change.materialId, change.optionId)) ?? null);
  for (const [deptId, ownerChanges] of machiningByOwner(changes)) {
    const rows = await listAgreedPrices(tx, deptId);
    const prices = new Map(rows.map(({ materialTag, price }) => [materialTag, price]));
    for (const change of ownerChanges)
      currentPrices.set(priceKey(change), prices.get(change.materialTag) ?? null);
  }
  for (const { changes: kindChanges, recordsById } of await readRecordFigures(tx, changes))
    for (const change of kindChanges) {
      const record = recordsById.get(recordIdOf(change));
      if (record?.isDeleted === false) currentPrices.set(priceKey(change), record.figures);
    }
  return currentPrices;
}

/** A hash of the current values: 64 hexadecimal digits. */
export const hashPrices = (currentPrices: CurrentPrices): string =>
  createHash('sha256')
    .update(JSON.stringify([...currentPrices]))
    .digest('hex');

/** Adds names and current values to the changes. */
export async function withNames(
  tx: Db,
  changes: readonly DraftChange[],
  currentPrices: CurrentPrices,
): Promise<NamedPriceChange[]> {
  const names = await readPriceNames(tx, changes);
  return changes.map((change) => {
    const key = priceKey(change);
    const { group = '', name = key, deletedText = '' } = names.get(key) ?? {};
    const { kind, before, after } = change;
    const current = currentPrices.get(key) ?? null;
    const namedChange = {
      kind,
      key,
      group,
      name,
      isDeleted: deletedText !== '',
      before,
      after,
      now: current,
    };
    return namedChange as NamedPriceChange;
  });
}

/** A refusal names at most this many deleted records. */
const MAX_DELETED = 3;

/** Throws `request.invalid` for prices of records deleted since the draft was written: they must be removed from it first. */
export async function assertNoneDeleted(tx: Db, changes: readonly DraftChange[]): Promise<void> {
  const names = await readPriceNames(tx, changes);
  const texts = [...names.values()].map((priceName) => priceName.deletedText).filter((text) => text !== '');
  if (texts.length === 0) return;
  const sentences = [...new Set(texts)];
  const more = sentences.length > MAX_DELETED ? `等 ${sentences.length} 处` : '';
  throw new AppError('request.invalid', {
    msg: `${sentences.slice(0, MAX_DELETED).join('，')}${more}，请先从草稿中移除有关的 ${texts.length} 个价格`,
  });
}
