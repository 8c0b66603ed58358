import { afterAll, beforeAll, expect } from 'vitest';
import { percentile } from '#tests/support/load/open-load.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, readCatalogue } from '#tests/support/data/quotations.ts';
import { assertBelow, atScale } from '#tests/support/load/scale.ts';
import { createServedApp, type ServedApp } from '#tests/support/processes/served-app.ts';
import { bar } from './bar.ts';

let app: ServedApp;
beforeAll(async () => {
  app = await createServedApp();
});
afterAll(() => app.close());

bar(87, 'one customer’s searches leave the reads of others as quick as they are', async (tell) => {
  const other = await addPerson(app, { roleKey: 'customer' });
  const item = buildItem(await readCatalogue(app));
  for (let n = 1; n <= 20; n += 1) {
    const rule = { kind: 'amount', amountYuan: 100_000 + n, priceDisplay: 'reference', sort: n, status: 2 };
    expect(await app.send('POST', '/gate-rule', { as: 'admin', body: rule })).toMatchObject({ status: 200 });
  }
  const statuses = new Set<number>();
  const times = { quiet: [] as number[], beside: [] as number[] };
  for (let round = 0; round < 3; round += 1) {
    times.quiet.push(...(await timesOf(other, atScale(50, 400))));
    // A new user in each round, who has not reached the limits of a minute.
    const { token } = await addPerson(app, { roleKey: 'customer' });
    const over = new AbortController();
    const loop = async (once: () => Promise<{ status: number }>) => {
      while (!over.signal.aborted) statuses.add((await once()).status);
    };
    const flood = [
      ...Array.from({ length: 32 }, () => loop(() => app.send('GET', '/search?text=Q2026', { token }))),
      loop(() => app.send('POST', '/quote/solve', { token, body: { item, goal: 'saving' } })),
    ];
    times.beside.push(...(await timesOf(other, atScale(50, 400))));
    over.abort();
    await Promise.all(flood);
  }
  const p99 = { quiet: percentile(times.quiet, 0.99), beside: percentile(times.beside, 0.99) };
  tell(
    `p99 of another customer's lists: ${p99.quiet.toFixed(1)} ms quiet, ${p99.beside.toFixed(1)} ms beside 32 searches and a loop ` +
      `of ways with 20 rules; answers of these: ${[...statuses].toSorted((a, b) => a - b).join(', ')}`,
  );
  assertBelow(p99.beside / p99.quiet, 3, 'times the quiet p99');
});

/** Milliseconds of sequential requests of a list. */
async function timesOf({ token }: Person, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const start = performance.now();
    expect((await app.send('GET', '/order?pageSize=10', { token })).status).toBe(200);
    times.push(performance.now() - start);
  }
  return times;
}
