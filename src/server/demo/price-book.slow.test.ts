import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PriceVersion } from '#contract/prices/price-versions.ts';
import { priceSold } from '#domain/replay/sold-line.ts';
import { materials, orderItems, orders, priceHistory, priceDrafts } from '#server/db/schema.ts';
import { readCatalogue } from '#server/modules/catalogue/catalogue.service.ts';
import { listChangesToRestore } from '#server/modules/catalogue/price-history.service.ts';
import { bookOf as bookOfReplay, withDraft } from '#server/modules/replay/draft-book.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { fillDemo } from './fill-demo.ts';

const YEAR = { days: 400, orders: 200 };
/** Long enough for two price changes. */
const TWO_YEARS = { days: 730, orders: 60 };
const UNTIL = '2026-11-20';
const QUARTERS =
  '2024-11-23 2025-02-22 2025-05-24 2025-08-23 2025-11-22 2026-02-21 2026-05-23 2026-08-22'.split(' ');

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());

const pricesOf = ({ machiningRows, materials }: Awaited<ReturnType<typeof readCatalogue>>) => ({
  machining: machiningRows
    .map(({ deptId, materialTag, price }) => `${deptId} ${materialTag} ${price}`)
    .toSorted(),
  cells: [...materials.values()]
    .flatMap(({ id, processConfig }) =>
      processConfig.map((one) => `${id} ${one.id} ${one.price} ${one.time}`),
    )
    .toSorted(),
});

test('prices change once a quarter by published drafts, the last of which has the current prices', async () => {
  const { db } = app.database;
  const before = pricesOf(await readCatalogue(db));
  await fillDemo(app.url, UNTIL, TWO_YEARS);
  expect(pricesOf(await readCatalogue(db))).toEqual(before);
  const drafts = await db.select().from(priceDrafts).orderBy(asc(priceDrafts.id));
  const ofPrices = drafts.filter(({ changes }) => changes.some(({ kind }) => kind !== 'charge'));
  expect(ofPrices.map(({ state, publishedAt }) => [state, publishedAt?.toISOString().slice(0, 10)])).toEqual(
    QUARTERS.map((day) => ['live', day]),
  );
  const dates = await db.select({ at: materials.createdAt, changed: materials.updatedAt }).from(materials);
  expect(dates.every(({ at, changed }) => at <= changed)).toBe(true);
  expect(new Set(dates.map(({ changed }) => changed.toISOString().slice(0, 10)))).toContain(QUARTERS[7]);
  const answer = await app.send('GET', '/price-version', { as: 'admin' });
  const versions = (answer.data as { list: PriceVersion[] }).list;
  expect(versions.map(({ draft, changedAt, userName }) => [draft?.name, changedAt, userName])).toEqual(
    drafts
      .toReversed()
      .map(({ name, publishedAt, publishedName }) => [name, publishedAt?.toISOString(), publishedName]),
  );
});

test('each line has the price of its order’s price version, the newest of that day', async () => {
  const { db } = app.database;
  await fillDemo(app.url, UNTIL, YEAR);
  const live = await readCatalogue(db);
  const versions = await db
    .selectDistinct({ at: priceHistory.changedAt, of: priceHistory.revision })
    .from(priceHistory);
  const all = await db.select().from(orders).where(eq(orders.revision, 1));
  for (const order of all) {
    const of = versions.filter(({ at }) => at <= order.createdAt).map((one) => one.of);
    const later = versions.filter(({ at }) => at > order.createdAt).map((one) => one.of);
    expect(order.catalogueRevision).toBeGreaterThanOrEqual(Math.max(0, ...of));
    expect(order.catalogueRevision).toBeLessThan(Math.min(Infinity, ...later));
    const past = withDraft(live, await listChangesToRestore(db, order.catalogueRevision));
    const book = bookOfReplay(past, [], new Map(), UNTIL);
    for (const item of await db.select().from(orderItems).where(eq(orderItems.orderId, order.id))) {
      const { options, ...trace } = item.trace;
      const line = { ...item, options, state: 'formula' as const, paidFen: 0 };
      expect(priceSold(line, book, book.machiningPricesFor([]), String)).toMatchObject({
        fen: item.subTotalFen,
        trace: { machiningPrice: trace.machiningPrice },
      });
    }
  }
});

test('an existing price history is not changed', async () => {
  const { db } = app.database;
  const body = { deptId: 0, prices: [{ materialTag: 'aluminium', price: 86, version: 1 }] };
  expect(await app.send('PUT', '/machining-price', { as: 'admin', body })).toMatchObject({ status: 200 });
  await fillDemo(app.url, UNTIL, YEAR);
  expect(await db.select().from(priceHistory)).toHaveLength(1);
  expect(await db.select().from(priceDrafts)).toEqual([]);
});
