import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orders } from '#server/db/schema.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { fillDemo } from './fill-demo.ts';

test('the demo data is the same for the same last day', async () => {
  const [one, other] = await Promise.all([createTestApp(), createTestApp()]);
  await Promise.all([
    fillDemo(one.url, '2026-11-20', { days: 90, orders: 300 }),
    fillDemo(other.url, '2026-11-20', { days: 90, orders: 300 }),
  ]);
  const read = ({ database: { db } }: TestApp) =>
    db
      .select({
        no: orders.orderNo,
        status: orders.status,
        fen: orders.totalFen,
        at: orders.updatedAt,
        due: orders.promisedDate,
      })
      .from(orders)
      .orderBy(asc(orders.orderNo));
  expect(await read(other)).toEqual(await read(one));
  await Promise.all([one.close(), other.close()]);
});
