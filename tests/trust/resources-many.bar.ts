import autocannon from 'autocannon';
import { afterAll, beforeAll, expect } from 'vitest';
import { timeBareServer } from '#tests/support/app/bare-server.ts';
import { percentile, startOpenLoad, type LoadOperation } from '#tests/support/load/open-load.ts';
import { loginRequest, startFlood } from '#tests/support/load/request-flood.ts';
import { assertBelow, atScale } from '#tests/support/load/scale.ts';
import { createServedApp, type ServedApp } from '#tests/support/processes/served-app.ts';
import { countStatement } from '#tests/support/app/statement-counter.ts';
import { testPasswords } from '#tests/support/app/test-database.ts';
import { bar } from './bar.ts';

let app: ServedApp;
let token: string;
beforeAll(async () => {
  app = await createServedApp();
  token = await app.signIn('demo');
});
afterAll(() => app.close());

bar(67, 'repeated crowds of 200 sign-ins do not slow other requests', async (tell) => {
  const [atOnce, seconds] = [atScale(60, 200), atScale(2, 20)];
  const catalogue: LoadOperation = {
    name: 'catalogue',
    perSecond: 40,
    next: () => ({ method: 'GET', path: '/material', token }),
  };
  const request = loginRequest({ username: 'demo', password: testPasswords.demo });
  const flood = await startFlood({ port: app.port, request, atOnce, seconds });
  const load = startOpenLoad(app.address, [catalogue], { seconds });
  const bareTimes = timeBareServer(seconds);
  await load.done;
  const [bare, { rounds, counts, withoutRetryAfter }] = await Promise.all([bareTimes, flood.done]);
  const times = load.arrived.map(({ elapsedMs }) => elapsedMs);
  const answers = Object.entries(counts).map(([status, n]) => `${n} × ${status}`);
  tell(
    `${rounds} × ${atOnce} at once: ${answers.join(', ')}; catalogue meanwhile ` +
      `p50 ${Math.round(percentile(times, 0.5))} ms, p99 ${Math.round(percentile(times, 0.99))} ms ` +
      `(a bare server p50 ${Math.round(bare.p50)} ms, p99 ${Math.round(bare.p99)} ms)`,
  );
  expect(Object.keys(counts).filter((status) => !['200', '429', '503'].includes(status))).toStrictEqual([]);
  expect(counts['200']).toBeGreaterThan(0);
  expect(withoutRetryAfter).toBe(0);
  expect(load.arrived.filter(({ status }) => status !== 200)).toStrictEqual([]);
  assertBelow(percentile(times, 0.99), 200, 'ms for 99 % of other requests');
});

bar(68, 'health at 2,000 requests a second queries the database once a second', async () => {
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
    `the database was queried ${asked} times; details need the monitor's permission`
  );
});
