import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { countMigrations, migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/database.ts';
import { createDiskStore } from '#server/modules/files/disk-store.ts';
import type { FileStore } from '#server/modules/files/file-store.ts';
import { StartError } from '#server/start/start-error.ts';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import { enrol } from '#tests/support/authenticator.ts';
import { png, samples, upload } from '#tests/support/files.ts';
import { addPerson } from '#tests/support/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createEmptyDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { BACKUP_CONNECTION, backUp } from './back-up.ts';
import { restore } from './restore.ts';
import { tableNames } from './tables.ts';
import { withClient } from '#tests/support/with-client.ts';

// Each restore runs every migration, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let app: TestApp;
let folder: string;
let store: FileStore;
beforeAll(async () => {
  app = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'quotemill-backup-'));
  store = createDiskStore(join(app.dataDir, 'files'));
  await upload(app, '图纸.pdf', samples.pdf);
  await upload(app, '照片.png', png(300, 200));
  for (let n = 0; n < 3; n += 1) await order();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const opened: TestDatabase[] = [];
afterEach(async () => {
  for (const database of opened.splice(0)) await database.drop();
});

async function order(target = app): Promise<number> {
  const body = await buildOrder(target, { as: 'demo' }, [buildItem(await readCatalogue(target))]);
  return Number((await place(target, { as: 'demo' }, body)).data);
}

let names = 0;
async function backedUp(): Promise<string> {
  const path = join(folder, `backup-${(names += 1)}`);
  await backUp({ connectionString: app.url, store, path, version: 'test', now: new Date() });
  return path;
}

async function emptyTarget() {
  const database = await createEmptyDatabase();
  opened.push(database);
  const directory = join(folder, `files-${(names += 1)}`);
  return { connectionString: database.url, store: createDiskStore(directory), directory };
}

/** One hash per table over every row of a backup. */
async function fingerprint(url: string): Promise<Record<string, string>> {
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

async function filesOf({ list, read }: FileStore): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const batch of list()) {
    for (const { key } of batch) {
      const stream = await read(key);
      found[key] = createHash('sha256')
        .update(Buffer.concat(await stream!.toArray()))
        .digest('hex');
    }
  }
  return found;
}

/** There are no users and no files. */
async function isEmpty({
  connectionString,
  store: target,
}: Awaited<ReturnType<typeof emptyTarget>>): Promise<boolean> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ exists: boolean }>(
      "select to_regclass('sys_user') is not null as exists",
    );
    const users = rows[0]?.exists ? (await client.query('select from sys_user')).rowCount : 0;
    return users === 0 && Object.keys(await filesOf(target)).length === 0;
  });
}

test('a restored installation equals the backed-up one, row by row and file by file', async () => {
  const path = await backedUp();
  const target = await emptyTarget();
  const report = await restore({ ...target, path });
  expect(await fingerprint(target.connectionString)).toStrictEqual(await fingerprint(app.url));
  const files = await filesOf(store);
  expect(await filesOf(target.store)).toStrictEqual(files);
  expect(report.files).toBe(Object.keys(files).length);
  expect(report.files).toBeGreaterThanOrEqual(3);
  expect((await stat(path)).mode & 0o077).toBe(0);
});

test('a restored server asks for new sign-ins and continues the order numbers', async () => {
  const path = await backedUp();
  const last = await order(); // The order placed after the backup is gone: its number and id are free, earlier ones are not.
  const target = await emptyTarget();
  await restore({ ...target, path });
  const database = openDatabase(target.connectionString, 4, () => undefined);
  const restored = await createTestApp({ database, store: target.store });
  try {
    expect(await order(restored)).toBeGreaterThanOrEqual(last);
    const { rows } = await database.pool.query(
      'select count(*)::int as all, count(distinct order_no)::int as numbers from orders',
    );
    expect(rows[0].numbers).toBe(rows[0].all);
  } finally {
    await database.close();
    await restored.close();
  }
});

test('a restore keeps second factors with their devices and drops unfinished sign-ins', async () => {
  const password = 'a long enough password 1';
  const person = await addPerson(app, { user: { passwordHash: await hashPassword(password) } });
  const device = await enrol(app, person.token, password);
  const { username } = person;
  const sendPassword = (at: TestApp) => at.send('POST', '/login', { body: { username, password } });
  const unfinished = (await sendPassword(app)).data as { ticket: string };
  const path = await backedUp();
  const target = await emptyTarget();
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

test('a backup under load contains complete orders, and every order acknowledged before it began', async () => {
  const acknowledged: number[] = [];
  const over = new AbortController();
  const writers = Array.from({ length: 4 }, async () => {
    while (!over.signal.aborted) acknowledged.push(await order());
  });
  let before: number[];
  let path: string;
  try {
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(8);
    before = [...acknowledged];
    path = await backedUp();
  } finally {
    // Orders that go on after a failure would change what the following tests compare.
    over.abort();
    await Promise.all(writers);
  }
  const target = await emptyTarget();
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

test('a target with data is refused and left unchanged', async () => {
  const path = await backedUp();
  const before = await fingerprint(app.url);
  const { store: emptyStore } = await emptyTarget();
  await expect(restore({ connectionString: app.url, store: emptyStore, path })).rejects.toThrow(
    '目标数据库不是空的',
  );
  expect(await fingerprint(app.url)).toStrictEqual(before);
  const { connectionString } = await emptyTarget();
  await expect(restore({ connectionString, store, path })).rejects.toThrow('目标文件存储不是空的');
});

test.each([
  ['cut off in the middle', async (path: string) => truncate(path, Math.floor((await stat(path)).size / 2))],
  ['cut off by one byte', async (path: string) => truncate(path, (await stat(path)).size - 1)],
  [
    'without its end',
    async (path: string) => writeFile(path, gzipSync(gunzipSync(await readFile(path)).subarray(0, -3_000))),
  ],
  ['with another byte in a file', (path: string) => change(path, '%PDF-1.7\n1 0 obj', '%PDF-1.7\n1 0 obk')],
  ['with another byte in a table', (path: string) => change(path, 'demo\tdemo\t', 'demo\tdemq\t')],
  ['that is none', async (path: string) => writeFile(path, 'not a backup')],
  ['that is empty', async (path: string) => writeFile(path, '')],
])('a backup %s is refused with a sentence and leaves nothing behind', async (_name, spoil) => {
  const path = await backedUp();
  await spoil(path);
  const target = await emptyTarget();
  await expect(restore({ ...target, path })).rejects.toThrow(StartError);
  expect(await isEmpty(target)).toBe(true);
});

/** Copies the archive with one text replaced by another of the same length. */
async function change(path: string, from: string, to: string): Promise<void> {
  const bytes = gunzipSync(await readFile(path));
  const at = bytes.indexOf(from);
  expect(at).toBeGreaterThan(0);
  bytes.write(to, at);
  await writeFile(path, gzipSync(bytes));
}

test('a backup never overwrites a file and leaves none when it fails', async () => {
  const path = await backedUp();
  const options = { connectionString: app.url, store, version: 'test', now: new Date() };
  await expect(backUp({ ...options, path })).rejects.toThrow('已经存在');
  const broken: FileStore = { ...store, read: () => Promise.reject(new Error('the store is gone')) };
  await expect(backUp({ ...options, store: broken, path: `${path}-2` })).rejects.toThrow('the store is gone');
  expect((await readdir(folder)).filter((name) => name.startsWith(`${basename(path)}-2`))).toEqual([]);
});

test('a lost file in use is reported by its key; an unused one is left out', async () => {
  const { data } = await upload(app, '丢失.pdf', samples.pdf);
  const id = Number(Reflect.get(data, 'id'));
  const { pool } = app.database;
  const { rows } = await pool.query<{ key: string }>('select key from file where id = $1', [id]);
  const { key } = rows[0]!;
  await store.remove(key);
  const options = { connectionString: app.url, store, version: 'test', now: new Date() };
  expect((await backUp({ ...options, path: join(folder, 'unused') })).damaged).toEqual([]);
  const orderId = await order();
  await pool.query(
    'insert into order_item_file (order_id, revision, line_no, file_id, place) values ($1, 1, 1, $2, 1)',
    [orderId, id],
  );
  expect((await backUp({ ...options, path: join(folder, 'lost') })).damaged).toEqual([key]);
  await pool.query('delete from order_item_file where file_id = $1', [id]);
  await pool.query('delete from file where id = $1', [id]);
});

test('a database of another version is not backed up', async () => {
  const { connectionString, store: target } = await emptyTarget();
  await migrate(connectionString, { upTo: countMigrations() - 1 });
  const path = join(folder, 'older');
  const options = { connectionString, store: target, path, version: 'test', now: new Date() };
  await expect(backUp(options)).rejects.toThrow('请先启动一次');
  await migrate(connectionString);
  expect((await backUp(options)).damaged).toEqual([]);
});

test('with a key only a backup sealed with it is restored; any change of its contents is noticed', async () => {
  const key = 'a key that is kept apart from them';
  const path = join(folder, `backup-${(names += 1)}`);
  await backUp({ connectionString: app.url, store, path, version: 'test', now: new Date(), key });
  const whole = gunzipSync(await readFile(path));
  const changed = Buffer.from(whole);
  // A part that the manifest's sums do not cover.
  const at = changed.indexOf('"version":"test"');
  changed.write('"version":"tesT"', at);
  const forged = join(folder, `backup-${(names += 1)}`);
  await writeFile(forged, gzipSync(changed));
  const refused = async (given: string, withKey: string, reason: string) => {
    const target = await emptyTarget();
    await expect(restore({ ...target, path: given, key: withKey })).rejects.toThrow(reason);
    expect(await isEmpty(target)).toBe(true);
  };
  await refused(forged, key, '签名不符');
  await refused(path, `${key}, but another one`, '签名不符');
  await refused(await backedUp(), key, '没有签名');
  for (const withKey of [key, undefined]) {
    const target = await emptyTarget();
    await restore({ ...target, path, key: withKey });
    expect(await fingerprint(target.connectionString)).toStrictEqual(await fingerprint(app.url));
  }
});

test('a backup whose connection breaks while files are copied is complete', async () => {
  const path = join(folder, `backup-${(names += 1)}`);
  let reads = 0;
  let broken: number | null = null;
  const breaking: FileStore = {
    ...store,
    async read(key) {
      reads += 1;
      // Once: the process of a terminated connection stays listed until it has ended.
      if (reads === 1) {
        const { rowCount } = await app.database.pool.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1',
          [BACKUP_CONNECTION],
        );
        broken = rowCount;
      }
      return store.read(key);
    },
  };
  const options = { connectionString: app.url, path, version: 'test', now: new Date() };
  const report = await backUp({ ...options, store: breaking });
  expect(broken).toBe(1);
  expect(report.files).toBeGreaterThan(1);
  const target = await emptyTarget();
  await restore({ ...target, path });
  expect(await fingerprint(target.connectionString)).toStrictEqual(await fingerprint(app.url));
});
