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

/** Any number that no other program on the same database uses. */
const MIGRATION_LOCK = 7_150_113;
const migrationsFolder = fileURLToPath(new URL('src/server/db/migrations', packageRoot));

interface Journal {
  entries: { tag: string }[];
}

const readJournal = (): Journal =>
  JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as Journal;

/** How many migrations this version of the software has. */
export const countMigrations = (): number => readJournal().entries.length;

/**
 * Brings the schema up to date, or to what it was after its first `upTo` migrations. One process at a time, under an
 * advisory lock (others wait up to 60 s); all pending migrations in one transaction, so that none is ever half applied.
 * @throws Error when the database has other migrations, or in another order, than this version of the software
 */
export async function migrate(connectionString: string, { upTo }: { upTo?: number } = {}): Promise<void> {
  await withMigrationLock(connectionString, async (client) => {
    await assertSameHistory(client);
    if (upTo === undefined) return runMigrations(drizzle(client), { migrationsFolder });
    const folder = await mkdtemp(join(tmpdir(), 'quotemill-migrations-'));
    try {
      await copyMigrations(folder, upTo);
      await runMigrations(drizzle(client), { migrationsFolder: folder });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/** What was applied is what we would apply. A database that is further than this software is none of ours to judge. */
async function assertSameHistory(client: pg.Client): Promise<void> {
  const table = 'drizzle.__drizzle_migrations';
  const found = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    table,
  ]);
  if (!found.rows[0]?.exists) return;
  const { rows } = await client.query<{ hash: string }>(`select hash from ${table} order by created_at, id`);
  const stranger = readJournal().entries.find(({ tag }, n) => {
    const hash = rows[n]?.hash;
    return hash !== undefined && !hashesOf(tag).includes(hash);
  });
  if (stranger) throw new Error(`数据库中已执行的升级步骤与本程序的 ${stranger.tag} 不同`);
}

/** With either way of ending lines: a checkout may change it. */
function hashesOf(tag: string): string[] {
  const text = readFileSync(join(migrationsFolder, `${tag}.sql`), 'utf8').replaceAll('\r\n', '\n');
  return [text, text.replaceAll('\n', '\r\n')].map((each) => createHash('sha256').update(each).digest('hex'));
}

async function copyMigrations(folder: string, count: number): Promise<void> {
  const journal = readJournal();
  const entries = journal.entries.slice(0, count);
  await mkdir(join(folder, 'meta'));
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
  for (const { tag } of entries)
    await copyFile(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`));
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
