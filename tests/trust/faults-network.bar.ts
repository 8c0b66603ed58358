import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { choosePort } from '#server/db/private-postgres/address.ts';
import { signIn, type ApiClient, type OrderBody } from '#tests/support/app/api-client.ts';
import { unexpectedAnswers, type Sent } from '#tests/support/load/load.ts';
import { acknowledgedIn, expectOrdersStored } from '#tests/support/load/order-ledger.ts';
import {
  createTemporaryDirectory,
  killLeftovers,
  launchServer,
  runServer,
} from '#tests/support/processes/run-server.ts';
import { assertBelow, atScale } from '#tests/support/load/scale.ts';
import { expectIdlePool, readFigures } from '#tests/support/processes/server-figures.ts';
import { spread } from '#tests/support/load/spread.ts';
import { createDatabaseProxy, type TcpProxy } from '#tests/support/proxies/tcp-proxy.ts';
import { createEmptyDatabase, type TestDatabase } from '#tests/support/app/test-database.ts';
import { bar } from './bar.ts';

const timeout = 3_600_000;
/** Judged on a quiet machine only. */
const READY_WITHIN_MS = 5_000;
const ANSWER_WITHIN_MS = 10_000;

let directory: Awaited<ReturnType<typeof createTemporaryDirectory>>;
let database: TestDatabase;
let proxy: TcpProxy & { url: string };
beforeAll(async () => {
  directory = await createTemporaryDirectory('quotemill-network-');
});
beforeEach(async () => {
  database = await createEmptyDatabase();
  proxy = await createDatabaseProxy(database.url);
});
afterEach(async () => {
  await killLeftovers();
  await proxy.close();
  await database.drop();
});
afterAll(() => directory.remove());

const start = () => runServer(directory.path, { env: { DATABASE_URL: proxy.url } });

bar(
  77,
  'a connection that is cut at any packet leaves a whole order or none',
  async () => {
    const server = await start();
    const client = await signIn(server.address);
    const order = await client.composeOrder(3);
    const sent: Sent[] = [];
    const place = async (key: string = randomUUID()) => {
      const startedAt = performance.now();
      const answer = await client.placeOrder(order, key);
      sent.push({ what: 'order', startedAt, key, answer });
    };
    const cuts = atScale(8, 40);
    for (let n = 0; n < cuts; n += 1) {
      proxy.cutAfter(Math.round(1 + (n * 39) / (cuts - 1)));
      for (let row = 0; row < 5; row += 1) await Promise.all(Array.from({ length: 5 }, () => place()));
    }
    proxy.cutAfter(undefined);
    const refused = sent.filter(({ answer }) => answer?.status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(proxy.cuts()).toBeGreaterThan(cuts);
    await expect
      .poll(async () => (await fetch(`${server.address}/readyz`)).status, { timeout: 10_000 })
      .toBe(200);
    await Promise.all(refused.map(({ key }) => place(key)));
    expect(unexpectedAnswers(sent, [200, 503])).toEqual([]);
    const stored = await expectOrdersStored(database.url, acknowledgedIn(sent));
    expect(stored.ids.length).toBe(25 * cuts);
    await expectIdlePool(server.address);
    return (
      `connections reset at ${cuts} packets from the first to the 40th (${proxy.cuts()} resets): ${25 * cuts} orders, ${refused.length} answered ` +
      `503 and sent again, 0 torn, 0 lost, 0 duplicated`
    );
  },
  { timeout },
);

bar(
  77,
  'a slow database slows only requests that need it, and a crowd is served or refused in time',
  async () => {
    const server = await start();
    const client = await signIn(server.address);
    const order = await client.composeOrder(3);
    await client.call('GET', '/material');
    const before = await readFigures(server.address);
    proxy.delayBy(200);
    const healthMs: number[] = [];
    const ask = async () => {
      const startedAt = performance.now();
      const answer = await fetch(`${server.address}/healthz`);
      expect(answer.status).toBe(200);
      healthMs.push(performance.now() - startedAt);
    };
    const quiet = await burst(client, order, 5);
    expect(unexpectedAnswers(quiet, [200])).toEqual([]);
    const crowd = burst(client, order, atScale(150, 300));
    for (let n = 0; n < 50; n += 1) await ask();
    const answers = await crowd;
    expect(unexpectedAnswers(answers, [200, 503])).toEqual([]);
    const slowest = Math.max(...answers.map(({ answer }) => answer?.elapsedMs ?? Infinity));
    assertBelow(slowest, ANSWER_WITHIN_MS, 'ms for an answer');
    proxy.delayBy(0);
    expect(unexpectedAnswers(await burst(client, order, 5), [200])).toEqual([]);
    await expectOrdersStored(database.url, acknowledgedIn([...quiet, ...answers]));
    await expectIdlePool(server.address);
    const after = await readFigures(server.address);
    const growthMb = (after.rssBytes - before.rssBytes) / 1024 ** 2;
    assertBelow(growthMb, 150, 'MB of growth');
    const refused = answers.filter(({ answer }) => answer?.status === 503).length;
    return (
      `200 ms more a packet: one request alone ${spread(quiet.map(({ answer }) => answer?.elapsedMs ?? 0))}; of ` +
      `${answers.length} orders at once ${refused} refused with 503, the slowest answer after ${Math.round(slowest)} ms; ` +
      `/healthz meanwhile ${spread(healthMs)}; memory ${growthMb.toFixed(0)} MB more`
    );
  },
  { timeout },
);

bar(
  77,
  'a server starts without its database, and becomes ready as soon as the database is there',
  async () => {
    const { port: databasePort } = await freePort();
    const { port } = await freePort();
    const url = new URL(proxy.url);
    url.port = String(databasePort);
    const running = launchServer(directory.path, {
      env: { DATABASE_URL: url.href, PORT: String(port), LOG_LEVEL: 'info' },
    });
    const address = `http://127.0.0.1:${port}`;
    const status = (path: string) =>
      fetch(address + path).then(
        ({ status: found }) => found,
        () => 0,
      );
    await expect.poll(() => status('/healthz'), { timeout: 60_000 }).toBe(200);
    // The time an operator needs to start it.
    const absentMs = atScale(1_500, 30_000);
    const since = performance.now();
    while (performance.now() - since < absentMs) {
      expect(await Promise.all([status('/readyz'), status('/api/v1/material'), status('/')])).toEqual([
        503, 503, 503,
      ]);
    }
    const refusal = await fetch(`${address}/api/v1/material`);
    expect(await refusal.json()).toMatchObject({ code: 503, error: 'server.unavailable', data: null });
    const late = await createDatabaseProxy(database.url, databasePort);
    const presentAt = performance.now();
    await expect.poll(() => status('/readyz'), { interval: 20, timeout: 60_000 }).toBe(200);
    const readyMs = performance.now() - presentAt;
    assertBelow(readyMs, READY_WITHIN_MS, 'ms until it is ready');
    expect(running.output()).toContain('waiting for it');
    expect(running.output()).not.toContain(url.password);
    const client = await signIn(address);
    expect((await client.placeOrder(await client.composeOrder(1), randomUUID())).status).toBe(200);
    await killLeftovers();
    await late.close();
    return `database absent for ${absentMs / 1_000} s at the start: 503, then ready ${Math.round(readyMs)} ms after it (first data included)`;
  },
  { timeout },
);

bar(
  77,
  'a database that refuses the connection ends the start with one sentence without the password',
  async () => {
    for (const change of [
      (url: URL) => (url.password = 'geheim'),
      (url: URL) => (url.pathname = '/absent'),
    ]) {
      const url = new URL(proxy.url);
      change(url);
      const { code, stderr } = await launchServer(directory.path, { env: { DATABASE_URL: url.href } }).ended;
      expect(code).toBe(1);
      expect(stderr).toMatch(/^数据库无法使用或升级：[^\n]*。\n$/);
      expect(stderr).not.toContain('geheim');
    }
  },
);

/** Places this many orders at once, each with a new key. */
async function burst(client: ApiClient, order: OrderBody, number: number): Promise<Sent[]> {
  return Promise.all(
    Array.from({ length: number }, async () => {
      const key = randomUUID();
      const startedAt = performance.now();
      return { what: 'order', startedAt, key, answer: await client.placeOrder(order, key) };
    }),
  );
}

async function freePort(): Promise<{ port: number }> {
  const address = await choosePort();
  if (address.kind !== 'port') throw new Error('no port');
  return address;
}
