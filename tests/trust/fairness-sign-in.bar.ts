import { afterAll, beforeAll, expect } from 'vitest';
import { percentile } from '#tests/support/load/open-load.ts';
import { loginRequest, startFlood } from '#tests/support/load/request-flood.ts';
import { assertBelow, atScale } from '#tests/support/load/scale.ts';
import { createServedApp, type ServedApp } from '#tests/support/processes/served-app.ts';
import { newAddress } from '#tests/support/app/sign-in.ts';
import { testPasswords } from '#tests/support/app/test-database.ts';
import { bar } from './bar.ts';

let app: ServedApp;
beforeAll(async () => {
  app = await createServedApp();
});
afterAll(() => app.close());

bar(85, 'while one address floods the sign-in, those of other addresses succeed', async (tell) => {
  const seconds = atScale(3, 20);
  const request = loginRequest({ username: 'demo', password: 'wrong password' });
  const flood = await startFlood({ port: app.port, request, atOnce: 80, seconds, from: '127.85.0.1' });
  const statuses: number[] = [];
  const times: number[] = [];
  const until = performance.now() + seconds * 1_000;
  const signInOften = async () => {
    while (performance.now() < until) {
      const startedAt = performance.now();
      const body = { username: 'demo', password: testPasswords.demo };
      statuses.push((await app.send('POST', '/login', { remoteAddress: newAddress(), body })).status);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all([signInOften(), signInOften(), signInOften()]);
  const { counts } = await flood.done;
  const answers = Object.entries(counts).map(([status, n]) => `${n} × ${status}`);
  const served = statuses.filter((status) => status === 200).length;
  tell(
    `80 connections of one address: ${answers.join(', ')}; from other addresses meanwhile ${served} of ${statuses.length} ` +
      `sign-ins, p50 ${Math.round(percentile(times, 0.5))} ms, p99 ${Math.round(percentile(times, 0.99))} ms`,
  );
  expect(statuses.length).toBeGreaterThan(atScale(5, 50));
  expect(served).toBe(statuses.length);
  assertBelow(percentile(times, 0.99), 2_000, 'ms for 99 % of sign-ins elsewhere');
});
