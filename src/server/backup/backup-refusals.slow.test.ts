import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { countMigrations, migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/database.ts';
import type { FileStore } from '#server/modules/files/file-store.ts';
import { samples, upload } from '#tests/support/data/files.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';
import { backUp } from './back-up.ts';
import { startBackupShop, type BackupShop } from './backup.test-data.ts';
import { restore } from './restore.ts';

let shop: BackupShop;
beforeAll(async () => {
  shop = await startBackupShop();
});
afterEach(() => shop.dropTargets());
afterAll(() => shop.close());

test('a restored server asks for new sign-ins and continues the order numbers', async () => {
  const path = await shop.backedUp();
  const last = await shop.order(); // The order placed after the backup is gone: its number and id are free, earlier ones are not.
  const target = await shop.emptyTarget();
  await restore({ ...target, path });
  const database = openDatabase(target.connectionString, 4, () => undefined);
  const restored = await createTestApp({ database, store: target.store });
  try {
    expect(await shop.order(restored)).toBeGreaterThanOrEqual(last);
    const { rows } = await database.pool.query(
      'select count(*)::int as all, count(distinct order_no)::int as numbers from orders',
    );
    expect(rows[0].numbers).toBe(rows[0].all);
  } finally {
    await database.close();
    await restored.close();
  }
});

test('a backup never overwrites a file, and leaves none on failure', async () => {
  const path = await shop.backedUp();
  const options = { connectionString: shop.app.url, store: shop.store, version: 'test', now: new Date() };
  await expect(backUp({ ...options, path })).rejects.toThrow('已经存在');
  const broken: FileStore = { ...shop.store, read: () => Promise.reject(new Error('the store is gone')) };
  await expect(backUp({ ...options, store: broken, path: `${path}-2` })).rejects.toThrow('the store is gone');
  expect((await readdir(shop.folder)).filter((name) => name.startsWith(`${basename(path)}-2`))).toEqual([]);
});

test('a lost file in use is reported by its key; an unused one is left out', async () => {
  const { data } = await upload(shop.app, '丢失.pdf', samples.pdf);
  const id = Number(Reflect.get(data, 'id'));
  const { pool } = shop.app.database;
  const { rows } = await pool.query<{ key: string }>('select key from file where id = $1', [id]);
  const { key } = rows[0]!;
  await shop.store.remove(key);
  const options = { connectionString: shop.app.url, store: shop.store, version: 'test', now: new Date() };
  expect((await backUp({ ...options, path: join(shop.folder, 'unused') })).damaged).toEqual([]);
  const orderId = await shop.order();
  await pool.query(
    'insert into order_item_file (order_id, revision, line_no, file_id, place) values ($1, 1, 1, $2, 1)',
    [orderId, id],
  );
  expect((await backUp({ ...options, path: join(shop.folder, 'lost') })).damaged).toEqual([key]);
  await pool.query('delete from order_item_file where file_id = $1', [id]);
  await pool.query('delete from file where id = $1', [id]);
});

test('a database of another version is refused', async () => {
  const { connectionString, store: target } = await shop.emptyTarget();
  await migrate(connectionString, { upTo: countMigrations() - 1 });
  const path = join(shop.folder, 'older');
  const options = { connectionString, store: target, path, version: 'test', now: new Date() };
  await expect(backUp(options)).rejects.toThrow('请先启动一次');
  await migrate(connectionString);
  expect((await backUp(options)).damaged).toEqual([]);
});
