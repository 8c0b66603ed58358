import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { dayNumber } from '#domain/shanghai-time.ts';
import { compareSums } from '#server/modules/order-sums/compare-sums.service.ts';
import { foldChanges } from '#server/modules/order-sums/fold-sums.service.ts';
import { splitMonths } from '#server/modules/order-sums/order-sums.service.ts';
import { startStoredSums, newOrder, today, noDifferences } from './stored-sums.test-data.ts';

const { app, apply, assertDashboardsMatchOrders, compare } = await startStoredSums();
afterAll(() => app.close());

describe('stored sums', () => {
  test('are updated once by two simultaneous foldings', async () => {
    for (const one of fc.sample(newOrder, { numRuns: 5, seed: 2 })) await apply(one);
    const folded = await Promise.all([foldChanges(app.database), foldChanges(app.database)]);
    expect(Math.max(...folded)).toBe(5);
    expect(await compare()).toStrictEqual(noDifferences);
  });

  test('are repaired when wrong', async () => {
    const { db } = app.database;
    await db.execute(sql`update order_day_sum set fen = fen + 1 where grain = 'shop/day'`);
    await db.execute(sql`delete from order_status_sum`);
    await db.execute(sql`delete from order_material_sum where grain = 'company/month'`);
    const found = await compare();
    for (const count of Object.values(found)) expect(count).toBeGreaterThan(0);
    expect(await compareSums(app.url, { repair: true })).toStrictEqual(found);
    expect(await compare()).toStrictEqual(noDifferences);
    await assertDashboardsMatchOrders();
  });
});

test.each([
  ['2026-01-01', '2026-12-31', '2026-01-01', '2026-12-31', []],
  ['2026-01-02', '2026-03-31', '2026-02-01', '2026-03-31', [['2026-01-02', '2026-01-31']]],
  [
    '2026-01-31',
    '2026-03-01',
    '2026-02-01',
    '2026-02-28',
    [
      ['2026-01-31', '2026-01-31'],
      ['2026-03-01', '2026-03-01'],
    ],
  ],
  ['2026-01-01', '2026-03-30', '2026-01-01', '2026-02-28', [['2026-03-01', '2026-03-30']]],
])(
  '%s to %s is split into whole months and the days around them',
  (first, last, from, until, remainingDays) => {
    const day = (text: string) => dayNumber(new Date(`${text}T00:00:00+08:00`));
    expect(splitMonths({ first: day(first), last: day(last) })).toStrictEqual({
      months: { first: day(from), last: day(until) },
      remainingDays: remainingDays.map(([a = '', b = '']) => ({ first: day(a), last: day(b) })),
    });
  },
);

test('a period without a whole month is split into days only', () => {
  expect(splitMonths({ first: today - 29, last: today })).toMatchObject({
    months: undefined,
    remainingDays: [{ first: today - 29, last: today }],
  });
});
