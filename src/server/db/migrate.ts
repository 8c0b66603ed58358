import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { packageRoot } from '#server/package-root.ts';
import type { ConnectionString } from './connection-string.ts';

/** Any number that no other program on the same database uses. */
const MIGRATION_LOCK = 7_150_113;
const migrationsFolder = fileURLToPath(new URL('src/server/db/migrations', packageRoot));

interface JournalEntry {
  tag: string;
}

interface Journal {
  entries: JournalEntry[];
}

const readJournal = (): Journal =>
  JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as Journal;

/** The number of migrations of this version. */
export const countMigrations = (): number => readJournal().entries.length;

/**
 * Migrates the schema to the latest version, or to its first `upTo` migrations. Under an advisory lock, so one
 * process at a time (others wait up to 60 s). Each migration is one transaction: none is half applied, and the locks of one
 * do not last until the end of the next. After a failure the next start continues with the migration that failed.
 * @throws Error when the database has other migrations, or in another order, than this version
 */
export async function migrate(
  connectionString: ConnectionString,
  { upTo }: { upTo?: number } = {},
): Promise<void> {
  await withMigrationLock(connectionString, async (client) => {
    const applied = await countApplied(client);
    for (const entry of readJournal().entries.slice(applied, upTo)) await applyOne(client, entry);
  });
}

/** drizzle runs the whole folder in one transaction, so it gets a folder with this migration alone. */
async function applyOne(client: pg.Client, entry: JournalEntry): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quotemill-migration-'));
  try {
    await mkdir(join(folder, 'meta'));
    await writeFile(
      join(folder, 'meta/_journal.json'),
      JSON.stringify({ ...readJournal(), entries: [entry] }),
    );
    await copyFile(join(migrationsFolder, `${entry.tag}.sql`), join(folder, `${entry.tag}.sql`));
    await runMigrations(drizzle(client), { migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The number of applied migrations. Those of a newer version cannot be checked.
 * @throws Error when they differ from ours
 */
async function countApplied(client: pg.Client): Promise<number> {
  const table = 'drizzle.__drizzle_migrations';
  const found = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    table,
  ]);
  if (!found.rows[0]?.exists) return 0;
  const { rows } = await client.query<{ hash: string }>(`select hash from ${table} order by created_at, id`);
  const mismatch = readJournal().entries.find(({ tag }, n) => {
    const hash = rows[n]?.hash;
    return hash !== undefined && !hashesOf(tag).includes(hash);
  });
  if (mismatch) throw new Error(`数据库中已执行的升级步骤与本程序的 ${mismatch.tag} 不同`);
  return rows.length;
}

/** For both line endings: a checkout may change them. */
function hashesOf(tag: string): string[] {
  const text = readFileSync(join(migrationsFolder, `${tag}.sql`), 'utf8').replaceAll('\r\n', '\n');
  return [text, text.replaceAll('\n', '\r\n')].map((each) => createHash('sha256').update(each).digest('hex'));
}

/** Runs `work` while no other process migrates or seeds the same database. */
export async function withMigrationLock(
  connectionString: ConnectionString,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({
    connectionString,
    lock_timeout: 60_000,
    connectionTimeoutMillis: 5_000,
    // A migration may take minutes, so only the loss of the host ends the wait for it.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await work(client);
  } finally {
    await client.end();
  }
}
