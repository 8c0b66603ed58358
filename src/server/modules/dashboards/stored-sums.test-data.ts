import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { priceItem } from '#domain/pricing/price-item.ts';
import { buildItem, buildMaterial } from '#domain/pricing/samples.test-data.ts';
import { ORDER_STATUSES, type OrderStatus } from '#domain/orders/order-status.ts';
import { dayNumber } from '#domain/shanghai-time.ts';
import { orderItems, orders } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { readBusinessDirectly } from '#server/modules/dashboards/business-direct.test-data.ts';
import { readBusinessFigures } from '#server/modules/dashboards/business.queries.ts';
import { readDeliveryDirectly } from '#server/modules/dashboards/delivery-direct.test-data.ts';
import { readDeliveryFigures } from '#server/modules/dashboards/delivery.queries.ts';
import { withinScope } from '#server/modules/access/order-scope.ts';
import { addDept, addPerson } from '#tests/support/data/people.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';
import { compareSums } from '#server/modules/order-sums/compare-sums.service.ts';
import { foldChanges } from '#server/modules/order-sums/fold-sums.service.ts';

const now = new Date('2026-11-18T04:00:00Z');
const DAY_MS = 86_400_000;
const materials = ['6061铝板', '304不锈钢', '45#钢'];
const { trace } = priceItem(buildMaterial(), buildItem(), { tag: 10 });

/** Wide enough for months that are whole and days around them. */
const moment = fc
  .integer({ min: 0, max: 100 * 1440 })
  .map((minutes) => new Date(now.getTime() - minutes * 60_000));
export const newOrder = fc.record({
  kind: fc.constant('add' as const),
  createdAt: moment,
  status: fc.constantFrom<OrderStatus>(...ORDER_STATUSES),
  isPlaced: fc.boolean(),
  /** A quotation may be accepted on a later day, or in another month. */
  placedAfterDays: fc.integer({ min: 0, max: 40 }),
  user: fc.nat({ max: 2 }),
  dept: fc.option(fc.nat({ max: 2 })),
  promisedIn: fc.integer({ min: 0, max: 30 }),
  lines: fc.array(fc.record({ material: fc.nat({ max: 2 }), num: fc.integer({ min: 1, max: 9 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
});
type NewOrder = typeof newOrder extends fc.Arbitrary<infer T> ? T : never;
export const change = fc.record({
  kind: fc.constantFrom('move', 'revise', 'date', 'note', 'cancel'),
  /** The index of an existing order. */
  which: fc.nat({ max: 1_000 }),
  status: fc.constantFrom<OrderStatus>(...ORDER_STATUSES),
  material: fc.nat({ max: 2 }),
  moment,
});
const fold = fc.record({ kind: fc.constant('fold' as const) });
export const step = fc.oneof({ weight: 4, arbitrary: newOrder }, { weight: 5, arbitrary: change }, fold);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const dayText = (date: Date) => new Date(date.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);

export const today = dayNumber(now);
const periods = [
  { first: today - 29, last: today, previousFirst: today - 59 },
  { first: today - 89, last: today - 3, previousFirst: today - 176 },
  { first: today - 200, last: today + 20, previousFirst: today - 421 },
];

export const noDifferences = { order_day_sum: 0, order_material_sum: 0, order_status_sum: 0 };

/** The app with users and departments, and random changes of its orders, with what their sums must be. */
export async function startStoredSums() {
  let made = 0;

  const app = await createTestApp();
  const depts: number[] = [];
  const users: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    depts.push((await addDept(app)).deptId);
    users.push((await addPerson(app)).userId);
  }

  const amount = () => 10_000 + (((made += 1) * 7_919) % 1_000_003);

  async function addOrder({
    createdAt,
    status,
    isPlaced,
    placedAfterDays,
    user,
    dept,
    promisedIn,
    lines,
  }: NewOrder) {
    const { db } = app.database;
    const totalFen = amount();
    const orderNo = `Q${made}`;
    const isDone = status === 'shipped' || status === 'completed';
    const placedAt = new Date(createdAt.getTime() + placedAfterDays * DAY_MS);
    await db.transaction(async (tx) => {
      const [row] = await tx
        .insert(orders)
        .values({
          orderNo,
          status,
          totalFen,
          deliveryTime: 5,
          promisedDate: dayText(new Date(createdAt.getTime() + promisedIn * DAY_MS)),
          validUntil: createdAt,
          itemCount: lines.length,
          pieceCount: 1,
          summary: '支架',
          catalogueRevision: 1,
          userId: users[user] ?? 0,
          deptId: dept === null ? null : (depts[dept] ?? 0),
          createdAt,
          customer: { username: '', nickName: '', phone: '', email: '', companyTitle: '', deptName: '' },
          placedAt: isPlaced || isDone ? placedAt : null,
          shippedAt: isDone ? new Date(placedAt.getTime() + 3 * DAY_MS) : null,
        })
        .returning({ id: orders.id });
      await tx.insert(orderItems).values(lines.map((line, n) => itemOf(row?.id ?? 0, 1, n + 1, line)));
    });
  }

  const itemOf = (
    orderId: number,
    revision: number,
    lineNo: number,
    line: { material: number; num: number },
  ) => ({
    orderId,
    revision,
    lineNo,
    name: '支架',
    materialId: 1,
    materialName: materials[line.material] ?? '',
    materialTag: 'x',
    num: line.num,
    length: 1,
    width: 1,
    height: 1,
    processes: [],
    unitPriceFen: 1,
    subTotalFen: amount(),
    // Some lines count another price, by hand.
    lineFen: line.num % 3 === 0 ? amount() : null,
    deliveryTime: 5,
    trace,
  });

  async function changeOrder({
    kind,
    which,
    status,
    material,
    moment: at,
  }: Exclude<Step, { kind: 'add' | 'fold' }>) {
    const { db } = app.database;
    const ids = await db.select({ id: orders.id, revision: orders.revision }).from(orders).orderBy(orders.id);
    const order = ids[which % Math.max(1, ids.length)];
    if (!order) return;
    const isIt = eq(orders.id, order.id);
    if (kind === 'move') {
      const shippedAt = status === 'shipped' ? at : undefined;
      const placedAt = status === 'placed' ? at : undefined;
      await db.update(orders).set({ status, shippedAt, placedAt }).where(isIt);
    } else if (kind === 'revise') {
      const revision = order.revision + 1;
      await db.transaction(async (tx) => {
        await tx.update(orders).set({ revision, totalFen: amount() }).where(isIt);
        await tx.insert(orderItems).values(itemOf(order.id, revision, 1, { material, num: 2 }));
      });
    } else if (kind === 'date') {
      await db
        .update(orders)
        .set({ promisedDate: dayText(at) })
        .where(isIt);
    } else if (kind === 'note') {
      await db.update(orders).set({ staffNote: '备注' }).where(isIt);
    } else {
      await db.update(orders).set({ status: 'cancelled' }).where(isIt);
    }
  }

  async function apply(one: Step): Promise<void> {
    if (one.kind === 'add') return addOrder(one);
    if (one.kind === 'fold') return void (await foldChanges(app.database));
    return changeOrder(one);
  }

  /** Everything; departments; own records; both; and what an unknown scope sees. */
  function scopes(): Scope[] {
    const [first = 0, second = 0] = depts;
    const [me = 0, other = 0] = users;
    const scope = { userId: me, all: false, deptIds: [], own: false };
    return [
      { ...scope, all: true },
      { ...scope, deptIds: [first] },
      { ...scope, deptIds: [first, second] },
      { ...scope, own: true },
      { ...scope, userId: other, own: true, deptIds: [second] },
      scope,
    ];
  }

  async function assertDashboardsMatchOrders(): Promise<void> {
    const { db } = app.database;
    for (const scope of scopes()) {
      const where = withinScope(scope);
      for (const period of periods) {
        expect(await readBusinessFigures(db, scope, period)).toStrictEqual(
          await readBusinessDirectly(db, where, period),
        );
        expect(await readDeliveryFigures(db, scope, period, now)).toStrictEqual(
          await readDeliveryDirectly(db, where, period, now),
        );
      }
    }
  }
  const compare = () => compareSums(app.url, { repair: false });
  return { app, apply, assertDashboardsMatchOrders, compare };
}
