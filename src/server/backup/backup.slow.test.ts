import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import type { FileStore } from '#server/modules/files/file-store.ts';
import { StartError } from '#server/start/start-error.ts';
import { enrol } from '#tests/support/app/authenticator.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { withClient } from '#tests/support/app/with-client.ts';
import { BACKUP_CONNECTION, backUp } from './back-up.ts';
import { change, fingerprint, isEmpty, startBackupShop, type BackupShop } from './backup.test-data.ts';
import { restore } from './restore.ts';

let shop: BackupShop;
beforeAll(async () => {
  shop = await startBackupShop();
});
afterEach(() => shop.dropTargets());
afterAll(() => shop.close());

test('a restore keeps second factors with their devices and drops unfinished sign-ins', async () => {
  const password = 'a long enough password 1';
  const person = await addPerson(shop.app, { user: { passwordHash: await hashPassword(password) } });
  const device = await enrol(shop.app, person.token, password);
  const { username } = person;
  const sendPassword = (at: TestApp) => at.send('POST', '/login', { body: { username, password } });
  const unfinished = (await sendPassword(shop.app)).data as { ticket: string };
  const path = await shop.backedUp();
  const target = await shop.emptyTarget();
  await restore({ ...target, path });
  const database = openDatabase(target.connectionString, 4, () => undefined);
  const restored = await createTestApp({ database, store: target.store });
  try {
    const codeRequired = await sendPassword(restored);
    expect(codeRequired).toMatchObject({ status: 428, error: 'login.second_factor' });
    const { ticket } = codeRequired.data as { ticket: string };
    const sendCode = (body: object) => restored.send('POST', '/login/second-factor', { body });
    const code = device.recoveryCodes[0];
    expect(await sendCode({ ...unfinished, code })).toMatchObject({ error: 'login.ticket' });
    expect(await sendCode({ ticket, code })).toMatchObject({ status: 200 });
    const next = Date.now() + 30_000;
    restored.setNow(new Date(next));
    const again = (await sendPassword(restored)).data as { ticket: string };
    expect(await sendCode({ ...again, code: device.codeAt(next) })).toMatchObject({ status: 200 });
  } finally {
    await database.close();
    await restored.close();
  }
});

test('a backup under load has only complete orders, and every order acknowledged before it began', async () => {
  const acknowledged: number[] = [];
  const over = new AbortController();
  const writers = Array.from({ length: 4 }, async () => {
    while (!over.signal.aborted) acknowledged.push(await shop.order());
  });
  let before: number[];
  let path: string;
  try {
    await expect.poll(() => acknowledged.length).toBeGreaterThan(8);
    before = [...acknowledged];
    path = await shop.backedUp();
  } finally {
    // Orders placed after a failure would affect the following tests.
    over.abort();
    await Promise.all(writers);
  }
  const target = await shop.emptyTarget();
  await restore({ ...target, path });
  const { rows } = await withClient(target.connectionString, (client) =>
    client.query<{ id: number; whole: boolean }>(
      `select id, item_count = (select count(*) from order_item i where i.order_id = o.id and i.revision = o.revision)
         and exists (select from order_history h where h.order_id = o.id) as whole from orders o`,
    ),
  );
  expect(rows.filter(({ whole }) => !whole)).toEqual([]);
  const ids = new Set(rows.map(({ id }) => id));
  expect(before.filter((id) => !ids.has(id))).toEqual([]);
});

test.each([
  ['cut off in the middle', async (path: string) => truncate(path, Math.floor((await stat(path)).size / 2))],
  ['cut off by one byte', async (path: string) => truncate(path, (await stat(path)).size - 1)],
  [
    'without its end',
    async (path: string) => writeFile(path, gzipSync(gunzipSync(await readFile(path)).subarray(0, -3_000))),
  ],
  ['with another byte in a file', (path: string) => change(path, '%PDF-1.7\n1 0 obj', '%PDF-1.7\n1 0 obk')],
  ['that is another file', async (path: string) => writeFile(path, 'not a backup')],
  ['that is empty', async (path: string) => writeFile(path, '')],
])('a backup %s is refused with a message and leaves nothing behind', async (_name, spoil) => {
  const path = await shop.backedUp();
  await spoil(path);
  const target = await shop.emptyTarget();
  await expect(restore({ ...target, path })).rejects.toThrow(StartError);
  expect(await isEmpty(target)).toBe(true);
});

test('a backup is complete although its connection breaks while files are copied', async () => {
  const path = shop.newPath();
  let reads = 0;
  let broken: number | null = null;
  const breaking: FileStore = {
    ...shop.store,
    async read(key) {
      reads += 1;
      // Once: the process of a terminated connection stays listed until it has ended.
      if (reads === 1) {
        const { rowCount } = await shop.app.database.pool.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1',
          [BACKUP_CONNECTION],
        );
        broken = rowCount;
      }
      return shop.store.read(key);
    },
  };
  const options = { connectionString: shop.app.url, path, version: 'test', now: new Date() };
  const report = await backUp({ ...options, store: breaking });
  expect(broken).toBe(1);
  expect(report.files).toBeGreaterThan(1);
  const target = await shop.emptyTarget();
  await restore({ ...target, path });
  expect(await fingerprint(target.connectionString)).toStrictEqual(await fingerprint(shop.app.url));
});
