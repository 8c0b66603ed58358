import { connect } from 'node:net';
import { afterAll, beforeAll, expect } from 'vitest';
import { samples, upload } from '#tests/support/data/files.ts';
import { percentile, startOpenLoad } from '#tests/support/load/open-load.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { buildItem, readCatalogue } from '#tests/support/data/quotations.ts';
import { createServedApp, type ServedApp } from '#tests/support/processes/served-app.ts';
import { beginUpload } from '#tests/support/proxies/slow-upload.ts';
import { findStrays, noStrays } from '#tests/support/processes/stray-files.ts';
import { bar } from './bar.ts';

const EACH = Number(process.env['SLOW_SOCKETS'] ?? 500);
const LIMIT_S = 35;

let app: ServedApp;
let token: string;
beforeAll(async () => {
  app = await createServedApp();
  token = await app.signIn('demo');
});
afterAll(() => app.close());

/** Sends a request slowly, some bytes per second; resolves with how long the server tolerated it, and its answer. */
function trickle(n: number, head: string, drop: string): Promise<{ seconds: number; status: number }> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    // Fewer from each address than it may have connections.
    const localAddress = `127.66.0.${1 + (n % 10)}`;
    const socket = connect({ port: app.port, host: '127.0.0.1', localAddress });
    socket.write(head);
    const timer = setInterval(() => socket.write(drop), 1_000);
    let said = '';
    socket.on('data', (chunk) => (said += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(said)?.[1] ?? 0);
      resolve({ seconds: (performance.now() - startedAt) / 1000, status });
    });
  });
}

bar(66, 'slow headers and slow bodies are ended while others are served', async () => {
  const item = buildItem(await readCatalogue(app));
  const body = JSON.stringify({ items: [item] });
  const load = startOpenLoad(
    app.address,
    [
      { name: 'catalogue', perSecond: 20, next: () => ({ method: 'GET', path: '/material', token }) },
      { name: 'quote', perSecond: 10, next: () => ({ method: 'POST', path: '/quote', token, body }) },
    ],
    { seconds: LIMIT_S },
  );
  const lines = ['Host: x', `Authorization: Bearer ${token}`, 'Content-Type: application/json'];
  const slowHead = ['GET /api/v1/order HTTP/1.1', ...lines, ''].join('\r\n');
  const slowBody = ['POST /api/v1/quote HTTP/1.1', ...lines, 'Content-Length: 5000', '', '{"items":['].join(
    '\r\n',
  );
  const ended = await Promise.all([
    ...Array.from({ length: EACH }, (_, n) => trickle(n, slowHead, 'X-More: a\r\n')),
    ...Array.from({ length: EACH }, (_, n) => trickle(n, slowBody, ' ')),
  ]);
  await load.done;
  const slowest = (of: typeof ended) => Math.max(...of.map(({ seconds }) => seconds));
  const [heads, bodies] = [ended.slice(0, EACH), ended.slice(EACH)];
  expect(slowest(ended)).toBeLessThanOrEqual(LIMIT_S);
  expect(new Set(ended.map(({ status }) => status))).toStrictEqual(new Set([408]));
  expect(load.arrived.filter(({ status }) => status !== 200)).toStrictEqual([]);
  const times = load.arrived.map(({ elapsedMs }) => elapsedMs);
  expect(percentile(times, 0.99)).toBeLessThan(500);
  return (
    `${EACH} slow heads ended with 408 after at most ${slowest(heads).toFixed(1)} s, ${EACH} slow bodies after ` +
    `${slowest(bodies).toFixed(1)} s; ${times.length} other requests meanwhile p50 ${Math.round(percentile(times, 0.5))} ms, ` +
    `p99 ${Math.round(percentile(times, 0.99))} ms`
  );
});

/** Starts an upload and stalls; resolves with how long the server tolerated it, and its answer. */
function stall(token: string): Promise<{ seconds: number; status: number }> {
  const startedAt = performance.now();
  let status = 0;
  return new Promise((resolve) => {
    beginUpload(app.address, token)
      .on('response', (answer) => {
        status = answer.statusCode ?? 0;
        answer.resume();
      })
      .on('close', () => resolve({ seconds: (performance.now() - startedAt) / 1000, status }));
  });
}

bar(66, 'uploads that stall are ended and leave nothing behind', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => addPerson(app, { roleKey: 'customer' })));
  const ended = await Promise.all(people.flatMap((one) => Array.from({ length: 4 }, () => stall(one.token))));
  const slowest = Math.max(...ended.map(({ seconds }) => seconds));
  expect(new Set(ended.map(({ status }) => status))).toStrictEqual(new Set([408]));
  expect(slowest).toBeLessThanOrEqual(LIMIT_S);
  // Their permits are free again, and no files are left.
  for (const { token: own } of people)
    expect((await upload(app, 'a.pdf', samples.pdf, { token: own })).status).toBe(200);
  expect(await findStrays(app.url, `${app.dataDir}/files`)).toStrictEqual(noStrays);
  return `${ended.length} uploads that stall ended with 408 after at most ${slowest.toFixed(1)} s, nothing of them is left`;
});
