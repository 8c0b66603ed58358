import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { installQueue } from '#server/jobs/install-queue.ts';
import { packageRoot } from '#server/package-root.ts';
import { StartError } from '#server/start/start-error.ts';
import type { ConnectionString } from './connection-string.ts';

/** Any number that no other program on the same database uses. */
const MIGRATION_LOCK = 7_150_113;
const migrationsFolder = fileURLToPath(new URL('src/server/db/migrations', packageRoot));

interface JournalEntry {
  tag: string;
}

const readJournal = () =>
  JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as {
    entries: JournalEntry[];
  };

/** The number of migrations of this version. */
export const countMigrations = (): number => readJournal().entries.length;

/**
 * Migrates the schema and the job queue to the latest version, or the schema to its first `upTo` migrations. Runs
 * under an advisory lock (other processes wait up to 60 s). Each migration is one transaction, so none is half
 * applied, and its locks end with it. After a failure the next start continues with the migration that failed.
 * Resolves with the buttons that roles gained.
 * @throws Error when the database's migrations, or their order, differ from those of this version
 * @throws StartError when schemas are needed that the database's user may not create
 */
export async function migrate(
  connectionString: ConnectionString,
  { upTo }: { upTo?: number } = {},
): Promise<NewButtons[]> {
  return withMigrationLock(connectionString, async (client) => {
    const pending = readJournal().entries.slice(await countApplied(client), upTo);
    if (pending.length > 0 || !(await hasQueue(client))) await assertMayCreate(client);
    const before = await readButtons(client);
    for (const entry of pending) await applyMigration(client, entry);
    if (upTo === undefined) await installQueue(client);
    return pending.length > 0 ? findNewButtons(before, await readButtons(client)) : [];
  });
}

async function hasQueue(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regnamespace('pgboss') is not null as exists",
  );
  return rows[0]?.exists === true;
}

/** PostgreSQL requires this privilege even when the schema of a `create schema if not exists` exists. */
async function assertMayCreate(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ may: boolean; statement: string }>(`
    select has_database_privilege(current_database(), 'create') as may,
      format('GRANT CREATE ON DATABASE %I TO %I;', current_database(), current_user) as statement`);
  const [privilege] = rows;
  if (privilege && !privilege.may)
    throw new StartError(
      `数据库用户没有建立模式（schema）的权限，安装和升级需要它，请以数据库管理员身份执行：${privilege.statement}`,
    );
}

/** The buttons (menu records that permit an action) that a role gained by an upgrade. */
interface NewButtons {
  role: string;
  buttons: string[];
}

interface RoleButton {
  roleId: number;
  menuId: number;
  role: string;
  button: string;
}

/** The buttons of all roles; none in an empty database. */
async function readButtons(client: pg.Client): Promise<RoleButton[]> {
  const { rowCount } = await client.query("select where to_regclass('public.sys_role_menu') is not null");
  if (rowCount === 0) return [];
  const { rows } = await client.query<RoleButton>(`
    select role_id as "roleId", menu_id as "menuId", r.role_name as role, m.title as button
    from sys_role r join sys_role_menu using (role_id) join sys_menu m using (menu_id)
    where r.deleted_at is null and m.deleted_at is null and m.menu_type = 'F'
    order by role_id, m.sort, menu_id`);
  return rows;
}

function findNewButtons(before: readonly RoleButton[], after: readonly RoleButton[]): NewButtons[] {
  const keyOf = ({ roleId, menuId }: RoleButton) => `${roleId} ${menuId}`;
  const keysBefore = new Set(before.map(keyOf));
  const byRole = new Map<number, NewButtons>();
  for (const row of after) {
    if (keysBefore.has(keyOf(row))) continue;
    const { buttons } = byRole.get(row.roleId) ?? { buttons: [] };
    byRole.set(row.roleId, { role: row.role, buttons: [...buttons, row.button] });
  }
  return [...byRole.values()];
}

/** drizzle runs the whole folder in one transaction, so it gets a folder with this migration only. */
async function applyMigration(client: pg.Client, entry: JournalEntry): Promise<void> {
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
  const tableLookup = await client.query<{ exists: boolean }>(
    'select to_regclass($1) is not null as exists',
    [table],
  );
  if (!tableLookup.rows[0]?.exists) return 0;
  const { rows } = await client.query<{ hash: string }>(`select hash from ${table} order by created_at, id`);
  const mismatch = readJournal().entries.find(({ tag }, n) => {
    const hash = rows[n]?.hash;
    return hash !== undefined && !hashesOf(tag).includes(hash);
  });
  if (mismatch) throw new Error(`数据库中已执行的升级步骤与本程序的 ${mismatch.tag} 不同`);
  return rows.length;
}

/** The hashes of a migration with either line ending, because a checkout may change the line endings. */
function hashesOf(tag: string): string[] {
  const text = readFileSync(join(migrationsFolder, `${tag}.sql`), 'utf8').replaceAll('\r\n', '\n');
  return [text, text.replaceAll('\n', '\r\n')].map((content) =>
    createHash('sha256').update(content).digest('hex'),
  );
}

/** Runs `work` while no other process migrates or seeds the same database. */
export async function withMigrationLock<T>(
  connectionString: ConnectionString,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
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
    return await work(client);
  } finally {
    await client.end();
  }
}
