import { expect } from 'vitest';
import { priceItem } from '#domain/pricing/price-item.ts';
import { buildItem, buildMaterial } from '#domain/pricing/samples.test-data.ts';
import type { DeliveryFigures, WaitingFigures } from '#contract/system/dashboards.ts';
import { orderHistory, orderItems, orders } from '#server/db/schema.ts';
import { addDept, addPerson } from '#tests/support/data/people.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

// A Wednesday.
const now = new Date('2026-11-18T04:00:00Z');

const { trace } = priceItem(buildMaterial(), buildItem(), { tag: 10 });

const period = 'beginDate=2026-11-01&endDate=2026-11-02';

/** The app on a Wednesday with orders of two periods and departments, and a clerk who sees one department. */
export async function startDashboards() {
  let inserted = 0;

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

  const app = await createTestApp();
  app.setNow(now);
  const home = await addDept(app);
  const away = await addDept(app);
  const buyer = await addPerson(app, { deptId: home.deptId });
  const other = await addPerson(app, { deptId: away.deptId });
  const clerk = await addPerson(app, {
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

  async function read<T>(name: string, who: { as: string } | { token: string }, query = period) {
    const answer = await app.send('GET', `/dashboard/${name}?${query}`, who);
    expect(answer).toMatchObject({ status: 200 });
    return answer.data as T;
  }
  /** Inserts an order and the times at which it took these statuses. */
  async function addWithHistory(fields: Parameters<typeof add>[0], steps: [string, string][]) {
    const id = await add(fields);
    let from: string | null = null;
    for (const [to, at] of steps) {
      const createdAt = new Date(`${at}+08:00`);
      await app.database.db
        .insert(orderHistory)
        .values({ orderId: id, from, to, userId: buyer.userId, userName: '张工', createdAt });
      from = to;
    }
    return id;
  }
  const waiting = (who: { as: string } | { token: string } = { token: clerk.token }, query?: string) =>
    read<WaitingFigures>('waiting', who, query);
  const delivery = (who: { as: string } | { token: string }) => read<DeliveryFigures>('delivery', who);
  return { app, away, buyer, clerk, add, addWithHistory, read, delivery, waiting };
}
