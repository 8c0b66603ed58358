import { sql, type SQL } from 'drizzle-orm';
import type { Database, Db } from '#server/db/database.ts';
import { sumsTables, type SumsTable } from './order-facts.ts';

/** Any number that no other program on the same database uses; held while sums are written. */
export const SUMS_LOCK = 7_150_115;
/** Changes in one statement: far from the limit of its time on a busy machine as well. */
const BATCH = 2_000;

/**
 * Adds the changes of orders to the sums and removes them, a batch at a time, each in one transaction: a reader sees a
 * change in one place or in the other. Resolves with the number of changes; 0 while another process folds.
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
  const { rows } = await tx.execute<{ ours: boolean }>(
    sql`select pg_try_advisory_xact_lock(${SUMS_LOCK}) as ours`,
  );
  return rows[0]?.ours === true;
}

async function foldBatch(tx: Db): Promise<number> {
  const taken = sql`select * from taken`;
  const additions = sumsTables.map(
    (table) => sql`${sql.identifier(table.name)} as (${addTo(table, table.rows(taken))})`,
  );
  const { rows } = await tx.execute<{ count: number }>(sql`
    with taken as materialized (
      delete from order_change where id = any(array(select id from order_change order by id limit ${BATCH})) returning *
    ), ${sql.join(additions, sql`, `)}
    select count(*)::int as count from taken`);
  return rows[0]?.count ?? 0;
}

/** Adds rows of sums to those that a table has. */
export function addTo({ name, keys, sums }: SumsTable, rows: SQL): SQL {
  const columns = sql.raw([...keys, ...sums].join(', '));
  const added = sql.raw(
    sums.map((column) => `${column} = ${name}.${column} + excluded.${column}`).join(', '),
  );
  return sql`
    insert into ${sql.identifier(name)} (${columns}) select ${columns} from (${rows}) as addition
    on conflict (${sql.raw(keys.join(', '))}) do update set ${added}`;
}
