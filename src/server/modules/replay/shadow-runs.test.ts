import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PriceReplay, ReplayResult } from '#contract/price-replays.ts';
import type { PriceTable } from '#contract/price-table.ts';
import { fenFromYuan } from '#domain/money.ts';
import { orders, priceDrafts, priceReplays } from '#server/db/schema.ts';
import { createNotifier } from '#server/modules/notifications/notifications.service.ts';
import { addPerson } from '#tests/support/people.ts';
import { oracleTotal } from '#tests/support/price-oracle.ts';
import type { buildItem } from '#tests/support/quotations.ts';
import { buildOrder, place, readCatalogue, type SeenCatalogue } from '#tests/support/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { replayDraft } from './replay-draft.ts';
import { draftFor, machiningPrices, pricedItem } from './replays.test-data.ts';
import { runShadows } from './shadow-run.service.ts';

const admin = { as: 'admin' };
const MINUTE_MS = 60_000;
const real = createNotifier({ hasMail: false, origin: 'https://quote.test' });
/** The ends that were notified: a notification has a unique key, so that the table would hide a second one. */
const ends: number[] = [];
const notifier: Pick<typeof real, 'shadowEnded'> = {
  async shadowEnded(tx, userId, shadow, now) {
    ends.push(shadow.id);
    await real.shadowEnded(tx, userId, shadow, now);
  },
};

let app: TestApp;
let catalogue: SeenCatalogue;
beforeAll(async () => {
  app = await createTestApp();
  catalogue = await readCatalogue(app);
});
afterEach(async () => {
  await app.database.db.execute(sql`truncate pgboss.job`);
  await app.database.db.execute(sql`truncate price_replay, notification`);
});
afterAll(() => app.close());

type Deps = Parameters<typeof runShadows>[0];
const inThisThread =
  ({ database }: TestApp): NonNullable<Deps['replay']> =>
  (task) =>
    replayDraft(database, task, () => undefined);

/** What a process of the queue does with a job. */
const compute = (
  { replay = inThisThread(app), of = app }: { replay?: Deps['replay']; of?: TestApp } = {},
  signal = new AbortController().signal,
) => runShadows({ database: of.database, notifier, replay }, { signal });

const start = (draftId: number, days = 7, who: object = admin) =>
  app.send('POST', '/price-replay/shadow', { ...who, body: { draftId, days } });
async function started(draftId: number, days?: number): Promise<number> {
  const answer = await start(draftId, days);
  expect(answer.status, answer.msg).toBe(200);
  return Number(answer.data);
}
const stop = (id: number, who: object = admin) =>
  app.send('POST', `/price-replay/${id}/stop`, { ...who, body: {} });
type One = PriceReplay & { result: ReplayResult | null };
const one = async (id: number) => (await app.send('GET', `/price-replay/${id}`, admin)).data as One;

/** An order by a new customer, or a quotation. */
async function order(
  item: ReturnType<typeof buildItem>,
  status: 'placed' | 'quoted' | 'requested' = 'placed',
): Promise<{ id: number; paid: number }> {
  const { token } = await addPerson(app, { roleKey: 'customer' });
  const body = await buildOrder(app, { token }, [item], { status });
  const placed = await place(app, { token }, body);
  expect(placed.status, placed.msg).toBe(200);
  return { id: Number(placed.data), paid: Number(body.price) };
}

/** Whatever happened so far happened so much earlier; the ends of shadow runs too. */
async function pass(ms: number): Promise<void> {
  const earlier = sql`make_interval(secs => ${ms / 1_000})`;
  const { db } = app.database;
  await db.update(orders).set({ createdAt: sql`created_at - ${earlier}` });
  await db.update(priceDrafts).set({ publishedAt: sql`published_at - ${earlier}` });
  await db
    .update(priceReplays)
    .set({ createdAt: sql`created_at - ${earlier}`, shadowUntil: sql`shadow_until - ${earlier}` });
}

describe('a shadow run', () => {
  test('prices what comes in from its start on, orders and quotations, as an independent calculation does', async () => {
    const item = pricedItem(catalogue, { num: 36, length: 333.3, width: 210.5, height: 60 });
    await order(item);
    const draft = await draftFor(app, item, 8);
    await pass(MINUTE_MS);
    const id = await started(draft.id);
    const { id: orderId, paid } = await order(item);
    await order(item, 'quoted');
    await order(item, 'requested');
    await compute();

    const material = catalogue.materials.find(({ id: materialId }) => materialId === item.material)!;
    const raised = new Map(draft.cells.map(({ optionId, after }) => [optionId, after!.price]));
    const { cells } = (await app.send('GET', '/price-table', admin)).data as PriceTable;
    const processConfig = cells
      .filter(([materialId]) => materialId === material.id)
      .map(([, optionId, price]) => ({ id: optionId, price: raised.get(optionId) ?? price }));
    const after = Number(oracleTotal([item], [{ ...material, processConfig }], await machiningPrices(app)));
    const { state, result, shadow, total, finishedAt } = await one(id);
    expect({ state, total, finishedAt }).toEqual({ state: 'shadow', total: 3, finishedAt: null });
    expect(shadow).toMatchObject({ endedBy: null, draft: 'same', computedAt: expect.any(String) });
    const threeFold = (yuan: number) => (3 * fenFromYuan(yuan)) / 100;
    expect(result!.total).toMatchObject({
      orders: 3,
      lines: 3,
      paid: threeFold(paid),
      before: threeFold(paid),
      after: threeFold(after),
      dearerOrders: 3,
    });
    const receipt = await app.send('GET', `/price-replay/${id}/order/${orderId}`, admin);
    expect(receipt.data).toMatchObject({ lines: [{ before: { price: paid }, after: { price: after } }] });
  });
});

describe('shadow runs', () => {
  test('are for those who may replay, see the price table and the orders of all customers', async () => {
    const draft = await draftFor(app, pricedItem(catalogue), 8);
    const id = await started(draft.id);
    const all = { dataScope: '1' };
    const narrow = await addPerson(app, {
      permissions: ['mfr:replay:run', 'mfr:price:list'],
      dataScope: '4',
    });
    const blind = await addPerson(app, { permissions: ['mfr:replay:run'], ...all });
    const other = await addPerson(app, { permissions: ['mfr:price:list', 'mfr:price:edit'], ...all });
    const customer = await addPerson(app, { roleKey: 'customer' });
    for (const { token } of [narrow, blind, other, customer])
      expect((await start(draft.id, 7, { token })).status).toBe(403);
    for (const { token } of [narrow, other, customer]) expect((await stop(id, { token })).status).toBe(403);
    const may = await addPerson(app, { permissions: ['mfr:replay:run', 'mfr:price:list'], ...all });
    expect((await start(draft.id, 7, { token: may.token })).status).toBe(200);
  });
});
