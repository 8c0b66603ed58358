import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { ConnectionString } from '#server/db/connection-string.ts';
import { createDiskStore } from '#server/modules/files/disk-store.ts';
import type { FileStore } from '#server/modules/files/file-store.ts';
import { png, samples, upload } from '#tests/support/data/files.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { createEmptyDatabase, type TestDatabase } from '#tests/support/app/test-database.ts';
import { withClient } from '#tests/support/app/with-client.ts';
import { backUp } from './back-up.ts';
import { tableNames } from './tables.ts';

interface EmptyTarget {
  connectionString: ConnectionString;
  store: FileStore;
  directory: string;
}

/** An installation with files and orders, and places to restore its backups to. */
export interface BackupShop {
  app: TestApp;
  store: FileStore;
  /** Folder of the backups. */
  folder: string;
  newPath: () => string;
  backedUp: () => Promise<string>;
  order: (target?: TestApp) => Promise<number>;
  emptyTarget: () => Promise<EmptyTarget>;
  dropTargets: () => Promise<void>;
  close: () => Promise<void>;
}

export async function startBackupShop(): Promise<BackupShop> {
  const app = await createTestApp();
  const folder = await mkdtemp(join(tmpdir(), 'quotemill-backup-'));
  const store = createDiskStore(join(app.dataDir, 'files'));
  const opened: TestDatabase[] = [];
  let names = 0;
  const newPath = () => join(folder, `backup-${(names += 1)}`);
  const order = async (target = app) => {
    const body = await buildOrder(target, { as: 'demo' }, [buildItem(await readCatalogue(target))]);
    return Number((await place(target, { as: 'demo' }, body)).data);
  };
  await upload(app, '图纸.pdf', samples.pdf);
  await upload(app, '照片.png', png(300, 200));
  for (let n = 0; n < 3; n += 1) await order();
  return {
    app,
    store,
    folder,
    newPath,
    order,
    async backedUp() {
      const path = newPath();
      await backUp({ connectionString: app.url, store, path, version: 'test', now: new Date() });
      return path;
    },
    async emptyTarget() {
      const database = await createEmptyDatabase();
      opened.push(database);
      const directory = join(folder, `files-${(names += 1)}`);
      return { connectionString: database.url, store: createDiskStore(directory), directory };
    },
    async dropTargets() {
      for (const database of opened.splice(0)) await database.drop();
    },
    async close() {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** One hash per table over every row of a backup. */
export async function fingerprint(url: string): Promise<Record<string, string>> {
  return withClient(url, async (client) => {
    const found: Record<string, string> = {};
    for (const name of tableNames) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
      found[name] = `${rows.length} ${createHash('sha256')
        .update(rows.map(({ row }) => row).join('\n'))
        .digest('hex')}`;
    }
    return found;
  });
}

export async function filesOf({ list, read }: FileStore): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const batch of list()) {
    for (const { key } of batch) {
      const stream = await read(key);
      found[key] = createHash('sha256')
        .update(Buffer.concat(await (stream ?? Readable.from([])).toArray()))
        .digest('hex');
    }
  }
  return found;
}

/** There are no users and no files. */
export async function isEmpty({ connectionString, store: target }: EmptyTarget): Promise<boolean> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ exists: boolean }>(
      "select to_regclass('sys_user') is not null as exists",
    );
    const users = rows[0]?.exists ? (await client.query('select from sys_user')).rowCount : 0;
    return users === 0 && Object.keys(await filesOf(target)).length === 0;
  });
}

/** Copies the archive with one text replaced by another of the same length. */
export async function change(path: string, from: string, to: string): Promise<void> {
  const bytes = gunzipSync(await readFile(path));
  const at = bytes.indexOf(from);
  expect(at).toBeGreaterThan(0);
  bytes.write(to, at);
  await writeFile(path, gzipSync(bytes));
}
