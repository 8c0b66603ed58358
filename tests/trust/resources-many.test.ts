import autocannon from 'autocannon';
import { afterAll, beforeAll, expect } from 'vitest';
import { percentile, startOpenLoad, type LoadOperation } from '#tests/support/open-load.ts';
import { atScale } from '#tests/support/scale.ts';
import { createServedApp, type ServedApp } from '#tests/support/served-app.ts';
import { countStatement } from '#tests/support/statement-counter.ts';
import { testPasswords } from '#tests/support/test-database.ts';
import { bar } from './bar.ts';

/** Beside other checks on the same cores, as in `npm test`, a time says little. */
const patience = atScale(25, 1);

let app: ServedApp;
let token: string;
beforeAll(async () => {
  app = await createServedApp();
  token = await app.signIn('demo');
});
afterAll(() => app.close());

bar(67, '200 sign-ins at once, again and again', async () => {
  const [atOnce, seconds] = [atScale(60, 200), atScale(2, 20)];
  const catalogue: LoadOperation = {
    name: 'catalogue',
    perSecond: 40,
    next: () => ({ method: 'GET', path: '/material', token }),
  };
  const load = startOpenLoad(app.address, [catalogue], { seconds });
  const statuses = new Map<number, number>();
  const withoutAdvice: number[] = [];
  // Each from an address of its own: sign-ins are counted by address.
  const signIn = async (_: unknown, n: number) => {
    const answer = await app.send('POST', '/login', {
      body: { username: 'demo', password: testPasswords.demo },
      remoteAddress: `10.67.${n >> 6}.${1 + Math.floor(Math.random() * 250)}`,
    });
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.status !== 200 && !('retry-after' in answer.headers)) withoutAdvice.push(answer.status);
  };
  let rounds = 0;
  const until = performance.now() + seconds * 1_000;
  for (; performance.now() < until; rounds += 1) await Promise.all(Array.from({ length: atOnce }, signIn));
  await load.done;
  expect([...statuses.keys()].filter((status) => ![200, 429, 503].includes(status))).toStrictEqual([]);
  expect(statuses.get(200) ?? 0).toBeGreaterThan(0);
  expect(withoutAdvice).toStrictEqual([]);
  expect(load.arrived.filter(({ status }) => status !== 200)).toStrictEqual([]);
  const times = load.arrived.map(({ elapsedMs }) => elapsedMs);
  expect(percentile(times, 0.99)).toBeLessThan(200 * patience);
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, n]) => `${n} × ${status}`);
  return (
    `${rounds} × ${atOnce} at once: ${counts.join(', ')} (with Retry-After); catalogue meanwhile ` +
    `p50 ${Math.round(percentile(times, 0.5))} ms, p99 ${Math.round(percentile(times, 0.99))} ms`
  );
});

bar(68, 'health at 2,000 requests a second', async () => {
  const duration = atScale(2, 20);
  const counter = await countStatement(app.url, 'select 1');
  const replica = await app.addReplica({ DATABASE_URL: counter.url });
  const before = counter.count();
  const result = await autocannon({
    url: replica.address,
    connections: 50,
    overallRate: 2_000,
    duration,
    requests: [{ path: '/readyz' }, { path: '/healthz' }],
  });
  const asked = counter.count() - before;
  expect(Object.keys(result.statusCodeStats ?? {})).toStrictEqual(['200']);
  expect(result.errors).toBe(0);
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThanOrEqual(duration + 2);
  for (const url of ['/readyz', '/healthz']) {
    const { body } = await replica.exchange({ method: 'GET', url, headers: {} });
    const { requestId: _id, ...rest }: Record<string, unknown> = JSON.parse(body);
    expect(rest).toStrictEqual({ code: 200, msg: 'ok', data: null });
  }
  expect(await replica.send('GET', '/server-monitor')).toMatchObject({ status: 401 });
  expect(await replica.send('GET', '/server-monitor', { token })).toMatchObject({ status: 403 });
  await replica.server.stop();
  await counter.close();
  return (
    `${Math.round(result.requests.average).toLocaleString('en-US')} requests a second for ${duration} s, p99 ${result.latency.p99} ms: ` +
    `the database was asked ${asked} times; details need the monitor's permission`
  );
});
