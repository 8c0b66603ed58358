import type { Database, Db } from '#server/db/database.ts';
import type { RecordStore } from '#server/db/record-store.ts';
import { foundOrThrow, savedOrConflict } from '#server/http/records.ts';
import type { RecordImport } from './record-import.ts';

type Given = 'load' | 'write' | 'create' | 'update';

interface StoreRules<Row, Input extends object, Filters extends object> {
  database: Database;
  store: RecordStore<Row, Input, Filters>;
  /** The check of the resource's endpoints. */
  check: (tx: Db, input: Input, id: number | undefined) => Promise<void>;
}

/** More records than a dictionary has. */
const MOST = 10_000;

/** The import of a resource that `recordRoutes` serves: a small table without references, read as a whole. */
export function storeImport<Row, Input extends object, Filters extends object>({
  database,
  store,
  check,
  ...rest
}: StoreRules<Row, Input, Filters> & Omit<RecordImport<Row, Input>, Given>): RecordImport<Row, Input> {
  return {
    ...rest,
    load: async (db) => {
      const page = { pageIndex: 1, pageSize: MOST };
      return { records: (await store.list(db, {} as Filters, page)).list, lookups: {} };
    },
    write: (change) => database.db.transaction((tx) => change(tx, new Date())),
    create: async (tx, input, { caller: { userId }, now }) => {
      await check(tx, input, undefined);
      return rest.idOf(await store.insert(tx, input, { userId, now }));
    },
    update: async (tx, id, input, { caller: { userId }, now }) => {
      foundOrThrow(await store.find(tx, id));
      await check(tx, input, id);
      const saved = await store.update(tx, id, input, { userId, now });
      await savedOrConflict(saved, () => store.find(tx, id));
    },
  };
}
