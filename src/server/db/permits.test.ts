import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/app/test-database.ts';
import { openDatabase, type Database } from './database.ts';
import { openPermits, type Permits } from './permits.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, 4, () => undefined);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** Two processes. */
let here: Permits;
let there: Permits;
const failures: unknown[] = [];
beforeEach(() => {
  here = openPermits(database.pool, (error) => failures.push(error));
  there = openPermits(database.pool, (error) => failures.push(error));
});
afterEach(() => {
  here.close();
  there.close();
  failures.splice(0);
});

/** Only for this database; the cluster has others. */
const OURS = `locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`;
const locks = async () => (await database.pool.query(`select from pg_locks where ${OURS}`)).rowCount;
const cut = () => database.pool.query(`select pg_terminate_backend(pid) from pg_locks where ${OURS}`);

test('all processes share the permits of an owner', async () => {
  const mine = await Promise.all([1, 2, 3].map(() => here.take('upload', 7, 4)));
  expect(mine.every(Boolean)).toBe(true);
  const theirs = await Promise.all([1, 2, 3].map(() => there.take('upload', 7, 4)));
  expect(theirs.filter(Boolean)).toHaveLength(1);
  expect(await here.take('upload', 7, 4)).toBeUndefined();
  // Another owner and another kind are counted separately.
  expect(await here.take('upload', 8, 4)).toBeDefined();
  expect(await there.take('download', 7, 8)).toBeDefined();

  // A second release has no effect.
  mine[0]?.();
  mine[0]?.();
  await expect.poll(() => there.take('upload', 7, 4)).toBeDefined();
  expect(await there.take('upload', 7, 4)).toBeUndefined();
  expect(failures).toStrictEqual([]);
});

test('concurrent requests from two processes get exactly the available permits', async () => {
  for (let round = 0; round < 20; round += 1) {
    const asked = Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? here : there).take('download', 9, 8));
    const got = (await Promise.all(asked)).filter((release) => release !== undefined);
    expect(got).toHaveLength(8);
    for (const release of got) release();
  }
  await expect.poll(locks).toBe(0);
});

test('a process that exits returns its permits', async () => {
  for (let n = 0; n < 4; n += 1) expect(await here.take('upload', 1, 4)).toBeDefined();
  expect(await there.take('upload', 1, 4)).toBeUndefined();
  here.close();
  await expect.poll(() => there.take('upload', 1, 4)).toBeDefined();
});

test('held permits count again after a broken connection', async () => {
  const held = [await here.take('upload', 2, 2), await here.take('upload', 2, 2)];
  await cut();
  await expect.poll(() => failures.length).toBe(1);
  // The next permit opens a new connection.
  expect(await here.take('upload', 3, 2)).toBeDefined();
  expect(await there.take('upload', 2, 2)).toBeUndefined();
  for (const release of held) release?.();
  await expect.poll(() => there.take('upload', 2, 2)).toBeDefined();
  await expect.poll(() => there.take('upload', 2, 2)).toBeDefined();
});

test('permits are refused while the database is unreachable, and granted again afterwards', async () => {
  const away = openDatabase('postgres://nobody@127.0.0.1:1/none', 1, () => undefined);
  const lost = openPermits(away.pool, (error) => failures.push(error));
  await expect(lost.take('upload', 1, 4)).rejects.toThrow('ECONNREFUSED');
  await expect(lost.take('upload', 1, 4)).rejects.toThrow('ECONNREFUSED');
  lost.close();
  await away.close();

  const first = await here.take('upload', 5, 1);
  await cut();
  await expect.poll(() => here.take('upload', 6, 1).catch(() => undefined)).toBeDefined();
  first?.();
  await expect.poll(() => there.take('upload', 5, 1)).toBeDefined();
});
