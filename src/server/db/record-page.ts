import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Db } from './database.ts';
import { pageOf } from './list-query.ts';
import { compile, runNamed, type Statement } from './named-statement.ts';

interface PageOptions {
  table: PgTable;
  where: SQL;
  order: readonly SQL[];
  page: { pageIndex: number; pageSize: number };
}

/**
 * A page of a table of records and the number of all that match, in one round trip unless the number is unknown: it is
 * kept until the table changes, by the revision that the page's own statement reads. Rows are as `pg` reads them.
 */
export async function readPage(
  db: Db,
  { table, where, order, page }: PageOptions,
): Promise<{ rows: object[]; count: number }> {
  const { limit, offset } = pageOf(page);
  const condition = compile(where);
  const sorted = compile(sql.join([...order], sql`, `)).text;
  const text = `${headOf(table)} where ${condition.text} order by ${sorted} limit ${limit}`;
  // The page size and the first page are part of the text: PostgreSQL then keeps a plan that is made for them.
  const found = await runNamed<{ tableRevision: number | null }>(
    db,
    offset === 0
      ? { text, values: condition.values }
      : { text: `${text} offset $${condition.values.length + 1}`, values: [...condition.values, offset] },
  );
  const rows = found.map(({ tableRevision: _revision, ...row }) => row);
  // A page that is not full shows where the list ends, so nothing has to be counted.
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
  if (isLast) return { rows, count: offset + rows.length };
  return { rows, count: await countRows(db, table, condition, found[0]?.tableRevision ?? undefined) };
}

/** Of every row its fields, by their names in the schema, and the table's revision, which a trigger advances with each write. */
function headOf(table: PgTable): string {
  const known = heads.get(table);
  if (known !== undefined) return known;
  const columns = Object.entries(getTableColumns(table)).map(
    ([field, column]) => sql`${column} as ${sql.identifier(field)}`,
  );
  const { text } = compile(sql`select ${sql.join(columns, sql`, `)}`);
  const head = `${text}, ${revisionOf(table)} as "tableRevision" from "${getTableName(table)}"`;
  heads.set(table, head);
  return head;
}

const heads = new WeakMap<PgTable, string>();

const revisionOf = (table: PgTable) =>
  `(select value from table_revision where name = '${getTableName(table)}')`;

const MAX_COUNTS = 1_000;
type Counts = Map<string, { revision: number; count: number }>;

/** By the database that they are of. */
const counts = new WeakMap<object, Counts>();

async function countRows(
  db: Db,
  table: PgTable,
  { text: where, values }: Statement,
  revision: number | undefined,
): Promise<number> {
  const kept = keptCounts(db);
  const from = `from "${getTableName(table)}" where ${where}`;
  const key = JSON.stringify([from, values]);
  const known = kept?.get(key);
  if (known !== undefined && known.revision === revision) return known.count;
  const text = `select count(*) as count, ${revisionOf(table)} as revision ${from}`;
  const [row] = await runNamed<{ count: number; revision: number | null }>(db, { text, values });
  if (!row) throw new Error('a count returned no row');
  if (row.revision !== null) kept?.set(key, { revision: row.revision, count: row.count });
  return row.count;
}

/** Undefined within a transaction: a rollback would undo what it counted. */
function keptCounts({ $client }: Db): Counts | undefined {
  if (!($client instanceof pg.Pool)) return undefined;
  const kept = counts.get($client) ?? new Map();
  if (kept.size >= MAX_COUNTS) kept.clear();
  counts.set($client, kept);
  return kept;
}
