import { DrizzleQueryError, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Db } from './database.ts';

/**
 * Drizzle's own transaction never gives back a connection on which `begin` fails, so that a pool which loses its database
 * at the wrong moment is used up for ever; and it waits for a second timeout, that of `rollback`, on one that hangs.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (tx: Db) => Promise<T>,
  config: PgTransactionConfig = {},
): Promise<T> {
  const client = await pool.connect();
  const tx = drizzle(client);
  let isUsable = false;
  try {
    await tx.execute(sql.raw(beginStatement(config)));
    const result = await work(tx);
    await tx.execute(sql`commit`);
    isUsable = true;
    return result;
  } catch (error) {
    isUsable = isAnswered(error) && (await rollBack(tx));
    throw error;
  } finally {
    // A connection that is closed instead of given back is rolled back by the database itself.
    client.release(!isUsable);
  }
}

function beginStatement({ isolationLevel, accessMode, deferrable }: PgTransactionConfig): string {
  const parts = [
    'begin',
    isolationLevel && `isolation level ${isolationLevel}`,
    accessMode,
    deferrable && 'deferrable',
  ];
  return parts.filter(Boolean).join(' ');
}

/**
 * Whether the connection still works: the failure was not of a statement, or the database itself told it. If not, nobody
 * knows whether what was asked for was done.
 */
export function isAnswered(error: unknown): boolean {
  return !(error instanceof DrizzleQueryError) || error.cause instanceof pg.DatabaseError;
}

const rollBack = (tx: Db): Promise<boolean> =>
  tx.execute(sql`rollback`).then(
    () => true,
    () => false,
  );
