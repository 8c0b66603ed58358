import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import { API_BASE } from '#contract/kernel/endpoint.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { percentile } from '#tests/support/load/open-load.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { startFlood } from '#tests/support/load/request-flood.ts';
import { assertBelow, atScale } from '#tests/support/load/scale.ts';
import { createServedApp, type ServedApp } from '#tests/support/processes/served-app.ts';
import { bar } from './bar.ts';

let app: ServedApp;
let items: QuotationItem[];
beforeAll(async () => {
  app = await createServedApp();
  const catalogue = await readCatalogue(app);
  items = Array.from({ length: 200 }, (_, n) => buildItem(catalogue, { num: n + 1 }));
});
afterAll(() => app.close());

const addCustomer = async () => (await addPerson(app, { roleKey: 'customer' })).token;

/** A new quotation whose document has never been requested; its id. */
async function quote(token: string, parts: number): Promise<number> {
  const body = await buildOrder(app, { token }, items.slice(0, parts), { status: 'quoted' });
  return Number((await place(app, { token }, body)).data);
}

const download = async (token: string, id: number) =>
  (
    await app.exchange({
      method: 'GET',
      url: `${API_BASE}/order/${id}/quotation.pdf`,
      headers: { authorization: `Bearer ${token}` },
    })
  ).status;

const countsOf = (statuses: readonly number[]) =>
  [...new Set(statuses)]
    .toSorted((a, b) => a - b)
    .map((status) => `${statuses.filter((one) => one === status).length} × ${status}`)
    .join(', ');

bar(87, 'while one customer requests document after document, others get theirs', async (tell) => {
  const greedy = await addCustomer();
  const long: number[] = [];
  for (let n = 0; n < atScale(28, 56); n += 1) long.push(await quote(greedy, 200));
  const others = await Promise.all(Array.from({ length: atScale(10, 25) }, addCustomer));
  const theirs = await Promise.all(others.map((token) => quote(token, 3)));

  const state = { isOver: false };
  const flood: number[] = [];
  const threads = Array.from({ length: 14 }, async () => {
    for (let id = long.pop(); id !== undefined && !state.isOver;) {
      const status = await download(greedy, id);
      flood.push(status);
      if (status === 200) id = long.pop();
    }
  });
  const startedAt = performance.now();
  const times: number[] = [];
  const statuses = await Promise.all(
    others.map(async (token, n) => {
      const status = await download(token, theirs[n]!);
      times.push(performance.now() - startedAt);
      return status;
    }),
  );
  state.isOver = true;
  await Promise.all(threads);
  tell(
    `14 threads of one customer for quotations of 200 items: ${countsOf(flood)}; ${others.length} others at once ` +
      `${countsOf(statuses)}, the last after ${Math.round(Math.max(...times))} ms`,
  );
  expect(statuses).toStrictEqual(others.map(() => 200));
  expect(countsOf(flood)).toMatch(/^\d+ × 200(, \d+ × 429)?$/);
});

bar(
  87,
  'while one customer asks for a hundred long quotes at once, a list of the back office is quick',
  async (tell) => {
    const [greedy, { token: staff }] = await Promise.all([
      addCustomer(),
      addPerson(app, { roleKey: 'admin' }),
    ]);
    const timed = async () => {
      const startedAt = performance.now();
      const { status } = await app.send('GET', '/order?pageSize=50', { token: staff });
      expect(status).toBe(200);
      return performance.now() - startedAt;
    };
    const quiet: number[] = [];
    for (let n = 0; n < 20; n += 1) quiet.push(await timed());
    const body = JSON.stringify({ items });
    const head = ['POST /api/v1/quote HTTP/1.1', 'Host: x', `Authorization: Bearer ${greedy}`];
    const lines = [...head, 'Content-Type: application/json', `Content-Length: ${body.length}`, '', body];
    const seconds = atScale(3, 20);
    const flood = await startFlood({ port: app.port, request: lines.join('\r\n'), atOnce: 100, seconds });
    const busy: number[] = [];
    for (const until = performance.now() + seconds * 1_000; performance.now() < until;) {
      busy.push(await timed());
      await delay(50);
    }
    const { counts } = await flood.done;
    const answers = Object.entries(counts).map(([status, n]) => `${n} × ${status}`);
    tell(
      `100 quotes of 200 items at once, again and again: ${answers.join(', ')}; a list of orders ` +
        `p50 ${Math.round(percentile(quiet, 0.5))} ms before, meanwhile p50 ${Math.round(percentile(busy, 0.5))}, ` +
        `p99 ${Math.round(percentile(busy, 0.99))} ms`,
    );
    expect(counts['200']).toBeGreaterThan(0);
    expect(Object.keys(counts).filter((status) => status !== '200' && status !== '429')).toStrictEqual([]);
    assertBelow(percentile(busy, 0.99), 500, 'ms for 99 % of other requests');
  },
);

bar(87, 'a customer makes as many quotations an hour as the setting allows', async () => {
  const limit = 20;
  const admin = { token: (await addPerson(app, { roleKey: 'admin' })).token };
  const all = (await app.send('GET', '/set-config/typed', admin)).data as {
    configKey: string;
    version: number;
  }[];
  const { version } = all.find(({ configKey }) => configKey === 'quote.perHour')!;
  const body = [{ configKey: 'quote.perHour', configValue: String(limit), version }];
  expect((await app.send('PUT', '/set-config', { ...admin, body })).status).toBe(200);
  const [one, other] = [await addCustomer(), await addCustomer()];
  const order = await buildOrder(app, { token: one }, items.slice(0, 1), { status: 'quoted' });
  const keys = Array.from({ length: 30 }, (_, n) => `a-key-of-this-hour-${n}`);
  const answers = await Promise.all(keys.map((key) => place(app, { token: one }, order, key)));
  const made = answers.flatMap(({ status, data }, n) =>
    status === 200 ? [{ key: keys[n]!, id: Number(data) }] : [],
  );
  expect(countsOf(answers.map(({ status }) => status))).toBe(`${limit} × 200, ${30 - limit} × 429`);
  // Created documents are served again; other users are not affected.
  expect(await place(app, { token: one }, order, made[0]!.key)).toMatchObject({
    status: 200,
    data: made[0]!.id,
  });
  expect((await place(app, { token: other }, order)).status).toBe(200);
  return `with the setting at ${limit} an hour 30 quotations at once: ${limit} made, the others 429 with a retry time; others are not concerned`;
});
