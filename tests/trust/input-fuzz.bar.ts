import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';
import { regressions } from '#tests/support/hostile/fuzz-regressions.ts';
import { createFuzzer, type Fuzzer } from '#tests/support/hostile/fuzz-run.ts';
import { addPerson } from '#tests/support/data/people.ts';
import {
  buildItem,
  buildOrder,
  place,
  readCatalogue,
  selectionsFor,
} from '#tests/support/data/quotations.ts';
import { assertBelow, atScale, scale } from '#tests/support/load/scale.ts';
import { createServedApp, type ServedApp } from '#tests/support/processes/served-app.ts';
import { validCalls, type ValidCall } from '#tests/support/app/valid-inputs.ts';
import { bar } from './bar.ts';

/** Runs are reproducible; another `FUZZ_SEED` gives other cases. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_120);
const perOperation = atScale(6, 500, 700);

let app: ServedApp;
let calls: ValidCall[];
let fuzzer: Fuzzer;
beforeAll(async () => {
  app = await createServedApp();
  // Exports first, because the other calls fill the logs and make the files longer.
  const rank = ({ endpoint }: ValidCall) => (endpoint.answer === 'file' ? 0 : 1);
  calls = (await validCalls(app)).toSorted((a, b) => rank(a) - rank(b));
  fuzzer = await createFuzzer(app, seed);
});
afterAll(() => app.close());

/** The server's memory in MB. */
const rssMb = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${app.server.pid}/status`, 'utf8'))?.[1]) / 1024;

bar(
  58,
  'random requests by contract never fail with 5xx, and refused ones write nothing',
  async () => {
    const faults: string[] = [];
    const byName = new Map(calls.map((call) => [call.name, call]));
    for (const [name, cases] of Object.entries(regressions)) {
      const wrong = await fuzzer.replay(byName.get(name)!, cases);
      faults.push(...wrong.map((fault) => `${name}, once wrong before: ${fault}`));
    }
    // Code, workers and caches loaded by the first requests do not count as growth.
    for (const call of calls) faults.push(...(await fuzzer.fuzz(call, 1)));
    const warmMb = rssMb();
    for (const call of calls) faults.push(...(await fuzzer.fuzz(call, perOperation)));
    const grownMb = rssMb() - warmMb;
    expect(faults).toStrictEqual([]);

    const { cases, refused, sent, slowestMs } = fuzzer.totals;
    expect(cases).toBeGreaterThanOrEqual(calls.length * perOperation);
    if (scale === 'long') expect(cases).toBeGreaterThanOrEqual(100_000);
    assertBelow(grownMb, 100 * Math.max(1, sent / 10_000), 'MB of growth');
    expect(() => process.kill(app.server.pid, 0)).not.toThrow();
    await expectNormalOrder();
    return (
      `${cases.toLocaleString('en-US')} cases over ${calls.length} operations (${perOperation} each), ` +
      `${refused.toLocaleString('en-US')} refused without a write, 0 answers of 5xx, slowest ${Math.round(slowestMs)} ms, ` +
      `same process, memory ${grownMb < 0 ? '' : '+'}${Math.round(grownMb)} MB in ${sent.toLocaleString('en-US')} requests`
    );
  },
  { timeout: 3_600_000 },
);

/** Checks that the shop still works: a part of a new material quoted, one with prices ordered and read back. */
async function expectNormalOrder(): Promise<void> {
  expect((await app.exchange({ method: 'GET', url: '/readyz', headers: {} })).status).toBe(200);
  expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
  const who = { token: (await addPerson(app, { roleKey: 'admin' })).token };
  const create = calls.find(({ name }) => name === 'materials.create')!;
  const tag = 'aluminium';
  await app.database.pool.query('delete from machining_price where material_tag = $1', [tag]);
  await app.database.pool.query(
    'insert into machining_price (dept_id, material_tag, price_fen) values (0, $1, 8000)',
    [tag],
  );
  const name = `完好的材料 ${randomUUID()}`;
  const body = { ...Object(create.body), name, materialTag: tag };
  const made = await app.send('POST', '/material', { ...who, body });
  expect(made).toMatchObject({ status: 200 });
  const catalogue = await readCatalogue(app, who);
  const sold = buildItem(catalogue);
  const material = Number(made.data);
  const size = { num: 10, length: 120, width: 80, height: 20 };
  const unpriced = { material, ...size, ...selectionsFor(catalogue.tree, material) };
  expect(await app.send('POST', '/quote', { ...who, body: { items: [unpriced] } })).toMatchObject({
    status: 200,
  });
  const order = await buildOrder(app, who, [sold]);
  const placed = await place(app, who, order);
  expect(placed).toMatchObject({ status: 200 });
  const read = await app.send('GET', `/order/${String(placed.data)}`, who);
  expect(read).toMatchObject({ status: 200, data: { price: order.price, status: 'placed' } });
}
