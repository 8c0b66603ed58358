import { randomBytes } from 'node:crypto';
import pg from 'pg';

const CONCURRENCY = 50;
/** As the server's own pool. */
const CONNECTIONS = 10;
const MEASURED_MS = 5_000;

/** What the database gives a bare client with as many connections and requests at once as the server has. */
export interface StatementLimits {
  /** Finding a session by its token, prepared: what every request needs at least. */
  lookupsPerSecond: number;
  /** Inserting one row of 2 KB and committing it to the disk: what every order needs at least. */
  commitsPerSecond: number;
}

export async function measureStatements(connectionString: string): Promise<StatementLimits> {
  const pool = new pg.Pool({ connectionString, max: CONNECTIONS });
  // A connection that the database cuts while it is being closed is no fault.
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
