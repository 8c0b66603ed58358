import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams';
import { countMigrations, migrate } from '#server/db/migrate.ts';
import type { FileStore } from '#server/modules/files/file-store.ts';
import { isKey } from '#server/modules/files/file-store.ts';
import { StartError } from '#server/start/start-error.ts';
import type { ConnectionString } from '#server/db/connection-string.ts';
import { readArchive, type Entry, type Header, type Manifest, type TableHeader } from './archive.ts';
import { assertSealed, createSeal, sealedEntries } from './seal.ts';
import { copyTarget, tableNames } from './tables.ts';

export interface RestoreOptions {
  connectionString: ConnectionString;
  store: FileStore;
  path: string;
  /** If set, the backup must be sealed with this key. */
  key?: string | undefined;
}

export interface RestoreReport {
  createdAt: string;
  rows: number;
  files: number;
}

/**
 * Restores a backup into an empty database and an empty file store in one transaction, then migrates an older schema.
 * Checks the contents against the manifest, and with a key the seal, before it commits; any mismatch rolls everything
 * back.
 * @throws StartError with one sentence: the target is not empty, or the backup is unsealed, damaged, truncated or newer
 */
export async function restore({
  connectionString,
  store,
  path,
  key,
}: RestoreOptions): Promise<RestoreReport> {
  const archive = readArchive(path);
  const seal = key === undefined ? undefined : createSeal(key);
  const entries = seal ? sealedEntries(archive, seal) : archive;
  const header = await readHeader(entries, path);
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await assertEmpty(client, store);
    await migrate(connectionString, { upTo: header.migrations });
    const verify = () => (seal ? assertSealed(archive, seal, path) : Promise.resolve());
    const report = await fill(client, store, header, entries, { path, verify });
    await migrate(connectionString);
    return report;
  } finally {
    await archive.return(undefined);
    await client.end();
  }
}

async function readHeader(entries: AsyncGenerator<Entry>, path: string): Promise<Header> {
  const first = await entries.next();
  if (first.done || first.value.name !== 'header.json') throw new StartError(`${path} 不是备份文件。`);
  const header = JSON.parse(first.value.bytes.toString()) as Header;
  if (header.format !== 1 || header.migrations > countMigrations()) {
    throw new StartError(`${path} 由更新的版本（${header.version}）写成，请用该版本或更新的版本恢复。`);
  }
  const unknown = header.tables.find(({ name }) => !tableNames.includes(name));
  if (unknown) throw new StartError(`${path} 含有未知的数据表 ${unknown.name}。`);
  return header;
}

async function assertEmpty(client: pg.Client, store: FileStore): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('sys_user') is not null as exists",
  );
  const hasUsers = rows[0]?.exists && (await client.query('select from sys_user limit 1')).rowCount;
  if (hasUsers) throw new StartError('目标数据库不是空的，恢复只能在空的数据库中进行。');
  await store.open();
  for await (const batch of store.list()) {
    if (batch.length > 0) throw new StartError('目标文件存储不是空的，恢复只能在空的存储中进行。');
  }
}

async function fill(
  client: pg.Client,
  store: FileStore,
  header: Header,
  entries: AsyncGenerator<Entry>,
  { path, verify }: { path: string; verify: () => Promise<void> },
): Promise<RestoreReport> {
  const tables = createTableWriter(client, header);
  const stored: string[] = [];
  await client.query('begin');
  try {
    await client.query(
      `truncate ${header.tables.map(({ name }) => client.escapeIdentifier(name)).join(', ')} cascade`,
    );
    for await (const { name, bytes } of entries) {
      const [kind, key = ''] = name.split('/');
      if (kind === 'tables') {
        await tables.write(key, bytes);
      } else if (kind === 'files' && isKey(key)) {
        await tables.end();
        await assertUndamaged(client, key, bytes);
        await store.put(key, bytes);
        stored.push(key);
      } else if (name === 'manifest.json') {
        const manifest = JSON.parse(bytes.toString()) as Manifest;
        const rows = await finish(client, manifest, await tables.end(), stored.length);
        await verify();
        await client.query('commit');
        return { createdAt: header.createdAt, rows, files: stored.length };
      } else {
        throw new StartError(`${path} 含有未知的内容 ${name}。`);
      }
    }
    throw new StartError(`${path} 不是完整的备份文件。`);
  } catch (error) {
    tables.cancel();
    await client.query('rollback').catch(() => undefined);
    for (const key of stored) await store.remove(key);
    throw error;
  }
}

type Sums = Map<string, { rows: number; sha256: string }>;

/** Writes tables that arrive one after the other, each in parts. A table is complete when the next begins or `end` is called. */
function createTableWriter(client: pg.Client, header: Header) {
  const done: Sums = new Map();
  let open: { table: TableHeader; stream: CopyStreamQuery; hash: Hash } | undefined;

  async function end(): Promise<Sums> {
    if (!open) return done;
    const { table, stream, hash } = open;
    stream.end();
    await finished(stream);
    done.set(table.name, { rows: stream.rowCount, sha256: hash.digest('hex') });
    open = undefined;
    return done;
  }

  return {
    end,
    async write(name: string, bytes: Buffer) {
      if (open?.table.name !== name) {
        await end();
        const table = header.tables.find((candidate) => candidate.name === name);
        if (!table) throw new StartError(`备份文件含有未知的数据表 ${name}。`);
        const stream = client.query(copyFrom(`copy ${copyTarget(client, table)} from stdin`));
        // The failure reaches the caller through `write` or `end`.
        stream.on('error', () => undefined);
        open = { table, stream, hash: createHash('sha256') };
      }
      open.hash.update(bytes);
      if (!open.stream.write(bytes)) await once(open.stream, 'drain');
    },
    cancel() {
      open?.stream.destroy();
      open = undefined;
    },
  };
}

/** @throws StartError when a file does not match the hash in its row; a thumbnail has no row and is not checked */
async function assertUndamaged(client: pg.Client, key: string, bytes: Buffer): Promise<void> {
  const { rows } = await client.query<{ hash: string }>('select hash from file where key = $1', [key]);
  const [row] = rows;
  if (row && createHash('sha256').update(bytes).digest('hex') !== row.hash) {
    throw new StartError(`备份文件中的文件 ${key} 已损坏。`);
  }
}

/** Compares the received data with the manifest and sets the id sequences. Resolves with the number of rows. */
async function finish(client: pg.Client, manifest: Manifest, sums: Sums, files: number): Promise<number> {
  const isComplete =
    manifest.files === files &&
    manifest.tables.every(({ name, rows, sha256 }) => {
      const sum = sums.get(name);
      return sum ? sum.rows === rows && sum.sha256 === sha256 : rows === 0;
    });
  if (!isComplete) throw new StartError('备份文件的内容与其清单不符，没有恢复任何数据。');
  for (const { name, last, isCalled } of manifest.sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      client.escapeIdentifier(name),
      last,
      isCalled,
    ]);
  }
  return manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
}
