import pg from 'pg';

/** An idle connection answers at once or never. */
const ping = { text: 'select 1', query_timeout: 1_000 };

/**
 * Checks the idle connections whenever a connection is lost, and closes those that do not answer. A host that loses its
 * network closes no connections: without the check, one request would time out for each connection of the pool.
 */
export function closeSilentConnections(pool: pg.Pool): void {
  let isChecking = false;

  async function check(): Promise<void> {
    const client = await pool.connect();
    try {
      await client.query(ping);
      client.release();
    } catch {
      client.release(true);
    }
  }

  pool.on('release', (error: unknown) => {
    // PostgreSQL answered, even if with an error.
    if (!error || error instanceof pg.DatabaseError || isChecking || pool.ending) return;
    isChecking = true;
    const checks = Array.from({ length: pool.idleCount }, check);
    // A check that cannot get a connection is ignored: the requests notice that themselves.
    void Promise.allSettled(checks).then(() => (isChecking = false));
  });
}
