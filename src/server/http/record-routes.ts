import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { RecordStore } from '#server/db/record-store.ts';
import { AppError } from './app-error.ts';
import { exportRecords } from './export-records.ts';
import { route, type App } from './route.ts';
import type { TableFormat } from '#server/tables/table-file.ts';
import type { PageQuery } from '#server/db/list-query.ts';
import type { Caller, Scope } from '#server/modules/access/caller.ts';
import { assertAllRemoved, changesOf, foundOrThrow, savedOrConflict } from './records.ts';

/** The endpoints of a record resource. */
export interface RecordEndpoints<Row, Input, Filters> {
  list: Endpoint & { query: Schema<Filters & PageQuery> };
  one: Endpoint & { params: Schema<{ id: number }>; data: Schema<Row> };
  create: Endpoint & { body: Schema<Input> };
  update: Endpoint & {
    params: Schema<{ id: number }>;
    body: Schema<Input & { version: number }>;
    data: Schema<Row>;
  };
  remove: Endpoint & { body: Schema<{ ids: number[] }> };
  export: Endpoint & {
    query: Schema<Filters & { format: TableFormat }>;
    answer: 'file';
  };
}
type Schema<T> = z.ZodMiniType<T>;

interface Reading<Row, Filters> {
  /** The export's file name without its extension. */
  title: string;
  list: (db: Db, scope: Scope, filters: Filters, page: PageQuery) => Promise<{ list: Row[]; count: number }>;
  find: (db: Db, scope: Scope, id: number) => Promise<Row | undefined>;
  /** The export's rows for these records; default: the records themselves. */
  toExportRows?: ((tx: Db, records: readonly Row[]) => Promise<object[]>) | undefined;
}

/** Registers list, export and single record of a resource, limited to the caller's scope. */
export function readingRoutes<Row extends object, Filters extends object>(
  app: App,
  database: Database,
  endpoints: Pick<RecordEndpoints<Row, never, Filters>, 'list' | 'export' | 'one'>,
  { title, list, find, toExportRows }: Reading<Row, Filters>,
): void {
  const { db } = database;
  route(app, endpoints.list, ({ query, session }) => list(db, session.grant.scope, query, query));
  route(app, endpoints.export, ({ query, session }) =>
    exportRecords(database, {
      title,
      format: query.format,
      columns: endpoints.export.columns,
      read: async (tx, page) => {
        const { list: records, count } = await list(tx, session.grant.scope, query, page);
        return { list: (await toExportRows?.(tx, records)) ?? records, count };
      },
    }),
  );
  route(app, endpoints.one, async ({ params, session }) =>
    foundOrThrow(await find(db, session.grant.scope, params.id)),
  );
}

interface Writing<Row, Created, Changed> {
  /** Resolves with the new record's id. */
  create: (caller: Caller, input: Created, now: Date) => Promise<number>;
  edit: (caller: Caller, id: number, input: Changed, now: Date) => Promise<{ before: Row; after: Row }>;
  remove: (caller: Caller, ids: number[], now: Date) => Promise<number[]>;
  /** The part of a new record that the operation log may show; default: all of it. */
  loggable?: (input: Created) => object;
}

/** Registers create, update and delete of a resource whose service has the transactions and rules. */
export function writingRoutes<Row extends object, Created extends object, Changed extends object>(
  app: App,
  endpoints: {
    create: Endpoint & { body: Schema<Created> };
    update: Endpoint & { params: Schema<{ id: number }>; body: Schema<Changed>; data: Schema<Row> };
    remove: Endpoint & { body: Schema<{ ids: number[] }> };
  },
  { create, edit, remove, loggable = (input) => input }: Writing<Row, Created, Changed>,
): void {
  route(app, endpoints.create, async ({ body, session, now, audit }) => {
    const id = await create(session, body, now);
    audit({ id, ...changesOf({}, loggable(body)) });
    return id;
  });
  route(app, endpoints.update, async ({ params: { id }, body, session, now, audit }) => {
    const { before, after } = await edit(session, id, body, now);
    audit({ id, ...changesOf(before, after) });
    return after;
  });
  route(app, endpoints.remove, ({ body: { ids }, session, now, audit }) => {
    audit({ ids });
    return remove(session, ids, now);
  });
}

interface RecordRules<Row, Input> extends Pick<Reading<Row, never>, 'title' | 'toExportRows'> {
  /** Rejects input that a schema cannot check; runs in the write's transaction. */
  check?: (tx: Db, input: Input, id: number | undefined) => Promise<void>;
  /** Why these records cannot be deleted, as a sentence; undefined when they can. */
  deletionRefusal?: (tx: Db, ids: readonly number[]) => Promise<string | undefined>;
  /** Runs a change in one transaction, with its locks and a later `now`; default: no locks, the request's time. */
  write?: <T>(database: Pick<Database, 'db'>, change: (tx: Db, now: Date) => Promise<T>) => Promise<T>;
  /** The part of a record that the operation log may show; defaults to all of it. */
  loggable?: <T extends Row | Input>(record: T) => T;
}

/**
 * Registers list, export, one, create, update and delete of a resource. Every write is one transaction, reports its
 * changes to the operation log, and answers a stale version with the current record.
 */
export function recordRoutes<Row extends object, Input extends object, Filters extends object>(
  app: App,
  database: Database,
  endpoints: RecordEndpoints<Row, Input, Filters>,
  store: RecordStore<Row, Input, Filters>,
  {
    title,
    check,
    toExportRows,
    deletionRefusal,
    write,
    loggable = (record) => record,
  }: RecordRules<Row, Input>,
): void {
  const { db } = database;
  const inTransaction = <T>(now: Date, change: (tx: Db, now: Date) => Promise<T>): Promise<T> =>
    write ? write(database, change) : db.transaction((tx) => change(tx, now));
  readingRoutes(app, database, endpoints, {
    title,
    list: (tx, _scope, filters, page) => store.list(tx, filters, page),
    find: (tx, _scope, id) => store.find(tx, id),
    toExportRows,
  });
  route(app, endpoints.create, ({ body, session, now: requestTime, audit }) =>
    inTransaction(requestTime, async (tx, now) => {
      await check?.(tx, body, undefined);
      const row = await store.insert(tx, body, { userId: session.userId, now });
      const id = store.idOf(row);
      audit({ id, ...changesOf({}, loggable(body)) });
      return id;
    }),
  );
  route(app, endpoints.update, ({ params: { id }, body, session, now: requestTime, audit }) =>
    inTransaction(requestTime, async (tx, now) => {
      const before = foundOrThrow(await store.find(tx, id));
      await check?.(tx, body, id);
      const saved = await store.update(tx, id, body, { userId: session.userId, now });
      const after = await savedOrConflict(saved, () => store.find(tx, id));
      audit({ id, ...changesOf(loggable(before), loggable(after)) });
      return after;
    }),
  );
  route(app, endpoints.remove, ({ body: { ids }, session, now: requestTime, audit }) =>
    inTransaction(requestTime, async (tx, now) => {
      const refusal = await deletionRefusal?.(tx, ids);
      if (refusal !== undefined) throw new AppError('record.in_use', { msg: refusal });
      audit({ ids });
      return assertAllRemoved(ids, await store.remove(tx, ids, { userId: session.userId, now }));
    }),
  );
}
