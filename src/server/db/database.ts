import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import * as schema from './schema.ts';

/** The database, or a transaction in it: every query function takes one as its first argument. */
export type Db = Pick<
  NodePgDatabase<typeof schema>,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute'
>;

/** What only the pool itself can do: begin a transaction, run a named statement. */
export interface Database {
  db: NodePgDatabase<typeof schema>;
  pool: pg.Pool;
  close(): Promise<void>;
}

const STATEMENT_TIMEOUT_MS = 10_000;

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
 * Opens a pool. Every wait has a limit: 2 s for a connection, 5 s for a lock, 10 s for a statement (12 s when the
 * server does not even answer), 30 s for an idle transaction. Errors of idle connections go to `onError`.
 */
export function openDatabase(
  connectionString: string,
  size: number,
  onError: (error: Error) => void,
): Database {
  const pool = new pg.Pool({
    connectionString,
    max: size,
    types,
    connectionTimeoutMillis: 2_000,
    query_timeout: STATEMENT_TIMEOUT_MS + 2_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: 'quotemill',
  });
  pool.on('error', onError);
  return { db: drizzle(pool, { schema }), pool, close: () => pool.end() };
}
