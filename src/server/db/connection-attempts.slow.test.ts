import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { stretchTimeLimits } from '#server/system/time-limit.ts';
import { createDatabaseProxy } from '#tests/support/proxies/tcp-proxy.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/app/test-database.ts';
import { openDatabase, type Database } from './database.ts';

let testDatabase: TestDatabase;
let proxy: Awaited<ReturnType<typeof createDatabaseProxy>>;
let database: Database;
/** Accepts connections and never answers, like a frozen process. */
let frozen: Server;
let accepted = 0;
beforeAll(async () => {
  stretchTimeLimits(1);
  testDatabase = await createTestDatabase();
});
beforeEach(async () => {
  accepted = 0;
  frozen = createServer((socket) => {
    accepted += 1;
    socket.on('error', () => undefined);
    socket.resume();
  }).listen(0, '127.0.0.1');
  await once(frozen, 'listening');
  proxy = await createDatabaseProxy(testDatabase.url);
  database = openDatabase(proxy.url, 4, () => undefined);
});
afterEach(async () => {
  await database.close();
  await proxy.close();
  frozen.close();
});
afterAll(() => testDatabase.drop());

const attempts = () =>
  Promise.allSettled(Array.from({ length: 4 }, () => database.pool.query('select 1'))).then((results) =>
    results.map(({ status }) => status),
  );
const failed = Array.from({ length: 4 }, () => 'rejected');
const served = Array.from({ length: 4 }, () => 'fulfilled');

test('an unresponsive database is tried by one connection at a time until it responds', async () => {
  proxy.leadTo({ host: '127.0.0.1', port: (frozen.address() as AddressInfo).port });
  expect(await attempts()).toEqual(failed);
  expect(accepted).toBe(4);
  expect(await attempts()).toEqual(failed);
  // One attempt, plus one for each client whose own timer ends after the next pause: fewer than four in total.
  const tried = accepted - 4;
  expect(tried).toBeGreaterThan(0);
  expect(tried).toBeLessThan(4);
  proxy.leadTo(proxy.target);
  expect(await attempts()).toEqual(served);
  expect(accepted).toBe(4 + tried);
});

test('all clients wait for the running attempt, and are served when it succeeds', async () => {
  proxy.leadTo(undefined);
  expect(await attempts()).toEqual(failed);
  proxy.leadTo(proxy.target);
  const all = attempts();
  expect(database.pool.totalCount).toBe(4);
  expect(await all).toEqual(served);
});
