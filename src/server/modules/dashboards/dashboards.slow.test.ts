import { afterAll, describe, expect, test } from 'vitest';
import type { BusinessFigures, DeliveryFigures } from '#contract/system/dashboards.ts';
import { orderMessages, type orders } from '#server/db/schema.ts';
import { startDashboards } from './dashboards.test-data.ts';

const { app, away, buyer, clerk, add, addWithHistory, read, delivery, waiting } = await startDashboards();
afterAll(() => app.close());

describe('business', () => {
  test('a period without orders has zeros for each day', async () => {
    const empty = await read<BusinessFigures>(
      'business',
      { as: 'admin' },
      'beginDate=2020-01-01&endDate=2020-01-03',
    );
    expect(empty.days).toHaveLength(3);
    expect(empty).toMatchObject({ conversion: { value: 0, before: 0 }, topMaterials: [], topCustomers: [] });
  });

  test.each([
    'beginDate=2026-02-30&endDate=2026-03-01',
    'beginDate=2026-03-02&endDate=2026-03-01',
    'beginDate=2025-01-01&endDate=2026-03-01',
  ])('the period %s is refused', async (query) => {
    expect(await app.send('GET', `/dashboard/business?${query}`, { as: 'admin' })).toMatchObject({
      status: 400,
    });
  });
});

describe('lead classes', () => {
  const shippedOn = (day: string) => new Date(`${day}T23:59:30+08:00`);
  const lead = (id: number, name: string, factor: number) => ({ id, name, factor, percent: 0 });
  const july = 'beginDate=2026-07-01&endDate=2026-07-31';

  test('a period with only 标准 has no figures by class', async () => {
    expect(await delivery({ token: clerk.token })).not.toHaveProperty('byLead');
  });

  test('each class has its share on time, within the data scope, unless orders are too few', async () => {
    const ship = async (count: number, day: string, more: Partial<typeof orders.$inferInsert>) => {
      for (let n = 0; n < count; n += 1)
        // oxlint-disable-next-line no-await-in-loop -- by their order in time
        await add({
          at: '2026-06-20T09:00:00',
          status: 'shipped',
          promisedDate: '2026-07-10',
          shippedAt: shippedOn(day),
          ...more,
        });
    };
    await ship(19, '2026-07-10', { lead: lead(7, '特快', 0.5) });
    await ship(1, '2026-07-11', { lead: lead(7, '加急', 0.5) });
    await ship(2, '2026-07-09', { lead: lead(8, '经济', 1.5) });
    await ship(3, '2026-07-11', { lead: lead(8, '经济', 1.5), deptId: away.deptId });
    await ship(15, '2026-07-10', {});
    await ship(5, '2026-07-31', {});
    // The last second before the period, and the first after it.
    await ship(1, '2026-06-30', { lead: lead(7, '加急', 0.5) });
    await ship(1, '2026-08-01', { lead: lead(8, '经济', 1.5) });
    const who = { token: clerk.token };
    const figures = await read<DeliveryFigures>('delivery', who, july);
    expect(figures.byLead).toStrictEqual([
      { name: '经济', shipped: 2, late: 0, onTime: null },
      { name: '标准', shipped: 20, late: 5, onTime: 0.75 },
      { name: '加急', shipped: 20, late: 1, onTime: 0.95 },
    ]);
    expect(figures.shipped.value).toBe(42);
    const all = await read<DeliveryFigures>('delivery', { as: 'admin' }, july);
    expect(all.byLead?.[0]).toStrictEqual({ name: '经济', shipped: 5, late: 3, onTime: null });
  });
});

describe('waiting', () => {
  const december = 'beginDate=2026-12-03&endDate=2026-12-03';

  test('the time of an unanswered question counts for the side that has to answer', async () => {
    const day = (time: string) => new Date(`2026-12-07T${time}:00+08:00`);
    const id = await addWithHistory(
      { at: '2026-12-07T09:00:00', status: 'shipped', shippedAt: day('17:00') },
      [
        ['placed', '2026-12-07T09:00:00'],
        ['shipped', '2026-12-07T17:00:00'],
      ],
    );
    const base = { orderId: id, revision: 1, userId: buyer.userId, userName: '王工', text: '？' };
    const ask = async (from: string, to: string | null, more: Partial<typeof orderMessages.$inferInsert>) => {
      const message = { ...base, isFromShop: true, audience: 'customer' as const, ...more };
      const [question] = await app.database.db
        .insert(orderMessages)
        .values({ ...message, kind: 'question', createdAt: day(from) })
        .returning({ id: orderMessages.id });
      if (to === null) return;
      await app.database.db
        .insert(orderMessages)
        .values({ ...message, kind: 'answer', answersId: question!.id, createdAt: day(to) });
    };
    await ask('10:00', '12:00', {});
    await ask('11:00', '11:30', {});
    await ask('13:00', null, { audience: 'staff' });
    await ask('14:00', '15:00', { isFromShop: false });
    expect(await waiting(undefined, 'beginDate=2026-12-07&endDate=2026-12-07')).toMatchObject({
      orders: 1,
      shopMinutes: 6 * 60,
      customerMinutes: 2 * 60,
      phases: [{}, {}, { phase: 'placed', orders: 1, meanMinutes: 8 * 60 }],
    });
  });

  test('has no figures without shipments, and is refused without permission', async () => {
    expect(await waiting(undefined, 'beginDate=2020-01-01&endDate=2020-01-03')).toMatchObject({
      orders: 0,
      shopMinutes: null,
      customerMinutes: null,
    });
    const path = `/dashboard/waiting?${december}`;
    expect((await app.send('GET', path, { token: buyer.token })).status).toBe(403);
  });
});
