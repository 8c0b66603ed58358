import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { packageRoot } from '#server/package-root.ts';

/** Any number that no other program on the same database uses. */
const MIGRATION_LOCK = 7_150_113;
const migrationsFolder = fileURLToPath(new URL('src/server/db/migrations', packageRoot));

/**
 * Brings the schema up to date. One process at a time, under an advisory lock (others wait up to 60 s); all pending
 * migrations in one transaction, so that none is ever half applied.
 */
export async function migrate(connectionString: string): Promise<void> {
  await withMigrationLock(connectionString, async (client) => {
    await runMigrations(drizzle(client), { migrationsFolder });
  });
}

/** Runs `work` while no other process migrates or seeds the same database. */
export async function withMigrationLock(
  connectionString: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString, lock_timeout: 60_000, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await work(client);
  } finally {
    await client.end();
  }
}
