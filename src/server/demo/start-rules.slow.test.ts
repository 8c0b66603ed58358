import { and, eq, gte, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chargedLine, partFacts } from '#domain/charges/charged-line.ts';
import { chargesByRules } from '#domain/charges/charges-by-rules.ts';
import { lineFromTrace } from '#domain/pricing/line.ts';
import { chargeRules, leadSlots, orderItems, orders, priceHistory } from '#server/db/schema.ts';
import { readCatalogue, type Catalogue } from '#server/modules/catalogue/catalogue.service.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { fillDemo } from './fill-demo.ts';

const UNTIL = '2026-11-20';

let app: TestApp;
let catalogue: Catalogue;
beforeAll(async () => {
  app = await createTestApp();
  await fillDemo(app.url, UNTIL, { days: 90, orders: 500 });
  catalogue = await readCatalogue(app.database.db);
});
afterAll(() => app.close());

const linesOf = (orderId: number) =>
  app.database.db
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orderId), eq(orderItems.revision, 1)));

test('the sample rules and lead classes are on, except the discount, whose month is over', async () => {
  const off = await app.database.db
    .select({ kind: chargeRules.kind })
    .from(chargeRules)
    .where(eq(chargeRules.status, 1));
  expect(off).toEqual([{ kind: 'discount' }]);
  expect(catalogue.reviewRules.length).toBeGreaterThan(3);
  expect(catalogue.leadClasses.map(({ name }) => name)).toEqual(['经济', '加急']);
});

test('every lead class has orders, and each 加急 order that is not cancelled takes one slot of its day', async () => {
  const all = await app.database.db.select().from(orders);
  const ofClass = (name: string) => all.filter(({ lead }) => lead?.name === name);
  expect(ofClass('经济').length).toBeGreaterThan(20);
  expect(ofClass('加急').length).toBeGreaterThan(20);
  const days: Record<string, number> = {};
  for (const { slotDay, status } of ofClass('加急'))
    if (slotDay !== null) days[slotDay] = (days[slotDay] ?? 0) + (status === 'cancelled' ? 0 : 1);
  const slots = await app.database.db.select().from(leadSlots);
  expect(Object.fromEntries(slots.map(({ day, taken }) => [day, taken]))).toEqual(days);
});

test('only carts with a review reason become requests', async () => {
  const { db } = app.database;
  const unasked = await db.select().from(orders).where(isNull(orders.requestedAt));
  expect(unasked.flatMap(({ gates }) => gates)).toEqual([]);
  const kinds = (await db.select().from(orders)).flatMap(({ gates }) => gates.map(({ kind }) => kind));
  expect(kinds.filter((kind) => kind !== 'asked').length).toBeGreaterThan(10);
});

test('an order is charged by the rules of its version, and repeat orders pay no set-up', async () => {
  const { db } = app.database;
  const revisions = await db.selectDistinct({ of: priceHistory.revision }).from(priceHistory);
  const latest = Math.max(...revisions.map(({ of }) => of));
  const all = await db
    .select()
    .from(orders)
    .where(and(gte(orders.catalogueRevision, latest), eq(orders.revision, 1)));
  expect(all.length).toBeGreaterThan(100);
  const ofRepeats: number[] = [];
  for (const order of all) {
    const lines = (await linesOf(order.id)).map((item) =>
      chargedLine(
        item.trace,
        lineFromTrace(item.trace),
        partFacts(catalogue.materials.get(item.materialId)?.density ?? 0, item),
        item.isRepeat ?? false,
      ),
    );
    const charges = chargesByRules(catalogue.chargeRules, lines, order.lead ?? undefined);
    expect(order.charges).toEqual(charges);
    if (lines.every(({ isRepeat }) => isRepeat))
      ofRepeats.push(charges.find(({ kind }) => kind === 'setup')?.amountFen ?? 0);
  }
  expect(ofRepeats.length).toBeGreaterThan(5);
  expect(new Set(ofRepeats)).toEqual(new Set([0]));
});
