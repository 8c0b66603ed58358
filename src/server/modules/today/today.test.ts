import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { DeskRequest } from '#contract/orders/quote-desk.ts';
import type { TodayWork } from '#contract/system/today.ts';
import { reviewRules, materialProcesses, materials, orders, processes } from '#server/db/schema.ts';
import { advanceRevision } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, listOf, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let home: { deptId: number };
let clerk: Person;
let buyer: Person;
const now = new Date('2026-11-18T04:00:00Z');
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
let inserted = 0;

async function add(fields: Partial<typeof orders.$inferInsert>): Promise<string> {
  inserted += 1;
  const orderNo = `Q${inserted}`;
  await app.database.db.insert(orders).values({
    orderNo,
    status: 'placed',
    totalFen: 12_345,
    deliveryTime: 5,
    promisedDate: '2026-11-25',
    validUntil: hours(200),
    itemCount: 1,
    pieceCount: 3,
    summary: '支架×3',
    catalogueRevision: 1,
    userId: buyer.userId,
    deptId: home.deptId,
    createdAt: hours(inserted - 100),
    customer: { username: 'u', nickName: '张工', phone: '', email: '', companyTitle: '', deptName: '甲公司' },
    ...fields,
  });
  return orderNo;
}

async function workOf({ token }: Person): Promise<TodayWork> {
  const answer = await app.send('GET', '/today', { token });
  expect(answer).toMatchObject({ status: 200 });
  return answer.data;
}
const numbersOf = (part: { list: { orderNo: string }[] } | undefined) => part?.list.map((row) => row.orderNo);

beforeAll(async () => {
  app = await createTestApp();
  app.setNow(now);
  home = await addDept(app);
  buyer = await addPerson(app, { deptId: home.deptId });
  clerk = await addPerson(app, {
    permissions: ['mfr:order:list'],
    isStaff: true,
    dataScope: '2',
    scopeDeptIds: [home.deptId],
  });
});
afterEach(() => app.database.db.delete(orders));
afterAll(() => app.close());

test('without orders, the set-up steps permitted to the caller are listed, with those done', async () => {
  const { steps } = await workOf(await addPerson(app, { roleKey: 'admin' }));
  expect(steps.map(({ step }) => step)).toEqual([
    'company',
    'address',
    'seal',
    'tax',
    'holidays',
    'materials',
    'processes',
    'prices',
    'limits',
    'charges',
    'mail',
    'customers',
  ]);
  const done = async () => {
    const work = await workOf(await addPerson(app, { roleKey: 'admin' }));
    return work.steps.filter(({ isDone }) => isDone).map(({ step }) => step);
  };
  // Initial records count once a user has changed or confirmed them.
  expect(await done()).toEqual([]);
  await app.database.db.update(reviewRules).set({ updateBy: 1 }).where(eq(reviewRules.kind, 'envelope'));
  expect(
    await app.send('POST', '/today/confirm-step', { as: 'admin', body: { step: 'seal' } }),
  ).toMatchObject({
    status: 200,
  });
  // Changing one of many materials does not complete the step.
  await app.database.db.update(materials).set({ updateBy: 1 }).where(eq(materials.name, 'AL6061-T6'));
  expect(await done()).toEqual(['seal', 'limits']);
  await app.send('POST', '/today/confirm-step', { as: 'admin', body: { step: 'materials' } });
  await app.database.db.update(materials).set({ updateBy: 0 });
  expect(await done()).toEqual(['seal', 'materials', 'limits']);
  const seller = await addPerson(app, { permissions: ['admin:sysUser:add'], isStaff: true });
  expect((await workOf(seller)).steps.map(({ step }) => step)).toEqual(['customers']);
});

test('unconfirmed orders, overdue orders and expiring quotations are counted and listed, oldest first', async () => {
  const late = await add({ status: 'producing', promisedDate: '2026-11-10' });
  const later = await add({ status: 'placed', promisedDate: '2026-11-17' });
  await add({ status: 'shipped', promisedDate: '2026-11-10' });
  await add({ status: 'confirmed', promisedDate: '2026-11-18' });
  const lead = { id: 1, name: '加急', factor: 0.5, percent: 30 };
  const soon = await add({ status: 'quoted', validUntil: hours(1), lead });
  await add({ status: 'quoted', validUntil: hours(-1) });
  await add({ status: 'quoted', validUntil: hours(49) });
  const placed = [];
  for (let index = 0; index < 5; index += 1) placed.push(await add({ status: 'placed' }));
  const { orders: waiting, steps } = await workOf(clerk);
  expect(waiting?.toConfirm.count).toBe(6);
  expect(numbersOf(waiting?.toConfirm)).toEqual([later, ...placed.slice(0, 4)]);
  expect(waiting?.overdue.count).toBe(2);
  expect(numbersOf(waiting?.overdue)).toEqual([late, later]);
  expect(waiting?.expiring.count).toBe(1);
  expect(numbersOf(waiting?.expiring)).toEqual([soon]);
  expect(waiting?.expiring.list[0]).toMatchObject({ customer: '甲公司', price: '123.45', lead: '加急' });
  expect(steps).toEqual([]);
});

test('requests are listed for users who can price them, earliest due first', async () => {
  const engineer = await addPerson(app, {
    permissions: ['mfr:order:list', 'mfr:quote:price'],
    isStaff: true,
    dataScope: '2',
    scopeDeptIds: [home.deptId],
  });
  const later = await add({ status: 'requested', replyDueAt: hours(5) });
  const late = await add({ status: 'requested', replyDueAt: hours(-2) });
  const { orders: waiting } = await workOf(engineer);
  expect(waiting?.toPrice?.count).toBe(2);
  expect(numbersOf(waiting?.toPrice ?? undefined)).toEqual([late, later]);
  // In working minutes, as on the quote desk.
  const desk = await app.send('GET', '/quote-desk?pageSize=50', { as: 'admin' });
  expect(waiting?.toPrice?.list[0]?.minutesLeft).toBe(
    listOf<DeskRequest>(desk).find(({ orderNo }) => orderNo === late)?.minutesLeft,
  );
  expect(waiting?.toPrice?.list[0]?.minutesLeft).toBeLessThanOrEqual(0);
  expect((await workOf(clerk)).orders?.toPrice).toBeNull();
});

test('orders outside the data scope are neither counted nor listed', async () => {
  const away = await addDept(app);
  const other = await addPerson(app, { deptId: away.deptId });
  const before = await workOf(clerk);
  const outside = { deptId: away.deptId, userId: other.userId };
  await add({ ...outside, promisedDate: '2026-11-01' });
  await add({ ...outside, status: 'quoted', validUntil: hours(1) });
  expect(await workOf(clerk)).toEqual(before);
  const stranger = await addPerson(app, {
    permissions: ['mfr:order:list'],
    isStaff: true,
    dataScope: '2',
    scopeDeptIds: [away.deptId],
  });
  const { orders: waiting } = await workOf(stranger);
  expect([waiting?.toConfirm.count, waiting?.overdue.count, waiting?.expiring.count]).toEqual([1, 1, 1]);
});

test('sections are absent without their permissions', async () => {
  const { orders: waiting, unpriced } = await workOf(clerk);
  expect([waiting === null, unpriced]).toEqual([false, null]);
  const pricer = await addPerson(app, { permissions: ['mfr:price:list'], isStaff: true });
  const other = await workOf(pricer);
  expect([other.orders, other.unpriced]).toEqual([null, { count: 0, list: [] }]);
});

test('materials with missing prices are listed until they are priced, those on sale first', async () => {
  const pricer = await addPerson(app, { permissions: ['mfr:price:list'], isStaff: true });
  const { db } = app.database;
  const { rows } = await db.execute<{ id: number; name: string }>(
    sql`select id, name from material order by sort, id limit 2`,
  );
  const [draft, onSale] = rows;
  const change = async (statement: ReturnType<typeof sql>) => {
    await db.transaction(async (tx) => {
      await advanceRevision(tx, 'catalogue');
      await tx.execute(statement);
    });
  };
  await change(sql`update material set status = 'draft' where id = ${draft!.id}`);
  expect((await workOf(pricer)).unpriced?.count).toBe(0);
  const ofBoth = inArray(materialProcesses.materialId, [draft!.id, onSale!.id]);
  const prices = await db.select().from(materialProcesses).where(ofBoth);
  await change(sql`delete from material_process where ${ofBoth}`);
  const { unpriced } = await workOf(pricer);
  expect(unpriced?.count).toBe(2);
  expect(unpriced?.list.map(({ name }) => name)).toEqual([onSale!.name, draft!.name]);
  expect(unpriced?.list[0]?.gaps).toBeGreaterThan(0);
  expect(unpriced?.list[1]?.status).toBe('draft');
  await db.insert(materialProcesses).values(prices);
  await change(sql`select`);
});

test('the counts of overdue orders and expiring quotations match their lists', async () => {
  await add({ promisedDate: '2026-11-10' });
  await add({ status: 'quoted', validUntil: hours(1) });
  const { orders: waiting } = await workOf(clerk);
  for (const due of ['overdue', 'expiring'] as const) {
    const answer = await app.send('GET', `/order?due=${due}`, { token: clerk.token });
    expect(answer).toMatchObject({ status: 200, data: { count: waiting?.[due].count } });
    const counts = await app.send('GET', `/order/counts?due=${due}`, { token: clerk.token });
    const sum = Object.values<number>(counts.data).reduce((total, count) => total + count, 0);
    expect(sum).toBe(waiting?.[due].count);
  }
});

test('counting expiring quotations uses their index', async () => {
  const { db } = app.database;
  const quoted = await add({ status: 'quoted' });
  const columns =
    sql.raw(`status, total_fen, delivery_time, promised_date, item_count, piece_count, summary, user_id,
    dept_id, customer, catalogue_revision`);
  await db.execute(sql`insert into orders (order_no, valid_until, ${columns})
    select 'X' || n, now() + n * interval '1 hour', ${columns} from orders, generate_series(1, 3000) as n
    where order_no = ${quoted}`);
  await db.execute(sql`analyze orders`);
  const { rows } = await db.transaction(async (tx) => {
    return tx.execute<Record<string, string>>(sql`explain select 1 from orders
      where status = 'quoted' and valid_until > now() and valid_until <= now() + interval '2 days' limit 1000`);
  });
  expect(JSON.stringify(rows)).toContain('orders_expiring');
});

test('the sample catalogue can be removed except for edited records, but not while an order uses it', async () => {
  const own = await createTestApp();
  onTestFinished(() => own.close());
  const who = { as: 'demo' };
  const items = [buildItem(await readCatalogue(own))];
  await place(own, who, await buildOrder(own, who, items));
  const empty = () => own.send('POST', '/today/empty-samples', { as: 'admin' });
  const read = (path: string) => own.send('GET', path, { as: 'admin' });
  const materialIds = async () =>
    listOf<{ id: number }>(await read('/material?pageSize=100')).map(({ id }) => id);
  const tree = async () => listOf(await read('/process/tree'));
  expect(await empty()).toMatchObject({
    error: 'record.in_use',
    msg: expect.stringContaining('已有报价或订单'),
  });
  await own.database.db.update(orders).set({ status: 'cancelled' });
  const kept = (await materialIds()).at(-1);
  await own.database.db
    .update(materials)
    .set({ updateBy: 1 })
    .where(eq(materials.id, kept ?? 0));
  const pricesOf = async () => (await read(`/material/${kept}`)).data as { processConfig: unknown[] };
  const before = (await pricesOf()).processConfig;
  expect(before.length).toBeGreaterThan(0);
  expect(await empty()).toMatchObject({ status: 200 });
  expect(await materialIds()).toEqual([kept]);
  // Options priced for the shop's own material remain.
  expect((await pricesOf()).processConfig).toEqual(before);
  // No own records are left.
  await own.database.db.update(materials).set({ updateBy: 0 });
  await own.database.db.update(processes).set({ updateBy: 0 });
  expect((await empty()).data).toMatchObject({ materials: 1, processes: expect.any(Number) });
  expect(await tree()).toEqual([]);
});
