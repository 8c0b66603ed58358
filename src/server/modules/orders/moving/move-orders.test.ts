import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_BULK_MOVES, type MoveOutcome } from '#contract/orders/order-moves.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { notifications, operationLogs, orderHistory, orders } from '#server/db/schema.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let item: QuotationItem;
let customer: Person;
let staff: Person;
let hidden: number;
const handling = ['mfr:order:list', 'mfr:order:query', 'mfr:order:move', 'mfr:order:handle'];
beforeAll(async () => {
  app = await createTestApp();
  item = buildItem(await readCatalogue(app));
  const { deptId } = await addDept(app);
  customer = await addPerson(app, { roleKey: 'customer', deptId });
  staff = await addPerson(app, {
    permissions: handling,
    isStaff: true,
    dataScope: '2',
    scopeDeptIds: [deptId],
  });
  hidden = await newOrder('placed', await addPerson(app, { roleKey: 'customer' }));
});
afterAll(() => app.close());

async function newOrder(status: 'quoted' | 'placed' = 'placed', { token }: Person = customer) {
  const answer = await place(app, { token }, await buildOrder(app, { token }, [item], { status }));
  return Number(answer.data);
}

const moveAll = (body: object, { token }: Person = staff) => app.send('POST', '/order/move', { token, body });
const at1 = (...ids: number[]) => ids.map((id) => ({ id, version: 1 }));
const rowOf = async (id: number) => (await app.database.db.select().from(orders).where(eq(orders.id, id)))[0];

test('each order is moved or refused independently, with its reason, history and notification', async () => {
  const [first, late, stale, last] = [
    await newOrder(),
    await newOrder('quoted'),
    await newOrder(),
    await newOrder(),
  ];
  const answer = await moveAll({
    to: 'confirmed',
    reason: '材料已到',
    orders: [...at1(first, late), { id: stale, version: 9 }, ...at1(hidden, last)],
  });
  expect(answer.status).toBe(200);
  const outcomes = answer.data as MoveOutcome[];
  expect(outcomes.map(({ id, isMoved, error, status }) => [id, isMoved, error, status])).toStrictEqual([
    [first, true, null, 'confirmed'],
    [late, false, 'order.illegal_move', 'quoted'],
    [stale, false, 'record.changed', 'placed'],
    [hidden, false, 'record.not_found', null],
    [last, true, null, 'confirmed'],
  ]);
  expect(outcomes[1]).toMatchObject({ msg: '订单当前状态不允许此操作' });
  expect(outcomes[3]?.orderNo).toBe('');
  const { db } = app.database;
  const history = await db.select().from(orderHistory).where(eq(orderHistory.orderId, last));
  expect(history.at(-1)).toMatchObject({
    from: 'placed',
    to: 'confirmed',
    reason: '材料已到',
    userId: staff.userId,
  });
  expect(await db.select().from(notifications).where(eq(notifications.orderId, last))).toMatchObject([
    { kind: 'order_moved', userId: customer.userId },
  ]);
  expect(await rowOf(hidden)).toMatchObject({ status: 'placed', version: 1 });
  const [log] = await db.select().from(operationLogs).orderBy(desc(operationLogs.id)).limit(1);
  expect(log?.changes).toMatchObject({ ids: [first, last], status: '已确认' });
  expect(log?.changes).toHaveProperty('refused', expect.stringContaining(`${hidden}：记录不存在`));
});

test('a bulk move is undone as a whole, except for orders changed since', async () => {
  const ids = [await newOrder(), await newOrder(), await newOrder()];
  const moved = (await moveAll({ to: 'confirmed', reason: '', orders: at1(...ids) })).data as MoveOutcome[];
  await moveAll({ to: 'producing', reason: '', orders: [{ id: moved[1]?.id, version: moved[1]?.version }] });
  const body = { orders: moved.map(({ id, version }) => ({ id, version })) };
  const undone = (await app.send('POST', '/order/undo', { token: staff.token, body })).data as MoveOutcome[];
  expect(undone.map(({ status, isMoved, error }) => [status, isMoved, error])).toEqual([
    ['placed', true, null],
    ['producing', false, 'record.changed'],
    ['placed', true, null],
  ]);
});

test('a bulk move without a reason is refused for the orders that require one', async () => {
  const [placed, confirmed] = [await newOrder(), await newOrder()];
  await moveAll({ to: 'confirmed', orders: at1(confirmed) });
  const { data } = await moveAll({
    to: 'cancelled',
    orders: [...at1(placed), { id: confirmed, version: 2 }],
  });
  expect(data).toMatchObject([{ isMoved: true }, { isMoved: false, error: 'order.reason_required' }]);
});

test('customers and users without the permission cannot confirm orders', async () => {
  const id = await newOrder();
  const handler = await addPerson(app, {
    permissions: handling.filter((code) => code !== 'mfr:order:move'),
    isStaff: true,
    dataScope: '1',
  });
  expect(await moveAll({ to: 'confirmed', orders: at1(id) }, handler)).toMatchObject({ status: 403 });
  const { data } = await moveAll({ to: 'confirmed', orders: at1(id) }, customer);
  expect(data).toMatchObject([{ isMoved: false, error: 'order.illegal_move' }]);
  expect(await rowOf(id)).toMatchObject({ status: 'placed', version: 1 });
});

test('the list of orders has at least one and at most a page of distinct ids', async () => {
  const many = at1(...Array.from({ length: MAX_BULK_MOVES + 1 }, (_, n) => n + 1));
  for (const refused of [[], many, at1(1, 1)]) {
    expect(await moveAll({ to: 'confirmed', orders: refused })).toMatchObject({
      status: 400,
      errors: { orders: expect.any(String) as string },
    });
  }
});

test('an unexpected failure in the middle leaves the moved orders in the operation log', async () => {
  const [first, broken] = [await newOrder(), await newOrder()];
  const { db, pool } = app.database;
  await pool.query(`
    create function fail_history() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
    create trigger fail_history before insert on order_history for each row when (new.order_id = ${broken})
      execute function fail_history()`);
  const answer = await moveAll({ to: 'confirmed', reason: '', orders: at1(first, broken) });
  await pool.query('drop function fail_history cascade');
  expect(answer.status).toBe(500);
  expect([(await rowOf(first))?.status, (await rowOf(broken))?.status]).toStrictEqual([
    'confirmed',
    'placed',
  ]);
  const [log] = await db.select().from(operationLogs).orderBy(desc(operationLogs.id)).limit(1);
  expect(log?.changes).toMatchObject({ ids: [first] });
});
