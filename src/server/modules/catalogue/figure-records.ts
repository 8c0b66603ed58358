import { isDeepStrictEqual } from 'node:util';
import type { PermissionCode } from '#contract/kernel/permissions.ts';
import { figuresKey, type FigureKind, type Figures } from '#contract/prices/price-changes.ts';
import type { Db } from '#server/db/database.ts';
import type { RecordStore } from '#server/db/record-store.ts';
import { recordPrices, type PricedBy, type StoredPriceChange } from './price-history.service.ts';
import type { YuanChange } from './price-jumps.service.ts';

/** The figures of a record; a deleted record keeps its last ones. */
export interface RecordFigures<F extends Figures = Figures> {
  name: string;
  figures: F;
  isDeleted: boolean;
}

/** A kind of record whose figures are prices: its operations for price drafts, versions and history. */
export interface FigureRecords<F extends Figures = Figures, R extends RecordFigures<F> = RecordFigures<F>> {
  /** What messages call a record, for example 附加费规则. */
  noun: string;
  /** The name in lists of prices, for example 附加费. */
  group: string;
  permissions: { list: PermissionCode; edit: PermissionCode };
  read(tx: Db, ids: readonly number[]): Promise<Map<number, R>>;
  /** The changes of customers' prices that changed figures cause. */
  effectsOf(record: R, change: { id: number; before: F; after: F }): YuanChange[];
  /**
   * Changes figures inside `writeCatalogue`, and checks them like an edit. Throws `request.invalid`, including for a
   * deleted record.
   */
  change(tx: Db, changes: readonly { id: number; after: F }[], by: PricedBy): Promise<void>;
}

/** Wraps a store so that it also writes the figures of added, changed and deleted records to the price history. */
export function withFigureHistory<Row extends { id: number }, Input extends object, Filters extends object>(
  store: RecordStore<Row, Input, Filters>,
  kind: FigureKind,
  figuresOf: (row: Row) => Figures,
): RecordStore<Row, Input, Filters> {
  const change = (id: number, before: Row | null, after: Row | null): StoredPriceChange => ({
    key: figuresKey(kind, id),
    before: before && figuresOf(before),
    after: after && figuresOf(after),
  });
  return {
    ...store,
    insert: async (db, input, by) => {
      const added = await store.insert(db, input, by);
      await recordPrices(db, [change(added.id, null, added)], by);
      return added;
    },
    update: async (db, id, input, by) => {
      const before = await store.find(db, id);
      const after = await store.update(db, id, input, by);
      const changed = before && after && change(id, before, after);
      if (changed && !isDeepStrictEqual(changed.before, changed.after)) await recordPrices(db, [changed], by);
      return after;
    },
    remove: async (db, ids, by) => {
      const before = await store.findAll(db, ids);
      const removed = await store.remove(db, ids, by);
      await recordPrices(
        db,
        before.map((row) => change(row.id, row, null)),
        by,
      );
      return removed;
    },
  };
}
