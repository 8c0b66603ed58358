import { parseNumber } from '#domain/parse-number.ts';
import type { Db } from '#server/db/database.ts';
import type { RecordStore } from '#server/db/record-store.ts';
import { foundOrThrow, savedOrConflict } from '#server/http/records.ts';
import type { RecordImport, Stored } from './record-import.ts';

type FromStore = 'idOf' | 'load' | 'create' | 'update';

interface StoreRules<Row extends object, Input extends object, Filters extends object> {
  store: RecordStore<Row, Input, Filters>;
  /** The check of the resource's endpoints. */
  check: (tx: Db, input: Input, id: number | undefined) => Promise<void>;
  /** Lookups of the columns that name other records. */
  lookups?: (db: Db) => Promise<Stored<Row>['lookups']>;
}

/** More records than any of these tables has. */
const MAX_RECORDS = 10_000;

/** The import of a resource that `recordRoutes` serves: a small table, read completely. */
export function storeImport<Row extends object, Input extends object, Filters extends object>({
  store,
  check,
  lookups,
  ...rest
}: StoreRules<Row, Input, Filters> & Omit<RecordImport<Row, Input>, FromStore>): RecordImport<Row, Input> {
  return {
    ...rest,
    idOf: (row) => store.idOf(row),
    load: async (db) => {
      const page = { pageIndex: 1, pageSize: MAX_RECORDS };
      const { list } = await store.list(db, {} as Filters, page);
      return { records: list, lookups: (await lookups?.(db)) ?? {} };
    },
    create: async (tx, input, { caller: { userId }, now }) => {
      await check(tx, input, undefined);
      return store.idOf(await store.insert(tx, input, { userId, now }));
    },
    update: async (tx, id, input, { caller: { userId }, now }) => {
      foundOrThrow(await store.find(tx, id));
      await check(tx, input, id);
      const saved = await store.update(tx, id, input, { userId, now });
      await savedOrConflict(saved, () => store.find(tx, id));
    },
  };
}

/** Normalises a number: 25, 25.0 and ２５ are the same. */
export function normalizeNumber(text: string): string {
  const number = parseNumber(text);
  return typeof number === 'number' ? String(number) : text;
}
