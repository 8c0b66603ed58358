import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { stretchTimeLimits } from '#server/system/time-limit.ts';
import { createDatabaseProxy } from '#tests/support/proxies/tcp-proxy.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/app/test-database.ts';
import { openDatabase, type Database } from './database.ts';

/** The timeout of one missing response, plus the check of idle connections. Four such timeouts take 30 s. */
const NOTICED_WITHIN_MS = 20_000;

let testDatabase: TestDatabase;
let proxy: Awaited<ReturnType<typeof createDatabaseProxy>>;
let database: Database;
beforeAll(async () => {
  stretchTimeLimits(1);
  testDatabase = await createTestDatabase();
});
beforeEach(async () => {
  proxy = await createDatabaseProxy(testDatabase.url);
  database = openDatabase(proxy.url, 4, () => undefined);
  const clients = await Promise.all(Array.from({ length: 4 }, () => database.pool.connect()));
  for (const client of clients) client.release();
  // Like a database host that loses its network: nothing closes the connections.
  proxy.silence();
});
afterEach(async () => {
  await database.close();
  await proxy.close();
});
afterAll(() => testDatabase.drop());

test('one unanswered statement replaces all silent connections', async () => {
  expect(database.pool.idleCount).toBe(4);
  const since = performance.now();
  await expect(database.pool.query('select 1')).rejects.toThrow('Query read timeout');
  for (let n = 0; n < 4; n += 1) await database.pool.query('select 1');
  expect(performance.now() - since).toBeLessThan(NOTICED_WITHIN_MS);
});

test('an unanswered transaction replaces all silent connections', async () => {
  await expect(database.db.transaction(() => Promise.resolve())).rejects.toThrow('Failed query');
  await Promise.all(Array.from({ length: 4 }, () => database.pool.query('select 1')));
});
