import type { BodyOf, DataOf, Endpoint, QueryOf } from '#contract/kernel/endpoint.ts';
import { and, eq, getTableColumns, inArray, isNull, sql, type InferSelectModel, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';
import { pageOf, sortOrder, type Page, type PageQuery } from './list-query.ts';
import { readPage } from './record-page.ts';

/** A table of editable records: versioned, soft-deleted, with author and times. */
export type RecordTable = PgTable & {
  version: PgColumn;
  createBy: PgColumn;
  updateBy: PgColumn;
  createdAt: PgColumn;
  updatedAt: PgColumn;
  deletedAt: PgColumn;
};

/** The author and time of a change. */
export interface ChangedBy {
  userId: number;
  now: Date;
}

interface StoreOptions<T extends RecordTable, Row, Input, Filters> {
  table: T;
  id: PgColumn;
  /** The columns read outside of lists; default: all. */
  columns?: Record<string, PgColumn | SQL>;
  /** Converts rows to records as the API returns them, in the same order. */
  present: (rows: InferSelectModel<T>[], db: Db) => Row[] | Promise<Row[]>;
  /** The columns of an input; default: its fields. */
  toColumns?: (input: Input) => Partial<InferSelectModel<T>>;
  /** Conditions of the list's filters. */
  where?: (filters: Filters) => (SQL | undefined)[];
  /** Columns that a list may be sorted by, by their name in the API. */
  sortable?: Readonly<Record<string, PgColumn>>;
  /** The default sort order of the list; ends with the id, so that pages never overlap. */
  order?: SQL[];
}

/** The filters and sort parameters of a list's query. */
export type FiltersOf<Query> = Omit<Query, keyof PageQuery>;

/** The basic queries of a record table. Each takes `db` first, so that it can run in a transaction. */
export interface RecordStore<Row extends object, Input extends object, Filters extends object> {
  table: PgTable;
  idOf(row: Row): number;
  list(db: Db, filters: Filters, page: PageQuery): Promise<Page<Row>>;
  find(db: Db, id: number): Promise<Row | undefined>;
  /** The records with these ids that exist, in any order. */
  findAll(db: Db, ids: readonly number[]): Promise<Row[]>;
  insert(db: Db, input: Input, by: ChangedBy): Promise<Row>;
  /** Undefined when the version is stale or the record is gone. */
  update(db: Db, id: number, input: Input & { version: number }, by: ChangedBy): Promise<Row | undefined>;
  /** Soft-deletes and returns the ids that existed. */
  remove(db: Db, ids: readonly number[], by: ChangedBy): Promise<number[]>;
}

export function recordStore<
  T extends RecordTable,
  Row extends object,
  Input extends object,
  Filters extends object,
>({
  table,
  id: idColumn,
  columns = getTableColumns<PgTable>(table),
  present,
  toColumns = (input) => input,
  where = () => [],
  sortable = {},
  order = [],
}: StoreOptions<T, Row, Input, Filters>): RecordStore<Row, Input, Filters> {
  const notDeleted = isNull(table.deletedAt);
  const idField = Object.entries(getTableColumns<PgTable>(table)).find(
    ([, column]) => column === idColumn,
  )?.[0];
  // For a generic table drizzle cannot infer the type of its rows: these helpers state it.
  const rowsOf = (rows: unknown) => rows as InferSelectModel<T>[];
  const presentFirst = async (db: Db, rows: unknown) => (await present(rowsOf(rows), db))[0];

  return {
    table,
    idOf: (row) => Number(Reflect.get(row, idField ?? '')),
    async list(db, filters, page) {
      const { rows, count } = await readPage(db, {
        table,
        where: and(notDeleted, ...where(filters)) ?? notDeleted,
        order: sortOrder(filters, sortable, ...order),
        page,
      });
      return pageOf(await present(rowsOf(rows), db), count, page);
    },
    async find(db, id) {
      return presentFirst(
        db,
        await db
          .select(columns)
          .from<PgTable>(table)
          .where(and(eq(idColumn, id), notDeleted)),
      );
    },
    async findAll(db, ids) {
      const rows = await db
        .select(columns)
        .from<PgTable>(table)
        .where(and(inArray(idColumn, [...ids]), notDeleted));
      return present(rowsOf(rows), db);
    },
    async insert(db, input, by) {
      const row = await presentFirst(
        db,
        await db
          .insert<PgTable>(table)
          .values({ ...toColumns(input), ...stampOfNew(by) })
          .returning(columns),
      );
      if (row === undefined) throw new Error('an insert returned no row');
      return row;
    },
    async update(db, id, input, by) {
      return presentFirst(
        db,
        await db
          .update<PgTable>(table)
          .set({ ...toColumns(input), ...stampOfChange(table, by) })
          .where(and(eq(idColumn, id), eq(table.version, input.version), notDeleted))
          .returning(columns),
      );
    },
    remove: softDeletion(table, idColumn),
  };
}

interface ResourceEndpoints {
  list: Endpoint;
  one: Endpoint;
  create: Endpoint;
}

/** `recordStore` with the records, inputs and filters of a resource's endpoints. */
export const storeOf =
  <E extends ResourceEndpoints>() =>
  <T extends RecordTable>(
    options: StoreOptions<
      T,
      DataOf<E['one']> & object,
      BodyOf<E['create']> & object,
      FiltersOf<QueryOf<E['list']>>
    >,
  ) =>
    recordStore(options);

/** Writes these columns of a record; false when the version is stale or the record is gone. */
export const versionedUpdate =
  <T extends RecordTable>(table: T, idColumn: PgColumn) =>
  async (
    db: Db,
    id: number,
    version: number,
    fields: Partial<InferSelectModel<T>>,
    by: ChangedBy,
  ): Promise<boolean> => {
    const rows = await db
      .update<PgTable>(table)
      .set({ ...fields, ...stampOfChange(table, by) })
      .where(and(eq(idColumn, id), eq(table.version, version), isNull(table.deletedAt)))
      .returning({ id: idColumn });
    return rows.length === 1;
  };

/** Soft-deletes records and returns the ids that existed. */
export const softDeletion =
  (table: RecordTable, idColumn: PgColumn) =>
  async (db: Db, ids: readonly number[], by: ChangedBy): Promise<number[]> => {
    const rows = await db
      .update<PgTable>(table)
      .set({ deletedAt: by.now, ...stampOfChange(table, by) })
      .where(and(inArray(idColumn, [...ids]), isNull(table.deletedAt)))
      .returning({ id: idColumn });
    return rows.map((row) => Number(row.id));
  };

/** Replaces the rows of a relation that belong to one owner; ids may repeat. */
export const linkReplacement =
  <T extends PgTable>(
    table: T,
    ownerColumn: PgColumn,
    rowOf: (owner: number, id: number) => T['$inferInsert'],
  ) =>
  async (db: Db, owner: number, ids: readonly number[]): Promise<void> => {
    await db.delete<PgTable>(table).where(eq(ownerColumn, owner));
    if (ids.length === 0) return;
    await db.insert<PgTable>(table).values([...new Set(ids)].map((id) => rowOf(owner, id)));
  };

/** The ids among these whose records are not deleted. */
export async function readExistingIds(
  db: Db,
  table: RecordTable,
  idColumn: PgColumn,
  ids: readonly number[],
  condition?: SQL,
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: idColumn })
    .from<PgTable>(table)
    .where(and(inArray(idColumn, [...ids]), isNull(table.deletedAt), condition));
  return new Set(rows.map((row) => Number(row.id)));
}

/** Author and times of a new record. */
export const stampOfNew = ({ userId, now }: ChangedBy) => ({
  createBy: userId,
  updateBy: userId,
  createdAt: now,
  updatedAt: now,
});

/** Author, time and next version of a changed record. */
export const stampOfChange = (table: { version: PgColumn }, { userId, now }: ChangedBy) => ({
  updateBy: userId,
  updatedAt: now,
  version: sql<number>`${table.version} + 1`,
});

/** A row with its times in the format of the API. */
export function withWireTimes<R extends object>(row: R): WithWireTimes<R> {
  // A copy and a loop, because Object.entries and fromEntries would take a quarter of the time of a list request.
  const record = { ...row } as Record<string, unknown>;
  for (const field in record) {
    const value = record[field];
    if (value instanceof Date) record[field] = value.toISOString();
  }
  return record as WithWireTimes<R>;
}

type WithWireTimes<R> = {
  [F in keyof R]: R[F] extends Date ? string : R[F] extends Date | null ? string | null : R[F];
};
