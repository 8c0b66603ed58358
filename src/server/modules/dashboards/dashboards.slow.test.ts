import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { priceItem } from '#domain/pricing/price-item.ts';
import { buildItem, buildMaterial } from '#domain/pricing/samples.test-data.ts';
import type { BusinessFigures, DeliveryFigures, WaitingFigures } from '#contract/dashboards.ts';
import { orderHistory, orderMessages, orderItems, orders } from '#server/db/schema.ts';
import { addDept, addPerson, type Person } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let home: { deptId: number };
let away: { deptId: number };
let buyer: Person;
let clerk: Person;
// A Wednesday.
const now = new Date('2026-11-18T04:00:00Z');
let inserted = 0;

const { trace } = priceItem(buildMaterial(), buildItem(), { tag: 10 });

/** Inserts an order of one item, created and (unless it is a quotation) placed at this Shanghai time. */
async function add(fields: Partial<typeof orders.$inferInsert> & { at: string; materialName?: string }) {
  const { at, materialName = '6061铝板', ...rest } = fields;
  const createdAt = new Date(`${at}+08:00`);
  const status = rest.status ?? 'placed';
  inserted += 1;
  const [row] = await app.database.db
    .insert(orders)
    .values({
      orderNo: `Q${inserted}`,
      status,
      totalFen: 10_000,
      deliveryTime: 5,
      promisedDate: '2026-11-20',
      validUntil: createdAt,
      itemCount: 1,
      pieceCount: 3,
      summary: '支架×3',
      catalogueRevision: 1,
      userId: buyer.userId,
      deptId: home.deptId,
      createdAt,
      customer: { username: '', nickName: '', phone: '', email: '', companyTitle: '', deptName: '' },
      placedAt: status === 'quoted' ? null : createdAt,
      ...rest,
    })
    .returning({ id: orders.id, total: orders.totalFen });
  await app.database.db.insert(orderItems).values({
    orderId: row!.id,
    lineNo: 1,
    name: '支架',
    materialId: 1,
    materialName,
    materialTag: 'x',
    num: 3,
    length: 1,
    width: 1,
    height: 1,
    processes: [],
    unitPriceFen: 1,
    subTotalFen: row!.total,
    deliveryTime: 5,
    trace,
  });
  return row!.id;
}

beforeAll(async () => {
  app = await createTestApp();
  app.setNow(now);
  home = await addDept(app);
  away = await addDept(app);
  buyer = await addPerson(app, { deptId: home.deptId });
  const other = await addPerson(app, { deptId: away.deptId });
  clerk = await addPerson(app, {
    permissions: ['mfr:dashboard:business', 'mfr:dashboard:delivery'],
    isStaff: true,
    dataScope: '2',
    scopeDeptIds: [home.deptId],
  });
  // The previous period, then the current one: the first and last second of its days, and orders just outside.
  await add({ at: '2026-10-31T12:00:00', totalFen: 500 });
  await add({ at: '2026-10-29T23:59:59' });
  await add({ at: '2026-11-01T00:00:00', status: 'quoted' });
  await add({ at: '2026-11-01T00:00:00', totalFen: 20_050 });
  await add({ at: '2026-11-02T23:59:59', totalFen: 1_000, materialName: '304不锈钢' });
  await add({ at: '2026-11-02T12:00:00', status: 'cancelled' });
  await add({ at: '2026-11-02T12:00:00', userId: other.userId, deptId: away.deptId, totalFen: 99_900 });
  await add({ at: '2026-11-03T00:00:00', promisedDate: '2026-11-17' });
  await add({ at: '2026-11-03T08:00:00', promisedDate: '2026-11-22', status: 'producing' });
  await add({ at: '2026-11-03T08:00:00', promisedDate: '2026-11-23' });
  const shipped = { at: '2026-10-05T09:00:00', status: 'shipped' } as const;
  await add({ ...shipped, promisedDate: '2026-11-01', shippedAt: new Date('2026-11-01T23:59:00+08:00') });
  await add({ ...shipped, promisedDate: '2026-11-01', shippedAt: new Date('2026-11-02T00:01:00+08:00') });
  await add({ ...shipped, promisedDate: '2026-10-25', shippedAt: new Date('2026-10-31T10:00:00+08:00') });
});
afterAll(() => app.close());

const period = 'beginDate=2026-11-01&endDate=2026-11-02';
async function read<T>(name: string, who: { as: string } | { token: string }, query = period) {
  const answer = await app.send('GET', `/dashboard/${name}?${query}`, who);
  expect(answer).toMatchObject({ status: 200 });
  return answer.data as T;
}
const delivery = (who: { as: string } | { token: string }) => read<DeliveryFigures>('delivery', who);

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

  test('a period in which all of it was 标准 has no shares by class', async () => {
    expect(await delivery({ token: clerk.token })).not.toHaveProperty('byLead');
  });

  test('the share on time of each class, within the scope; too few orders have none', async () => {
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
  const history = async (fields: Parameters<typeof add>[0], steps: [string, string][]) => {
    const id = await add(fields);
    let from: string | null = null;
    for (const [to, at] of steps) {
      const createdAt = new Date(`${at}+08:00`);
      // oxlint-disable-next-line no-await-in-loop -- by their order in time
      await app.database.db
        .insert(orderHistory)
        .values({ orderId: id, from, to, userId: buyer.userId, userName: '张工', createdAt });
      from = to;
    }
    return id;
  };
  const waiting = (who: { as: string } | { token: string } = { token: clerk.token }, query?: string) =>
    read<WaitingFigures>('waiting', who, query);
  /** Shipped within the period; the shop opens from 9 to 18 on working days. */

  const december = 'beginDate=2026-12-03&endDate=2026-12-03';

  test('the time in which a question is open belongs to the side that has to answer it', async () => {
    const day = (time: string) => new Date(`2026-12-07T${time}:00+08:00`);
    const id = await history({ at: '2026-12-07T09:00:00', status: 'shipped', shippedAt: day('17:00') }, [
      ['placed', '2026-12-07T09:00:00'],
      ['shipped', '2026-12-07T17:00:00'],
    ]);
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

  test('has no figures without shipments, and is closed to those who may not see the board', async () => {
    expect(await waiting(undefined, 'beginDate=2020-01-01&endDate=2020-01-03')).toMatchObject({
      orders: 0,
      shopMinutes: null,
      customerMinutes: null,
    });
    const path = `/dashboard/waiting?${december}`;
    expect((await app.send('GET', path, { token: buyer.token })).status).toBe(403);
  });
});
