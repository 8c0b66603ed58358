import { readFile, stat, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { StartError } from '#server/start/start-error.ts';
import { backUp } from './back-up.ts';
import {
  change,
  filesOf,
  fingerprint,
  isEmpty,
  startBackupShop,
  type BackupShop,
} from './backup.test-data.ts';
import { restore } from './restore.ts';

let shop: BackupShop;
beforeAll(async () => {
  shop = await startBackupShop();
});
afterEach(() => shop.dropTargets());
afterAll(() => shop.close());

test('a restored installation equals the original, row by row and file by file', async () => {
  const path = await shop.backedUp();
  const target = await shop.emptyTarget();
  const report = await restore({ ...target, path });
  expect(await fingerprint(target.connectionString)).toStrictEqual(await fingerprint(shop.app.url));
  const files = await filesOf(shop.store);
  expect(await filesOf(target.store)).toStrictEqual(files);
  expect(report.files).toBe(Object.keys(files).length);
  expect(report.files).toBeGreaterThanOrEqual(3);
  expect((await stat(path)).mode & 0o077).toBe(0);
});

test('a target with data is refused and left unchanged', async () => {
  const path = await shop.backedUp();
  const before = await fingerprint(shop.app.url);
  const { store: emptyStore } = await shop.emptyTarget();
  await expect(restore({ connectionString: shop.app.url, store: emptyStore, path })).rejects.toThrow(
    '目标数据库不是空的',
  );
  expect(await fingerprint(shop.app.url)).toStrictEqual(before);
  const { connectionString } = await shop.emptyTarget();
  await expect(restore({ connectionString, store: shop.store, path })).rejects.toThrow(
    '目标文件存储不是空的',
  );
});

test('a backup with a changed byte in a table is refused with a message and leaves nothing behind', async () => {
  const path = await shop.backedUp();
  await change(path, 'demo\tdemo\t', 'demo\tdemq\t');
  const target = await shop.emptyTarget();
  await expect(restore({ ...target, path })).rejects.toThrow(StartError);
  expect(await isEmpty(target)).toBe(true);
});

test('with a key, only a backup sealed with it is restored, and any change is detected', async () => {
  const key = 'a key that is kept apart from them';
  const path = shop.newPath();
  await backUp({
    connectionString: shop.app.url,
    store: shop.store,
    path,
    version: 'test',
    now: new Date(),
    key,
  });
  const whole = gunzipSync(await readFile(path));
  const changed = Buffer.from(whole);
  // A part not covered by the checksums of the manifest.
  const at = changed.indexOf('"version":"test"');
  changed.write('"version":"tesT"', at);
  const forged = shop.newPath();
  await writeFile(forged, gzipSync(changed));
  const refused = async (given: string, withKey: string, reason: string) => {
    const target = await shop.emptyTarget();
    await expect(restore({ ...target, path: given, key: withKey })).rejects.toThrow(reason);
    expect(await isEmpty(target)).toBe(true);
  };
  await refused(forged, key, '签名不符');
  await refused(path, `${key}, but another one`, '签名不符');
  await refused(await shop.backedUp(), key, '没有签名');
  const target = await shop.emptyTarget();
  await restore({ ...target, path, key });
  expect(await fingerprint(target.connectionString)).toStrictEqual(await fingerprint(shop.app.url));
});
