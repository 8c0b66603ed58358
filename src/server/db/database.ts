import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { timeLimit } from '#server/system/time-limit.ts';
import { limitAttempts } from './connection-attempts.ts';
import type { ConnectionString } from './connection-string.ts';
import { closeSilentConnections } from './silent-connections.ts';
import { createStatementStatistics, type OnSlow, type StatementStatistics } from './statement-statistics.ts';
import { inTransaction } from './transaction.ts';

/** The database, or a transaction in it: every query function takes one as its first argument. */
export type Db = Pick<
  NodePgDatabase & { $client: pg.Pool | pg.ClientBase },
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | '$count' | '$client'
>;

/** A pool of connections, with transactions and statement timings. */
export interface Database {
  db: Db & { transaction: Transaction };
  /** For a thread or process that opens its own connection. */
  connectionString: ConnectionString;
  pool: pg.Pool;
  /** Timings of this pool's statements. */
  statements: Pick<StatementStatistics, 'slowest'>;
  close(): Promise<void>;
}

/** Runs `work` in one transaction; rolls it back when `work` throws. */
export type Transaction = <T>(work: (tx: Db) => Promise<T>, config?: PgTransactionConfig) => Promise<T>;

/** Reads everything as of one moment. */
export const inSnapshot = <T>({ db }: Pick<Database, 'db'>, read: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });

/** Including the wait for a connection, a request always ends within 12 s. */
const STATEMENT_TIMEOUT_MS = 7_000;

// int8 columns store fen and counters below 2^53: they are read as numbers; larger values are rejected.
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
 * Opens a pool. Every wait is limited: 2 s for a connection, 5 s for a lock, 7 s for a statement (7.5 s when the
 * server does not answer), 30 s for an idle transaction. Broken connections go to `onError`, statements over half a
 * second to `onSlow`.
 */
export function openDatabase(
  connectionString: ConnectionString,
  size: number,
  onError: (error: Error) => void,
  onSlow?: OnSlow,
): Database {
  const pool = new pg.Pool({
    connectionString,
    stream: limitAttempts(),
    max: size,
    types,
    connectionTimeoutMillis: timeLimit(2_000),
    query_timeout: timeLimit(STATEMENT_TIMEOUT_MS) + 500,
    statement_timeout: timeLimit(STATEMENT_TIMEOUT_MS),
    lock_timeout: timeLimit(5_000),
    idle_in_transaction_session_timeout: timeLimit(30_000),
    // Closes idle connections to a host that vanished, after about 20 s.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Sorting a far page fits into work_mem; JIT takes longer than our statements run; random reads cost little on
    // SSDs and in memory.
    options: '-c work_mem=16MB -c jit=off -c random_page_cost=1.1',
    application_name: 'quotemill',
  });
  pool.on('error', onError);
  closeSilentConnections(pool);
  // A connection that breaks between two statements emits `error` on the client only; unhandled, it would end the
  // process.
  const statements = createStatementStatistics(onSlow);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    statements.observe(client);
  });
  const transaction: Transaction = (work, config) => inTransaction(pool, work, config);
  const db = Object.assign(drizzle(pool), { transaction });
  return { db, connectionString, pool, statements, close: () => pool.end() };
}
