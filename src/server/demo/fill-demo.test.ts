import { afterEach, beforeEach, expect, test } from 'vitest';
import { asc, eq } from 'drizzle-orm';
import { canMove, acceptsOffers } from '#domain/orders/moves.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import { totalWithCharges } from '#domain/pricing/charges.ts';
import { lineFromTrace } from '#domain/pricing/line.ts';
import { pricesFromTrace } from '#domain/pricing/price-item.ts';
import { orderHistory, orderItems, orderMessages, orders } from '#server/db/schema.ts';
import { compareSums } from '#server/modules/order-sums/compare-sums.service.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { fillDemo } from './fill-demo.ts';

const SMALL = { days: 90, orders: 300 };
const UNTIL = '2026-11-20';

/** Includes the first entry of an order, and the offer for a request. */
const isLegal = (from: OrderStatus | null, to: OrderStatus): boolean =>
  from === null ||
  canMove(from, to, 'customer') ||
  canMove(from, to, 'staff') ||
  (acceptsOffers(from) && to === 'quoted');

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());

test('demo data is consistent: prices match their traces, moves are legal, no date is in the future, sums agree', async () => {
  const { db } = app.database;
  const filled = await fillDemo(app.url, UNTIL, SMALL);
  expect(filled).toMatchObject({ orders: 300, from: '2026-08-23', until: UNTIL });
  const end = new Date('2026-11-20T16:00:00Z');
  const all = await db.select().from(orders);
  // Every stage has orders; on a weekend possibly none is unconfirmed.
  expect(new Set(all.map(({ status }) => status)).size).toBeGreaterThanOrEqual(8);
  for (const order of all) {
    expect(
      [order.createdAt, order.updatedAt, order.placedAt ?? end, order.shippedAt ?? end].every(
        (at) => at <= end,
      ),
    ).toBe(true);
    const items = await db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
    const current = items.filter(({ revision }) => revision === order.revision);
    expect(current).toHaveLength(order.itemCount);
    for (const { trace, subTotalFen } of current)
      expect(pricesFromTrace(trace).subTotalFen).toBe(subTotalFen);
    const lines = current.map(({ trace }) => lineFromTrace(trace));
    expect(totalWithCharges(lines, order.charges).totalFen).toBe(order.totalFen);
    const moves = await db
      .select()
      .from(orderHistory)
      .where(eq(orderHistory.orderId, order.id))
      .orderBy(asc(orderHistory.id));
    expect(moves.at(-1)?.to).toBe(order.status);
    expect(moves.map(({ createdAt }) => createdAt)).toEqual(
      moves.map(({ createdAt }) => createdAt).toSorted((a, b) => a.getTime() - b.getTime()),
    );
    for (const { from, to } of moves)
      expect(isLegal(from as OrderStatus | null, to as OrderStatus), `${from} to ${to}`).toBe(true);
  }
  expect(Object.values(await compareSums(app.url, { repair: false })).every((count) => count === 0)).toBe(
    true,
  );
  expect((await db.select().from(orderMessages)).length).toBeGreaterThan(5);
});
