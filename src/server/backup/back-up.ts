import { createHash } from 'node:crypto';
import { onlyRow } from '#server/db/only-row.ts';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { FileStore } from '#server/modules/files/file-store.ts';
import { StartError } from '#server/start/start-error.ts';
import { countMigrations } from '#server/db/migrate.ts';
import type { ConnectionString } from '#server/db/connection-string.ts';
import { writeArchive, type AddEntry, type Header, type Manifest, type TableHeader } from './archive.ts';
import { createSeal, SEAL } from './seal.ts';
import { copyTarget, listTables } from './tables.ts';

/** The size of one part of a table. */
const PART_BYTES = 4 * 1024 * 1024;
const FILES_AT_ONCE = 500;
/** Distinguishes the backup's connection from the servers' in `pg_stat_activity`. */
export const BACKUP_CONNECTION = 'quotemill backup';

export interface BackUpOptions {
  connectionString: ConnectionString;
  store: FileStore;
  /** The file to write; it must not exist. */
  path: string;
  version: string;
  now: Date;
  /** Seals the backup. */
  key?: string | undefined;
}

export interface BackUpReport {
  rows: number;
  files: number;
  /** Keys of files in use that the store has lost or whose contents have changed. */
  damaged: string[];
}

/**
 * Writes database and files into one archive while servers keep running: all tables as of one moment, then their files,
 * which never change. Leaves out sessions, captchas and counters.
 * @throws StartError when the database has another version, or the file exists
 */
export async function backUp({
  connectionString,
  store,
  path,
  version,
  now,
  key,
}: BackUpOptions): Promise<BackUpReport> {
  const client = new pg.Client({
    connectionString,
    application_name: BACKUP_CONNECTION,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // If the connection breaks while files are copied, the next query fails.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const migrations = await appliedMigrations(client);
    if (migrations !== countMigrations()) {
      throw new StartError('数据库的版本与程序不同：请先启动一次本版本的服务器，再做备份。');
    }
    const tables = await listTables(client);
    const header: Header = { format: 1, createdAt: now.toISOString(), version, migrations, tables };
    const report: BackUpReport = { rows: 0, files: 0, damaged: [] };
    await writeArchive(path, async (addEntry) => {
      const seal = key === undefined ? undefined : createSeal(key);
      const add: AddEntry = (name, bytes) => {
        seal?.add({ name, bytes });
        return addEntry(name, bytes);
      };
      await add('header.json', toJson(header));
      const manifest: Manifest = { tables: [], sequences: await readSequences(client), files: 0 };
      for (const table of tables) manifest.tables.push(await addTable(client, table, add));
      await addFiles(client, store, add, report);
      manifest.files = report.files;
      report.rows = manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
      await add('manifest.json', toJson(manifest));
      if (seal) await addEntry(SEAL, seal.digest());
    });
    return report;
  } finally {
    await client.end();
  }
}

const toJson = (value: unknown) => Buffer.from(JSON.stringify(value));

async function appliedMigrations(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from drizzle.__drizzle_migrations',
  );
  return onlyRow(rows).count;
}

async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select s.relname as name from pg_class s join pg_namespace n on n.oid = s.relnamespace
     where s.relkind = 'S' and n.nspname = current_schema() order by 1`,
  );
  const sequences: Manifest['sequences'] = [];
  for (const { name } of rows) {
    const state = await client.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from ${client.escapeIdentifier(name)}`,
    );
    for (const row of state.rows) sequences.push({ name, ...row });
  }
  return sequences;
}

async function addTable(
  client: pg.Client,
  table: TableHeader,
  add: AddEntry,
): Promise<Manifest['tables'][number]> {
  const stream = client.query(copyTo(`copy ${copyTarget(client, table)} to stdout`));
  const hash = createHash('sha256');
  let parts = 0;
  let chunks: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    parts += 1;
    await add(`tables/${table.name}/${parts}`, Buffer.concat(chunks));
    chunks = [];
    size = 0;
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    chunks.push(chunk);
    size += chunk.length;
    if (size >= PART_BYTES) await flush();
  }
  if (size > 0) await flush();
  return { name: table.name, rows: stream.rowCount, sha256: hash.digest('hex') };
}

interface StoredFile {
  id: number;
  key: string;
  hash: string;
  thumbnailKey: string | null;
  /** An order or a document refers to it; other files may be swept during the backup. */
  isReferenced: boolean;
}

async function addFiles(
  client: pg.Client,
  store: FileStore,
  add: AddEntry,
  report: BackUpReport,
): Promise<void> {
  for (let after = 0; ;) {
    const { rows } = await client.query<StoredFile>(
      `select id, key, hash, thumbnail_key as "thumbnailKey",
         exists (select from order_item_file where file_id = file.id)
           or exists (select from quotation_document where file_id = file.id)
           or exists (
             select from model_file m join part_model p on p.model_id = m.id where m.file_id = file.id
           ) as "isReferenced"
       from file where id > $1 order by id limit ${FILES_AT_ONCE}`,
      [after],
    );
    for (const row of rows) {
      const { key, hash, thumbnailKey, isReferenced } = row;
      const isAdded = await addFile(store, add, report, key, hash);
      const isThumbnailAdded = thumbnailKey === null || (await addFile(store, add, report, thumbnailKey));
      if (isReferenced && !isAdded) report.damaged.push(key);
      if (isReferenced && thumbnailKey !== null && !isThumbnailAdded) report.damaged.push(thumbnailKey);
    }
    const last = rows.at(-1);
    if (!last || rows.length < FILES_AT_ONCE) return;
    after = last.id;
  }
}

async function addFile(
  store: FileStore,
  add: AddEntry,
  report: BackUpReport,
  key: string,
  hash?: string,
): Promise<boolean> {
  const stream = await store.read(key);
  const bytes = stream && Buffer.concat(await stream.toArray());
  if (!bytes || (hash !== undefined && createHash('sha256').update(bytes).digest('hex') !== hash)) {
    return false;
  }
  await add(`files/${key}`, bytes);
  report.files += 1;
  return true;
}
