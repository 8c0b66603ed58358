import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { clientOf, signIn } from '#tests/support/app/api-client.ts';
import { unexpectedAnswers, type Sent } from '#tests/support/load/load.ts';
import { acknowledgedIn, expectOrdersStored } from '#tests/support/load/order-ledger.ts';
import { createRoundRobin } from '#tests/support/proxies/round-robin.ts';
import { killLeftovers, runServer } from '#tests/support/processes/run-server.ts';
import { assertBelow, atScale, scale } from '#tests/support/load/scale.ts';
import { spread } from '#tests/support/load/spread.ts';
import { createEmptyDatabase } from '#tests/support/app/test-database.ts';
import { ownDirectory } from '#tests/support/processes/own-directory.ts';
import { bar } from './bar.ts';

const STOPPED_WITHIN_MS = 30_000;

const directory = ownDirectory('quotemill-rolling-');

bar(
  80,
  'no request fails while two servers are restarted in turn under load',
  async () => {
    const restarts = atScale(2, 40);
    const perSecond = atScale(20, 100);
    const database = await createEmptyDatabase();
    // Longer than the proxy needs to notice.
    const env = { DATABASE_URL: database.url, DRAIN_MS: String(atScale(2_000, 1_000)) };
    const start = () => runServer(directory.path, { env });
    const proxy = await createRoundRobin();
    try {
      const servers = [await start(), await start()];
      for (const { address } of servers) proxy.add(address);
      const allReady = async () => {
        await expect.poll(() => proxy.ready(), { interval: 10, timeout: 30_000 }).toBe(servers.length);
      };
      await allReady();
      const client = clientOf(proxy.address, (await signIn(servers[0]!.address)).token);
      const order = await client.composeOrder(2);
      const requests = [
        { what: 'order', send: (key: string) => client.placeOrder(order, key) },
        { what: 'materials', send: () => client.call('GET', '/material') },
        { what: 'orders', send: () => client.call('GET', '/order') },
        { what: 'quote', send: () => client.call('POST', '/quote', { items: order.items }) },
      ];
      const sent: Sent[] = [];
      const underWay = new Set<Promise<void>>();
      const fire = () => {
        const { what, send } = requests[sent.length % requests.length]!;
        const one: Sent = {
          what,
          startedAt: performance.now(),
          ...(what === 'order' ? { key: randomUUID() } : {}),
        };
        sent.push(one);
        const done = send(one.key ?? '').then(
          (answer) => void (one.answer = answer),
          () => undefined,
        );
        underWay.add(done);
        void done.then(() => underWay.delete(done));
      };
      const timer = setInterval(fire, 1_000 / perSecond);
      const stopMs: number[] = [];
      try {
        for (let n = 0; n < restarts; n += 1) {
          const seen = sent.length;
          await expect.poll(() => sent.length, { interval: 10, timeout: 30_000 }).toBeGreaterThan(seen + 20);
          const old = servers[n % 2]!;
          const signalledAt = performance.now();
          const { code, signal } = await old.stop();
          stopMs.push(performance.now() - signalledAt);
          expect({ code, signal }).toEqual({ code: 0, signal: null });
          proxy.remove(old.address);
          const fresh = await start();
          servers[n % 2] = fresh;
          proxy.add(fresh.address);
          await allReady();
        }
      } finally {
        clearInterval(timer);
        await Promise.all(underWay);
      }
      // On the quick scale other work may overload the machine, which the server reports.
      const counted = sent.filter(
        ({ answer }) => scale !== 'quick' || answer?.body['error'] !== 'server.busy',
      );
      expect(unexpectedAnswers(counted, [200])).toEqual([]);
      await expectOrdersStored(database.url, acknowledgedIn(sent));
      assertBelow(Math.max(...stopMs), STOPPED_WITHIN_MS, 'ms for a stop');
      return (
        `${restarts} restarts of two servers in turn at ${perSecond} requests a second behind a proxy that sends nothing ` +
        `twice: 0 of ${sent.length} requests failed; each ended with 0, after ${spread(stopMs)} (${env.DRAIN_MS} of them DRAIN_MS)`
      );
    } finally {
      await killLeftovers();
      await proxy.close();
      await database.drop();
    }
  },
  { timeout: 3_600_000 },
);
