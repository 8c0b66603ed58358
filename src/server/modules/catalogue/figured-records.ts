import { isDeepStrictEqual } from 'node:util';
import type { PermissionCode } from '#contract/kernel/permissions.ts';
import { figuresKey, type FigureKind, type Figures } from '#contract/prices/price-changes.ts';
import type { Db } from '#server/db/database.ts';
import type { RecordStore } from '#server/db/record-store.ts';
import { recordPrices, type PricedBy, type PriceMoved } from './price-history.service.ts';
import type { PriceMove } from './price-jumps.service.ts';

/** A record with its figures; a deleted one has its last ones. */
export interface FoundFigures<F extends Figures = Figures> {
  name: string;
  figures: F;
  isDeleted: boolean;
}

/** The operations of one kind of records for drafts, versions and the history of prices. */
export interface FiguredRecords<
  F extends Figures = Figures,
  Found extends FoundFigures<F> = FoundFigures<F>,
> {
  /** 附加费规则. */
  noun: string;
  /** The name in lists of prices: 附加费. */
  group: string;
  permissions: { list: PermissionCode; edit: PermissionCode };
  read(tx: Db, ids: readonly number[]): Promise<Map<number, Found>>;
  /** What changes for customers with other figures. */
  moves(found: Found, change: { id: number; before: F; after: F }): PriceMove[];
  /**
   * Gives records other figures in a write of the catalogue, checked like edits of the records. Throws `request.invalid`, also for
   * a record that is deleted.
   */
  change(tx: Db, changes: readonly { id: number; after: F }[], by: PricedBy): Promise<void>;
}

/** A store that also writes changes of figures to the history of prices, including those of added and deleted records. */
export function withPastFigures<Row extends { id: number }, Input extends object, Filters extends object>(
  store: RecordStore<Row, Input, Filters>,
  kind: FigureKind,
  figuresOf: (row: Row) => Figures,
): RecordStore<Row, Input, Filters> {
  const move = (id: number, before: Row | null, after: Row | null): PriceMoved => ({
    key: figuresKey(kind, id),
    before: before && figuresOf(before),
    after: after && figuresOf(after),
  });
  return {
    ...store,
    insert: async (db, input, by) => {
      const added = await store.insert(db, input, by);
      await recordPrices(db, [move(added.id, null, added)], by);
      return added;
    },
    update: async (db, id, input, by) => {
      const before = await store.find(db, id);
      const after = await store.update(db, id, input, by);
      const moved = before && after && move(id, before, after);
      if (moved && !isDeepStrictEqual(moved.before, moved.after)) await recordPrices(db, [moved], by);
      return after;
    },
    remove: async (db, ids, by) => {
      const gone = await store.findAll(db, ids);
      const removed = await store.remove(db, ids, by);
      await recordPrices(
        db,
        gone.map((row) => move(row.id, row, null)),
        by,
      );
      return removed;
    },
  };
}
