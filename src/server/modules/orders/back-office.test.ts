import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withStep } from '#domain/pricing/line.ts';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import type { OrderWithExt } from '#contract/order-data.ts';
import { materials, operationLogs, orderItems, orders } from '#server/db/schema.ts';
import { writeCatalogue } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { addDept, addPerson, type Person } from '#tests/support/people.ts';
import { buildItem, buildOrder, listOf, place, readCatalogue } from '#tests/support/quotations.ts';
import type { Envelope } from '#tests/support/api.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const quoting = [
  'mfr:quote:add',
  'mfr:material:list',
  'mfr:process:list',
  'mfr:machiningPrice:list',
  'mfr:order:add',
  'mfr:order:list',
  'mfr:order:query',
  'mfr:order:move',
];
const handling = ['list', 'query', 'move', 'handle', 'edit', 'export'].map((action) => `mfr:order:${action}`);

// The app's clock stands still: midnight in Shanghai comes for all tests or for none.
const now = new Date();
const inDays = (days: number) => dayText(dayNumber(now) + days);

let app: TestApp;
let first: { deptId: number };
let second: { deptId: number };
let clerk: Person;
let stranger: Person;
let buyer: Person;
let orderIds: number[];
beforeAll(async () => {
  app = await createTestApp();
  app.setNow(now);
  first = await addDept(app);
  second = await addDept(app);
  buyer = await addPerson(app, { permissions: quoting, deptId: first.deptId });
  const other = await addPerson(app, { permissions: quoting, deptId: second.deptId });
  clerk = await addPerson(app, {
    permissions: handling,
    isStaff: true,
    dataScope: '2',
    scopeDeptIds: [first.deptId],
  });
  stranger = await addPerson(app, { permissions: handling, isStaff: true, dataScope: '2' });
  orderIds = [await order(buyer), await order(buyer, 'quoted'), await order(other)];
});
afterAll(() => app.close());

const by = ({ token }: Person) => ({ token });
async function order(who: Person, status: 'placed' | 'quoted' = 'placed'): Promise<number> {
  const item = buildItem(await readCatalogue(app, by(who)), { name: '支架' });
  const placed = await place(app, by(who), await buildOrder(app, by(who), [item], { status }));
  return Number(placed.data);
}
const withExt = async (id: number, who = clerk) =>
  (await app.send('GET', `/order/${id}/withExt`, by(who))).data as OrderWithExt;
const editOf = (id: number, body: object, who = clerk) =>
  app.send('POST', `/order/${id}/shop`, { ...by(who), body });
async function lastChanges(): Promise<unknown> {
  const [row] = await app.database.db.select().from(operationLogs).orderBy(desc(operationLogs.id)).limit(1);
  return row?.changes;
}

describe('data scope', () => {
  const countOf = (answer: Envelope) => (answer.data as { count: number }).count;

  test('list, counts and export show only the orders of the chosen departments', async () => {
    const list = await app.send('GET', '/order', by(clerk));
    expect(countOf(list)).toBe(2);
    expect(listOf<{ id: number }>(list).map((row) => row.id)).toStrictEqual([orderIds[1], orderIds[0]]);
    const counts = await app.send('GET', '/order/counts', by(clerk));
    expect(counts.data).toStrictEqual({ placed: 1, quoted: 1 });
    const exported = await app.http.inject({
      url: '/api/v1/order/export?format=csv',
      headers: { authorization: `Bearer ${clerk.token}` },
    });
    const [heads = '', ...rows] = exported.payload.trim().split('\r\n');
    expect(rows).toHaveLength(2);
    const daysAt = heads.split(',').indexOf('交期（工作日）');
    for (const row of rows) expect(row.split(',')[daysAt]).toMatch(/^\d+$/);
    expect(countOf(await app.send('GET', '/order', { as: 'admin' }))).toBe(3);
  });

  test('the export of parts has one row for each part of those orders, with its process and sub-total', async () => {
    const { items, orderNo } = await withExt(orderIds[0]!);
    const exported = await app.http.inject({
      url: '/api/v1/order/export/items?format=csv&ordersNo=',
      headers: { authorization: `Bearer ${clerk.token}` },
    });
    expect(exported.statusCode).toBe(400);
    const file = await app.http.inject({
      url: '/api/v1/order/export/items?format=csv&createdAtOrder=asc',
      headers: { authorization: `Bearer ${clerk.token}` },
    });
    const [heads = '', first = '', ...rest] = file.payload.trim().split('\r\n');
    expect(rest).toHaveLength(1);
    const cells = Object.fromEntries(
      heads
        .replace('\ufeff', '')
        .split(',')
        .map((head, n) => [head, first.split(',')[n]]),
    );
    const [part] = items;
    expect(cells).toMatchObject({
      订单编号: orderNo,
      状态: '待确认',
      序号: '1',
      零件: '支架',
      材料: part!.materialName,
      '长（mm）': String(part!.length),
      数量: String(part!.num),
      下料毛坯: expect.stringMatching(/^板材 厚 \d+ mm，下料 [\d.]+×[\d.]+ mm$/) as string,
      '毛坯重量（kg/件）': String(part!.stock!.stockKg),
      '零件重量（kg/件）': '',
      '折合单价（元）': String(Math.round((part!.sub_total / part!.num) * 10_000) / 10_000),
      '小计（元）': String(part!.line_total),
      '自动报价（元）': String(part!.sub_total),
      工艺: part!.processes.map(({ processName, optionName }) => `${processName}：${optionName}`).join('、'),
    });
  });

  test('小计 of the export of parts is what the part counts for, beside the automatic price', async () => {
    const id = orderIds[0]!;
    const isIt = and(eq(orderItems.orderId, id), eq(orderItems.lineNo, 1));
    const [stored] = await app.database.db.select({ trace: orderItems.trace }).from(orderItems).where(isIt);
    const step = { kind: 'price' as const, amount: 888.5, days: 7, reason: '协商', by: '王销售' };
    await app.database.db
      .update(orderItems)
      .set({ trace: withStep(stored!.trace, step) })
      .where(isIt);
    const { items, orderNo } = await withExt(id);
    const file = await app.http.inject({
      url: `/api/v1/order/export/items?format=csv&orderNo=${orderNo}`,
      headers: { authorization: `Bearer ${clerk.token}` },
    });
    const [heads = '', row = ''] = file.payload.trim().split('\r\n');
    const cellOf = (head: string) => row.split(',')[heads.split(',').indexOf(head)];
    expect(cellOf('小计（元）')).toBe('888.5');
    expect(cellOf('自动报价（元）')).toBe(String(items[0]!.sub_total));
    expect(items[0]!.sub_total).not.toBe(888.5);
    await app.database.db.update(orderItems).set({ trace: stored!.trace }).where(isIt);
  });

  test('an order outside it is not found by any call', async () => {
    const id = orderIds[2]!;
    const promisedDate = inDays(45);
    for (const answer of [
      await app.send('GET', `/order/${id}`, by(clerk)),
      await app.send('GET', `/order/${id}/withExt`, by(clerk)),
      await app.send('GET', `/order/${id}/reprice`, by(clerk)),
      await editOf(id, { staffNote: 'x', promisedDate, version: 1 }),
      await app.send('POST', `/order/${id}/move`, { ...by(clerk), body: { to: 'confirmed', version: 1 } }),
    ]) {
      expect(answer).toMatchObject({ status: 404, error: 'record.not_found' });
    }
  });

  test('an empty scope sees nothing', async () => {
    expect(countOf(await app.send('GET', '/order', by(stranger)))).toBe(0);
    expect((await app.send('GET', '/order/counts', by(stranger))).data).toStrictEqual({});
  });
});

describe('filters', () => {
  test.each([
    ['orderNo=q20', 3],
    ['orderNo=%25', 0],
    ['username=DEM', 0],
    ['materialName=a', 3],
    ['materialName=没有这种材料', 0],
    ['status=quoted', 1],
    ['beginTime=2020-01-01&endTime=2020-12-31', 0],
    ['beginTime=2020-01-01', 3],
    ['priceOrder=asc&status=placed', 2],
  ])('%s finds %i', async (query, count) => {
    const name = (await withExt(orderIds[0]!, clerk)).items[0]!.materialName;
    const path = `/order?${query.replace('materialName=a', `materialName=${encodeURIComponent(name.slice(1, 4))}`)}`;
    expect((await app.send('GET', path, { as: 'admin' })).data).toMatchObject({ count });
  });

  test('by the customer and by its company', async () => {
    const named = await app.send('GET', `/order?username=${buyer.username.slice(1, 8)}`, { as: 'admin' });
    expect(named.data).toMatchObject({ count: 2 });
    const company = await app.send('GET', `/order?deptId=${second.deptId}`, { as: 'admin' });
    expect(company.data).toMatchObject({ count: 1 });
  });

  test('pages do not overlap and end', async () => {
    const ids: number[] = [];
    for (const pageIndex of [1, 2, 3, 4]) {
      const page = await app.send('GET', `/order?pageSize=1&priceOrder=desc&pageIndex=${pageIndex}`, {
        as: 'admin',
      });
      ids.push(...listOf<{ id: number }>(page).map((row) => row.id));
    }
    expect(new Set(ids)).toStrictEqual(new Set(orderIds));
    expect(ids).toHaveLength(orderIds.length);
  });
});

describe('the shop edits an order', () => {
  test('the note is visible only to staff and leaves no history', async () => {
    const before = await withExt(orderIds[0]!);
    const { promisedDate, version } = before;
    const saved = await editOf(before.id, { staffNote: '材料已到', promisedDate, version });
    expect(saved).toMatchObject({ status: 200, data: { staffNote: '材料已到', version: version + 1 } });
    expect(await lastChanges()).toMatchObject({ id: before.id, staffNote: ['', '材料已到'] });
    expect(await withExt(before.id, buyer)).toMatchObject({ staffNote: '', history: before.history });
  });

  test('a moved date needs a reason, appears in the history, and a stale version changes nothing', async () => {
    const { id, version, promisedDate, history } = await withExt(orderIds[0]!);
    const edit = { staffNote: '', promisedDate: inDays(60), version };
    const refused = await editOf(id, edit);
    expect(refused).toMatchObject({ status: 422, error: 'order.reason_required' });
    expect(refused.errors).toHaveProperty('reason');

    const saved = await editOf(id, { ...edit, reason: '刀具缺货' });
    expect(saved).toMatchObject({ status: 200, data: { promisedDate: inDays(60), status: 'placed' } });
    const after = await withExt(id, buyer);
    expect(after.history.slice(history.length)).toMatchObject([
      { from: 'placed', to: 'placed', reason: `承诺发货日 ${promisedDate} → ${inDays(60)}：刀具缺货` },
    ]);
    expect(await lastChanges()).toMatchObject({ promisedDate: [promisedDate, inDays(60)] });

    const stale = await editOf(id, { ...edit, promisedDate: inDays(90), reason: '又一次' });
    expect(stale).toMatchObject({ status: 409, error: 'record.changed', data: { version: version + 1 } });
    expect((await withExt(id)).history).toHaveLength(history.length + 1);
  });

  test('a past day cannot be promised, today can', async () => {
    const { id, version, promisedDate } = await withExt(orderIds[1]!);
    const edit = { staffNote: '', reason: '改期', version };
    const refused = await editOf(id, { ...edit, promisedDate: '2020-01-01' });
    expect(refused).toMatchObject({ status: 400, errors: { promisedDate: '承诺发货日不能早于今天' } });
    expect(await withExt(id)).toMatchObject({ promisedDate, version });
    expect(await editOf(id, { ...edit, promisedDate: inDays(0) })).toMatchObject({ status: 200 });
  });

  test('a customer may not; an invalid date is refused', async () => {
    const edit = { staffNote: 'x', promisedDate: inDays(60), version: 1 };
    expect(await editOf(orderIds[0]!, edit, buyer)).toMatchObject({ status: 403 });
    const noDay = await editOf(orderIds[0]!, { ...edit, promisedDate: '2027-02-30' });
    expect(noDay).toMatchObject({ status: 400, errors: { promisedDate: '承诺发货日不是有效的日期' } });
  });

  test('an agreed date that has passed when the quotation is placed is replaced, and the history says so', async () => {
    const id = await order(buyer, 'quoted');
    await app.database.db
      .update(orders)
      .set({ promisedDate: '2026-01-05', isDateByHand: true })
      .where(eq(orders.id, id));
    const { version } = await withExt(id);
    await app.send('POST', `/order/${id}/move`, { ...by(buyer), body: { to: 'placed', version } });
    const { promisedDate, history } = await withExt(id);
    expect(promisedDate > '2026-01-05').toBe(true);
    expect(history.slice(-2)).toMatchObject([
      {
        from: 'quoted',
        to: 'quoted',
        reason: `承诺发货日 2026-01-05 → ${promisedDate}：提交订单时原定的日期已过，已重新计算`,
      },
      { from: 'quoted', to: 'placed' },
    ]);
  });

  test('a shipped order keeps its date, and its shipping day is stored', async () => {
    const { id } = await withExt(orderIds[0]!);
    for (const to of ['confirmed', 'producing', 'inspecting', 'shipped']) {
      const { version } = await withExt(id);
      await app.send('POST', `/order/${id}/move`, { ...by(clerk), body: { to, version } });
    }
    expect(await lastChanges()).toMatchObject({ id, status: ['inspecting', 'shipped'] });
    const [row] = await app.database.db.select().from(orders).where(eq(orders.id, id));
    expect(row?.shippedAt).toBeInstanceOf(Date);
    const { version } = await withExt(id);
    const late = await editOf(id, { staffNote: '', promisedDate: inDays(120), reason: '晚了', version });
    expect(late).toMatchObject({ status: 409, error: 'order.illegal_move' });
  });
});

describe('repricing', () => {
  test('answers today’s figures, others after a price change, and the reason when pricing is impossible', async () => {
    const id = orderIds[1]!;
    const sold = await withExt(id);
    const path = `/order/${id}/reprice`;
    expect((await app.send('GET', path, by(clerk))).data).toMatchObject({
      quotation: { price: sold.price },
      reason: '',
    });
    const change = (fields: Partial<typeof materials.$inferInsert>) =>
      writeCatalogue(app.database, (tx, updatedAt) =>
        tx
          .update(materials)
          .set({ ...fields, updatedAt })
          .where(eq(materials.id, sold.items[0]!.material)),
      );
    await change({ deliveryTime: 33 });
    const dearer = await app.send('GET', path, by(clerk));
    expect((dearer.data as { quotation: { delivery_time: number } }).quotation.delivery_time).not.toBe(
      sold.delivery_time,
    );
    await change({ deletedAt: new Date() });
    expect((await app.send('GET', path, by(clerk))).data).toMatchObject({
      quotation: null,
      reason: '第1项 支架：该材料不存在或已下架，请重新选择',
    });
    expect((await withExt(id)).price).toBe(sold.price);
  });
});

test('本人客户 shows the orders of the companies whose salesperson one is, of those below and no others, until another one is', async () => {
  const seller = await addPerson(app, { permissions: handling, isStaff: true, dataScope: '6' });
  const colleague = await addPerson(app, { permissions: handling, isStaff: true, dataScope: '6' });
  const company = await addDept(app);
  const branch = await addDept(app, company);
  const sells = async (salespersonId: number | null) => {
    const dept = (await app.send('GET', `/dept/${company.deptId}`, { as: 'admin' })).data as object;
    return app.send('PUT', `/dept/${company.deptId}`, { as: 'admin', body: { ...dept, salespersonId } });
  };
  expect((await sells(999_999)).errors).toEqual({ salespersonId: '没有这个用户' });
  expect(await sells(seller.userId)).toMatchObject({
    status: 200,
    data: { salespersonName: expect.stringMatching(/./) },
  });
  const buyers = [
    await addPerson(app, { permissions: quoting, deptId: company.deptId }),
    await addPerson(app, { permissions: quoting, deptId: branch.deptId }),
  ];
  const ids = [await order(buyers[0]!), await order(buyers[1]!)];
  const seen = async (who: Person) =>
    ((await app.send('GET', '/order', by(who))).data as { list: { id: number }[] }).list.map(({ id }) => id);
  expect(new Set(await seen(seller))).toEqual(new Set(ids));
  expect((await app.send('GET', '/order/counts', by(seller))).data).toEqual({ placed: 2 });
  expect((await app.send('GET', `/order/${orderIds[0]}`, by(seller))).status).toBe(404);
  expect(await seen(colleague)).toEqual([]);
  await sells(colleague.userId);
  expect(await seen(seller)).toEqual([]);
  expect(new Set(await seen(colleague))).toEqual(new Set(ids));
});
