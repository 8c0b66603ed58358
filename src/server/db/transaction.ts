import { DrizzleQueryError, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { isServerStateError } from './server-state-error.ts';

/**
 * Replaces Drizzle's transaction, which never releases a connection whose `begin` fails, so that a lost database leaves
 * the pool exhausted, and which waits for the timeout of `rollback` on a hanging connection.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (tx: NodePgDatabase & { $client: pg.PoolClient }) => Promise<T>,
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
    isUsable = isConnectionUsable(error) && (await rollBack(tx));
    throw error;
  } finally {
    // The database rolls back when the connection is closed.
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
 * Whether the connection is still usable: the error came from our code, or PostgreSQL answered with it and can serve the
 * next transaction. Otherwise the outcome of the statement is unknown, or the connection leads to a server that is
 * stopping or no longer the leader.
 */
export function isConnectionUsable(error: unknown): boolean {
  if (!(error instanceof DrizzleQueryError)) return true;
  return error.cause instanceof pg.DatabaseError && !isServerStateError(error.cause.code ?? '');
}

const rollBack = (tx: NodePgDatabase): Promise<boolean> =>
  tx.execute(sql`rollback`).then(
    () => true,
    () => false,
  );
