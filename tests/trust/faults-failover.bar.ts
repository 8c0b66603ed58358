import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import { signIn, type ApiClient, type OrderBody } from '#tests/support/app/api-client.ts';
import { inParallel } from '#tests/support/app/in-parallel.ts';
import { liftQuota } from '#tests/support/app/lift-quota.ts';
import { startLoad, unexpectedAnswers, type Load } from '#tests/support/load/load.ts';
import { acknowledgedIn, expectOrdersStored } from '#tests/support/load/order-ledger.ts';
import { ask, startPair, type PostgresPair } from '#tests/support/processes/postgres-pair.ts';
import {
  createTemporaryDirectory,
  killLeftovers,
  runServer,
  signalCluster,
  type ServerProcess,
} from '#tests/support/processes/run-server.ts';
import { assertBelow, atScale } from '#tests/support/load/scale.ts';
import { expectIdlePool } from '#tests/support/processes/server-figures.ts';
import { ruleOfThree, spread } from '#tests/support/load/spread.ts';
import { createTcpProxy, type TcpProxy } from '#tests/support/proxies/tcp-proxy.ts';
import { bar } from './bar.ts';
import { withClient } from '#tests/support/app/with-client.ts';

const CUSTOMERS = 8;
const timeout = 3_600_000;
/** The quick run shares its machine with other tests. */
const BACK_WITHIN_MS = 5_000;
/** One statement without an answer, and one wait for a connection. */
const NOTICED_WITHIN_MS = 12_000;

let directory: Awaited<ReturnType<typeof createTemporaryDirectory>>;
let pair: PostgresPair;
/** Leads to the leader, as HAProxy does. */
let proxy: TcpProxy;
let server: ServerProcess;
let client: ApiClient;
let order: OrderBody;
beforeAll(async () => {
  directory = await createTemporaryDirectory('quotemill-failover-');
  pair = await startPair();
  proxy = await createTcpProxy(addressOf(pair.leader));
  server = await runServer(directory.path, {
    env: { DATABASE_URL: `postgresql://quotemill:none@127.0.0.1:${proxy.port}/quotemill` },
  });
  await withClient(pair.urlOf(pair.leader), liftQuota);
  // One session for all failovers.
  client = await signIn(server.address);
  order = await client.composeOrder(3);
});
afterAll(async () => {
  await killLeftovers();
  await proxy.close();
  await pair.close();
  await directory.remove();
});

const addressOf = ({ port }: { port: number }) => ({ host: '127.0.0.1', port });

const successes = ({ sent }: Load, from: number) =>
  sent.filter(({ startedAt, answer }) => startedAt >= from && answer?.status === 200);

/**
 * Waits for the given number of successful requests that start from now on; resolves with the time until the first
 * ended.
 */
async function served(load: Load, count = 2 * CUSTOMERS): Promise<number> {
  const from = performance.now();
  await expect
    .poll(() => successes(load, from).length, { interval: 5, timeout: 60_000 })
    .toBeGreaterThan(count);
  return (
    Math.min(...successes(load, from).map(({ startedAt, answer }) => startedAt + (answer?.elapsedMs ?? 0))) -
    from
  );
}

/** Stops the load, repeats unacknowledged orders, and checks that each key has exactly one order. */
async function conclude(load: Load): Promise<{ orders: number; again: number; refused: number }> {
  await load.stop();
  expect(unexpectedAnswers(load.sent, [200, 503])).toEqual([]);
  const acknowledged = acknowledgedIn(load.sent);
  await expectOrdersStored(pair.urlOf(pair.leader), acknowledged);
  const orders = acknowledged.size;
  const keys = load.sent.flatMap(({ key }) => key ?? []);
  const unanswered = keys.filter((key) => !acknowledged.has(key));
  await inParallel(unanswered, CUSTOMERS, async (key) => {
    const answer = await client.placeOrder(order, key);
    expect(answer.status).toBe(200);
    acknowledged.set(key, Number(answer.body['data']));
  });
  const { byKey } = await expectOrdersStored(pair.urlOf(pair.leader), acknowledged);
  expect(keys.filter((key) => !byKey.has(key))).toEqual([]);
  await expectIdlePool(server.address);
  const refused = load.sent.filter(({ answer }) => answer?.status === 503).length;
  return { orders, again: unanswered.length, refused };
}

/** Writes to the former leader, without the proxy: its standby has left, so it may not acknowledge. */
async function expectStaleWriteRefused(): Promise<void> {
  const writing = ask(pair.standby, 'create table stale_write ()', 'quotemill').then(() => 'acknowledged');
  writing.catch(() => undefined);
  expect(await Promise.race([writing, delay(2_000, 'waiting')])).toBe('waiting');
}

/** Quotations an hour; 0 for no limit. */
const setQuota = (count: number) =>
  ask(
    pair.leader,
    `update sys_config set config_value = '${count}' where config_key = 'quote.perHour';
     update revision set value = value + 1 where name = 'settings'`,
    'quotemill',
  );

async function expectNoStaleWrite(): Promise<void> {
  const [found] = await ask(pair.leader, "select to_regclass('stale_write') as stale", 'quotemill');
  expect(found).toEqual({ stale: null });
}

bar(
  98,
  'the leader is killed under load, the standby takes over, and nothing acknowledged is lost',
  async () => {
    const rounds = atScale(1, 6, 20);
    const load = startLoad(client, order, CUSTOMERS);
    const outages: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await served(load, 60);
      const killedAt = performance.now();
      await pair.kill(pair.leader);
      proxy.leadTo(undefined);
      await pair.promote();
      proxy.leadTo(addressOf(pair.leader));
      const promotedAfter = performance.now() - killedAt;
      const back = await served(load);
      assertBelow(back, BACK_WITHIN_MS, 'ms until requests are served again');
      outages.push(promotedAfter + back);
      // The lost machine returns and considers itself the leader.
      await pair.start(pair.standby);
      await expectStaleWriteRefused();
      await pair.rebuildStandby();
      await expectNoStaleWrite();
    }
    await served(load, 60);
    const { orders, again, refused } = await conclude(load);
    return (
      `two PostgreSQL 18 with a synchronous standby, the leader killed ${rounds} times under ${CUSTOMERS} customers: ${orders} ` +
      `orders acknowledged, 0 lost (${ruleOfThree(rounds)}), ${again} refused or in doubt and sent again, 0 twice, ${refused} answers 503, ` +
      `none other; outages ${spread(outages)}; the session of before valid, ${rounds} writes to the old leader never acknowledged`
    );
  },
  { timeout },
);

bar(
  98,
  'without a standby nothing is acknowledged, not even the repetition of what only the leader has',
  async () => {
    await pair.kill(pair.standby);
    const key = randomUUID();
    const refused = await client.placeOrder(order, key);
    expect(refused.status).toBe(503);
    assertBelow(refused.elapsedMs, NOTICED_WITHIN_MS, 'ms until a request is refused');
    expect((await client.call('GET', '/order')).status).toBe(200);
    // With the quota used up, the repetition has nothing to write: it only finds the order.
    const allowing = setQuota(1);
    allowing.catch(() => undefined);
    await delay(500);
    // A crash makes visible what no standby has.
    await pair.kill(pair.leader);
    await expect(allowing).rejects.toThrow('Connection terminated');
    await pair.start(pair.leader);
    await expect.poll(async () => (await client.call('GET', '/order')).status, { timeout: 20_000 }).toBe(200);
    const kept = `select count(*)::int as kept from idempotency_key where key = '${key}'`;
    expect(await ask(pair.leader, kept, 'quotemill')).toEqual([{ kept: 1 }]);
    expect((await client.placeOrder(order, key)).status).toBe(503);
    await pair.rebuildStandby();
    const placed = await client.placeOrder(order, key);
    expect(placed.status).toBe(200);
    await expectOrdersStored(pair.urlOf(pair.leader), new Map([[key, Number(placed.body['data'])]]));
    await setQuota(0);
    return (
      `without a standby: an order answered 503 after ${Math.round(refused.elapsedMs)} ms, its repetition too, although a restart ` +
      `had made it visible on the leader; reads served; once a standby was back the key gave one order`
    );
  },
  { timeout },
);

bar(
  98,
  'a leader whose host freezes without closing a connection is replaced in time',
  async () => {
    const rounds = atScale(1, 3, 10);
    const load = startLoad(client, order, CUSTOMERS);
    const back: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await served(load, 60);
      const frozen = pair.leader;
      const frozenAt = performance.now();
      await signalCluster(frozen.directory, 'SIGSTOP');
      proxy.silence();
      await pair.promote();
      proxy.leadTo(addressOf(pair.leader));
      const promotedAfter = performance.now() - frozenAt;
      back.push(promotedAfter + (await served(load)));
      await signalCluster(frozen.directory, 'SIGCONT');
      await expectStaleWriteRefused();
      await pair.rebuildStandby();
      await expectNoStaleWrite();
    }
    const { orders, again, refused } = await conclude(load);
    const slowest = Math.max(...load.sent.map(({ answer }) => answer?.elapsedMs ?? Infinity));
    assertBelow(Math.max(...back), NOTICED_WITHIN_MS, 'ms until requests are served again');
    assertBelow(slowest, NOTICED_WITHIN_MS, 'ms for an answer');
    // A pool of idle connections falls silent: one request waits, the next are served.
    await Promise.all(Array.from({ length: 40 }, () => client.call('GET', '/order')));
    proxy.silence();
    const since = performance.now();
    const statuses: number[] = [];
    for (let n = 0; n < 10; n += 1) statuses.push((await client.call('GET', '/order')).status);
    const idleMs = performance.now() - since;
    expect(statuses.filter((status) => status !== 200)).toHaveLength(1);
    assertBelow(idleMs, NOTICED_WITHIN_MS, 'ms until an idle server notices');
    return (
      `${rounds} hosts of the leader frozen, connections silent, under ${CUSTOMERS} customers: ${orders} orders acknowledged, 0 lost, ` +
      `${again} refused or in doubt and sent again, ${refused} answers 503, none other, the slowest ${Math.round(slowest)} ms; served again within ` +
      `${spread(back)}; 10 requests one after the other over a silent idle pool: 1 × 503, all in ${Math.round(idleMs)} ms`
    );
  },
  { timeout },
);
