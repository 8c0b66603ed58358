import { afterAll, describe, expect, test } from 'vitest';
import type { BusinessFigures } from '#contract/system/dashboards.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { startDashboards } from './dashboards.test-data.ts';

const { app, away, clerk, add, addWithHistory, read, delivery, waiting } = await startDashboards();
afterAll(() => app.close());
// Reads the figures before tests add orders.
const atFirst = await delivery({ token: clerk.token });
const business = (who: { as: string } | { token: string }) => read<BusinessFigures>('business', who);

describe('business', () => {
  test('counts by Shanghai day, compares with the previous period, and excludes cancelled orders', async () => {
    expect(await business({ token: clerk.token })).toStrictEqual({
      quotations: { value: 4, before: 1 },
      orders: { value: 2, before: 1 },
      amount: { value: 210.5, before: 5 },
      customers: { value: 1, before: 1 },
      conversion: { value: 0.5, before: 1 },
      days: [
        { day: '2026-11-01', quotations: 2, won: 1, orders: 1, amount: 200.5 },
        { day: '2026-11-02', quotations: 2, won: 1, orders: 1, amount: 10 },
      ],
      topMaterials: [
        { materialName: '6061铝板', pieces: 3, amount: 200.5, orders: 1 },
        { materialName: '304不锈钢', pieces: 3, amount: 10, orders: 1 },
      ],
      topCustomers: [{ deptId: expect.any(Number), deptName: expect.any(String), orders: 2, amount: 210.5 }],
    });
  });

  test('an unlimited scope counts all orders', async () => {
    const all = await business({ as: 'admin' });
    expect(all.orders.value).toBe(3);
    expect(all.customers.value).toBe(2);
    expect(all.topCustomers.map((row) => row.amount)).toStrictEqual([999, 210.5]);
  });
});

describe('delivery', () => {
  test('counts orders due by Sunday, overdue orders, and shipments per day', async () => {
    const figures = atFirst;
    // Promised for Friday 20th and Sunday 22nd; Monday 23rd is next week.
    expect(figures).toMatchObject({ dueThisWeek: 5, overdue: 1 });
    expect(figures.shipped).toStrictEqual({ value: 2, before: 1 });
    expect(figures.onTime).toStrictEqual({ value: 0.5, before: 0 });
    expect(figures.promisedDays).toStrictEqual({ value: 27, before: 20 });
    expect(figures.actualDays).toStrictEqual({ value: 27.5, before: 26 });
    expect(figures.days).toStrictEqual([
      { day: '2026-11-01', due: 2, shipped: 1, late: 0 },
      { day: '2026-11-02', due: 0, shipped: 1, late: 1 },
    ]);
    expect(figures.urgent[0]).toMatchObject({ promisedDate: '2026-11-17', daysLeft: -1, status: 'placed' });
    const count = (status: string) => figures.byStatus.find((row) => row.status === status);
    expect(count('shipped')).toMatchObject({ count: 3, amount: 300 });
    expect(count('completed')).toStrictEqual({ status: 'completed', count: 0, amount: 0 });
  });

  test('an empty scope sees nothing', async () => {
    const outsider = await addPerson(app, {
      permissions: ['mfr:dashboard:business', 'mfr:dashboard:delivery'],
      isStaff: true,
      dataScope: '2',
    });
    const who = { token: outsider.token };
    expect((await business(who)).quotations).toStrictEqual({ value: 0, before: 0 });
    const figures = await delivery(who);
    expect(figures).toMatchObject({ dueThisWeek: 0, overdue: 0, urgent: [] });
    expect(figures.byStatus.every((row) => row.count === 0)).toBe(true);
  });
});

describe('waiting', () => {
  /** Shipped within the period; the shop opens from 9 to 18 on working days. */
  const shippedAt = new Date('2026-12-03T12:00:00+08:00');
  const december = 'beginDate=2026-12-03&endDate=2026-12-03';

  test('splits working hours between shop and customer, and excludes an undone shipment', async () => {
    await addWithHistory({ at: '2026-12-01T10:00:00', status: 'shipped', shippedAt }, [
      ['requested', '2026-12-01T10:00:00'],
      ['requested', '2026-12-01T10:30:00'],
      ['quoted', '2026-12-01T12:00:00'],
      ['placed', '2026-12-02T10:00:00'],
      ['shipped', '2026-12-02T11:00:00'],
      ['placed', '2026-12-02T12:00:00'],
      ['shipped', '2026-12-03T12:00:00'],
    ]);
    await addWithHistory({ at: '2026-12-03T10:00:00', status: 'shipped', shippedAt }, [
      ['placed', '2026-12-03T10:00:00'],
      ['shipped', '2026-12-03T12:00:00'],
      ['completed', '2026-12-04T12:00:00'],
    ]);
    // These are not shipped in the period, not shipped at all, or outside the scope.
    await addWithHistory({ at: '2026-12-03T10:00:00', status: 'placed' }, [
      ['placed', '2026-12-03T10:00:00'],
    ]);
    await addWithHistory({ at: '2026-12-02T10:00:00', status: 'shipped', shippedAt, deptId: away.deptId }, [
      ['placed', '2026-12-02T10:00:00'],
      ['shipped', '2026-12-03T12:00:00'],
    ]);
    // The first: 2 h for the offer, 7 h for the customer, 1 h + 9 h for the parts; the second: 2 h for the parts.
    expect(await waiting(undefined, december)).toStrictEqual({
      orders: 2,
      shopMinutes: 7 * 60,
      customerMinutes: 3.5 * 60,
      phases: [
        { phase: 'requested', orders: 1, meanMinutes: 120, p50Minutes: 120, p90Minutes: 120 },
        { phase: 'quoted', orders: 1, meanMinutes: 420, p50Minutes: 420, p90Minutes: 420 },
        { phase: 'placed', orders: 2, meanMinutes: 360, p50Minutes: 120, p90Minutes: 600 },
      ],
      isCut: false,
    });
    expect((await waiting({ as: 'admin' }, december)).orders).toBe(3);
    expect(await waiting(undefined, 'beginDate=2026-12-02&endDate=2026-12-02')).toMatchObject({ orders: 0 });
  });
});

test('an order counts on the day it was placed, its quotation on the day it was made', async () => {
  await add({ at: '2026-08-31T10:00:00', placedAt: new Date('2026-09-02T10:00:00+08:00') });
  const figuresOf = (begin: string, end: string) =>
    read<BusinessFigures>('business', { as: 'admin' }, `beginDate=${begin}&endDate=${end}`);
  const whole = await figuresOf('2026-08-31', '2026-09-02');
  expect(whole.days).toEqual([
    { day: '2026-08-31', quotations: 1, won: 1, orders: 0, amount: 0 },
    { day: '2026-09-01', quotations: 0, won: 0, orders: 0, amount: 0 },
    { day: '2026-09-02', quotations: 0, won: 0, orders: 1, amount: 100 },
  ]);
  expect(whole.conversion.value).toBe(1);
  const august = await figuresOf('2026-08-01', '2026-08-31');
  expect(august).toMatchObject({ topMaterials: [], topCustomers: [], customers: { value: 0 } });
  expect(august.conversion.value).toBe(1);
  const september = await figuresOf('2026-09-01', '2026-09-30');
  expect(september).toMatchObject({
    amount: { value: 100 },
    customers: { value: 1 },
    topMaterials: [{ amount: 100 }],
    topCustomers: [{ amount: 100 }],
  });
});
