import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Db } from './database.ts';
import { onlyRow } from './only-row.ts';
import { limitAndOffset } from './list-query.ts';
import { compile, runNamed, type Statement } from './named-statement.ts';

interface PageOptions {
  table: PgTable;
  where: SQL;
  order: readonly SQL[];
  page: { pageIndex: number; pageSize: number };
}

/**
 * A page of a table of records and the number of all matching ones. Takes one round trip unless that number is unknown:
 * it is cached by the table's revision, which the page's own statement reads. Rows are as `pg` returns them.
 */
export async function readPage(
  db: Db,
  { table, where, order, page }: PageOptions,
): Promise<{ rows: object[]; count: number }> {
  const { limit, offset } = limitAndOffset(page);
  const condition = compile(where);
  const sorted = compile(sql.join([...order], sql`, `)).text;
  const text = `${selectOf(table)} where ${condition.text} order by ${sorted} limit ${limit}`;
  // Page size and first page are literals in the text, so that PostgreSQL caches a plan for them.
  const selected = await runNamed<{ tableRevision: number | null }>(
    db,
    offset === 0
      ? { text, values: condition.values }
      : { text: `${text} offset $${condition.values.length + 1}`, values: [...condition.values, offset] },
  );
  const rows = selected.map(({ tableRevision: _revision, ...row }) => row);
  // A page that is not full shows where the list ends, so nothing has to be counted.
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
  if (isLast) return { rows, count: offset + rows.length };
  return { rows, count: await countRows(db, table, condition, selected[0]?.tableRevision ?? undefined) };
}

/** Selects the fields of the schema and the table's revision, which a trigger advances with each write. */
function selectOf(table: PgTable): string {
  const cached = selects.get(table);
  if (cached !== undefined) return cached;
  const columns = Object.entries(getTableColumns(table)).map(
    ([field, column]) => sql`${column} as ${sql.identifier(field)}`,
  );
  const { text } = compile(sql`select ${sql.join(columns, sql`, `)}`);
  const select = `${text}, ${revisionOf(table)} as "tableRevision" from "${getTableName(table)}"`;
  selects.set(table, select);
  return select;
}

/** The start of the statement, by table. */
const selects = new WeakMap<PgTable, string>();

const revisionOf = (table: PgTable) =>
  `(select value from table_revision where name = '${getTableName(table)}')`;

const MAX_COUNTS = 1_000;
type Counts = Map<string, { revision: number; count: number }>;

/** By connection pool. */
const counts = new WeakMap<object, Counts>();

async function countRows(
  db: Db,
  table: PgTable,
  { text: where, values }: Statement,
  revision: number | undefined,
): Promise<number> {
  const cached = cachedCounts(db);
  const from = `from "${getTableName(table)}" where ${where}`;
  const key = JSON.stringify([from, values]);
  const entry = cached?.get(key);
  if (entry !== undefined && entry.revision === revision) return entry.count;
  const text = `select count(*) as count, ${revisionOf(table)} as revision ${from}`;
  const row = onlyRow(await runNamed<{ count: number; revision: number | null }>(db, { text, values }));
  if (row.revision !== null) cached?.set(key, { revision: row.revision, count: row.count });
  return row.count;
}

/** Undefined within a transaction, whose counts a rollback may undo. */
function cachedCounts({ $client }: Db): Counts | undefined {
  if (!($client instanceof pg.Pool)) return undefined;
  const cached = counts.get($client) ?? new Map();
  if (cached.size >= MAX_COUNTS) cached.clear();
  counts.set($client, cached);
  return cached;
}
