import { sql, type SQL } from 'drizzle-orm';
import { onlyRow } from '#server/db/only-row.ts';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { ConnectionString } from '#server/db/connection-string.ts';
import { addToSums, SUMS_LOCK } from './fold-sums.service.ts';
import { currentOrders, sumsTables, type SumsTable } from './order-facts.ts';

/** For each table of sums, the number of rows that do not match the orders. */
export type Differences = Record<string, number>;

/**
 * Compares the stored sums, including pending changes, with all orders in one snapshot; `repair` adds the differences.
 * Servers may keep running. Reads every order: a few seconds per hundred thousand.
 */
export async function compareSums(
  connectionString: ConnectionString,
  { repair }: { repair: boolean },
): Promise<Differences> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    const db = drizzle(client);
    // Locks before the transaction, whose first statement takes the snapshot.
    await client.query('select pg_advisory_lock($1)', [SUMS_LOCK]);
    await client.query('begin isolation level repeatable read');
    const differences: Differences = {};
    for (const table of sumsTables) {
      const missing = missingFrom(table);
      const { rows } = await db.execute<{ count: number }>(
        repair
          ? sql`with added as (${addToSums(table, missing)} returning 1) select count(*)::int as count from added`
          : sql`select count(*)::int as count from (${missing}) as missing`,
      );
      differences[table.name] = onlyRow(rows).count;
    }
    await client.query('commit');
    return differences;
  } finally {
    await client.end();
  }
}

/** The rows to add to a table of sums so that, with the pending changes, it matches the orders. */
function missingFrom({ name, keys, sums, rows }: SumsTable): SQL {
  const key = keys.join(', ');
  const total = sums.map((column) => `sum(${column})::bigint as ${column}`).join(', ');
  const negative = [key, ...sums.map((column) => `-${column} as ${column}`)].join(', ');
  const columns = [key, ...sums].join(', ');
  const differs = sums.map((column) => `sum(${column}) <> 0`).join(' or ');
  return sql`
    select ${sql.raw(key)}, ${sql.raw(total)} from (
      select ${sql.raw(columns)} from (${rows(currentOrders())}) as actual
      union all
      select ${sql.raw(negative)} from (${rows(sql`select * from order_change`)}) as pending
      union all
      select ${sql.raw(negative)} from ${sql.identifier(name)}
    ) as sums
    group by ${sql.raw(key)} having ${sql.raw(differs)}`;
}
