import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { createStatementStatistics, type OnSlow, type StatementStatistics } from './statement-statistics.ts';
import { inTransaction } from './transaction.ts';

/** The database, or a transaction in it: every query function takes one as its first argument. */
export type Db = Pick<
  NodePgDatabase,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute'
>;

/** What only the pool itself can do: begin a transaction, run a named statement. */
export interface Database {
  db: Db & { transaction: Transaction };
  pool: pg.Pool;
  /** Of the statements of this pool. */
  statements: Pick<StatementStatistics, 'slowest'>;
  close(): Promise<void>;
}

/** Runs `work` in one transaction: all of it stands, or nothing when it throws. */
export type Transaction = <T>(work: (tx: Db) => Promise<T>, config?: PgTransactionConfig) => Promise<T>;

/** Together with the wait for a connection it ends a request within 12 s whatever happens to the database. */
const STATEMENT_TIMEOUT_MS = 7_000;

// int8 holds fen and counters, all within 2^53: read as numbers, refused beyond.
const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === pg.types.builtins.INT8) return parseInt8;
    return pg.types.getTypeParser(oid, format) as (text: string) => unknown;
  },
};

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 beyond 2^53: ${text}`);
  return value;
}

/**
 * Opens a pool. Every wait has a limit: 2 s for a connection, 5 s for a lock, 7 s for a statement (7.5 s when the
 * server does not even answer), 30 s for an idle transaction. Broken connections go to `onError`, statements of more than
 * half a second to `onSlow`.
 */
export function openDatabase(
  connectionString: string,
  size: number,
  onError: (error: Error) => void,
  onSlow?: OnSlow,
): Database {
  const pool = new pg.Pool({
    connectionString,
    max: size,
    types,
    connectionTimeoutMillis: 2_000,
    query_timeout: STATEMENT_TIMEOUT_MS + 500,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    // Far pages of sorted lists fit into this without a file; compiling a statement takes longer than any of ours runs;
    // on today's disks and in memory an index costs what it reads, not what a disk's arm would.
    options: '-c work_mem=16MB -c jit=off -c random_page_cost=1.1',
    application_name: 'quotemill',
  });
  pool.on('error', onError);
  // A connection that breaks between two statements of a transaction tells nobody but itself: unheard, it would end the process.
  const statements = createStatementStatistics(onSlow);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    statements.observe(client);
  });
  const transaction: Transaction = (work, config) => inTransaction(pool, work, config);
  const db = Object.assign(drizzle(pool), { transaction });
  return { db, pool, statements, close: () => pool.end() };
}
