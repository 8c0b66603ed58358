import { sql, type SQL } from 'drizzle-orm';
import type { Database, Db } from '#server/db/database.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { sumsTables, type SumsTable } from './order-facts.ts';

/** Key of the advisory lock held while sums are written; any number that no other program on the database uses. */
export const SUMS_LOCK = 7_150_115;
/** Changes per statement: stays far below the statement timeout, even on a busy machine. */
const BATCH = 2_000;

/**
 * Adds the pending changes of orders to the sums and deletes them, one batch per transaction, so that a reader sees each
 * change exactly once. Resolves with the number of changes; 0 while another process folds.
 */
export async function foldChanges({ db }: Database, signal?: AbortSignal): Promise<number> {
  let folded = 0;
  for (;;) {
    const count = await db.transaction(async (tx) => ((await lockSums(tx)) ? foldBatch(tx) : 0));
    folded += count;
    if (count < BATCH || signal?.aborted === true) return folded;
  }
}

async function lockSums(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${SUMS_LOCK}) as locked`,
  );
  return rows[0]?.locked === true;
}

async function foldBatch(tx: Db): Promise<number> {
  const batch = sql`select * from batch`;
  const additions = sumsTables.map(
    (table) => sql`${sql.identifier(table.name)} as (${addToSums(table, table.rows(batch))})`,
  );
  const { rows } = await tx.execute<{ count: number }>(sql`
    with batch as materialized (
      delete from order_change where id = any(array(select id from order_change order by id limit ${BATCH})) returning *
    ), ${sql.join(additions, sql`, `)}
    select count(*)::int as count from batch`);
  return onlyRow(rows).count;
}

/** Adds rows to a table of sums, by key. */
export function addToSums({ name, keys, sums }: SumsTable, rows: SQL): SQL {
  const columns = sql.raw([...keys, ...sums].join(', '));
  const assignments = sql.raw(
    sums.map((column) => `${column} = ${name}.${column} + excluded.${column}`).join(', '),
  );
  return sql`
    insert into ${sql.identifier(name)} (${columns}) select ${columns} from (${rows}) as addition
    on conflict (${sql.raw(keys.join(', '))}) do update set ${assignments}`;
}
