import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { ConnectionString } from '#server/db/connection-string.ts';
import { atScale } from './scale.ts';

const CONCURRENCY = 50;
/** Like the server's pool. */
const CONNECTIONS = 10;
const MEASURED_MS = atScale(50, 5_000);

/** The throughput of the database for a bare client with as many connections and concurrent requests as the server. */
export interface StatementLimits {
  /** Finds a session by its token with a prepared statement, the minimum that every request needs. */
  lookupsPerSecond: number;
  /** Inserts one row of 2 KB and commits it to disk, the minimum that every order needs. */
  commitsPerSecond: number;
}

export async function measureStatements(connectionString: ConnectionString): Promise<StatementLimits> {
  const pool = new pg.Pool({ connectionString, max: CONNECTIONS });
  // The database may drop a connection while it is being closed.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await pool.query(
      'create table bench_commit (id int generated always as identity primary key, body text)',
    );
    const { rows } = await pool.query<{ hash: string }>('select token_hash as hash from session limit 1');
    const hash = rows[0]?.hash;
    const body = randomBytes(1_500).toString('base64');
    return {
      lookupsPerSecond: await ratePerSecond(() =>
        pool.query({ name: 'lookup', text: 'select * from session where token_hash = $1', values: [hash] }),
      ),
      commitsPerSecond: await ratePerSecond(() =>
        pool.query({ name: 'commit', text: 'insert into bench_commit (body) values ($1)', values: [body] }),
      ),
    };
  } finally {
    await pool.end();
  }
}

async function ratePerSecond(send: () => Promise<unknown>): Promise<number> {
  let done = 0;
  const startedAt = performance.now();
  const worker = async () => {
    while (performance.now() - startedAt < MEASURED_MS) {
      await send();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return (done / (performance.now() - startedAt)) * 1000;
}
