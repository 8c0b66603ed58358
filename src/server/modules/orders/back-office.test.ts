import { desc, eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import { materials, operationLogs, orders } from '#server/db/schema.ts';
import { writeCatalogue } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import { listOf } from '#tests/support/data/quotations.ts';
import type { Envelope } from '#tests/support/app/api.ts';
import { startBackOffice, quoting, handling, now, by } from './back-office.test-data.ts';

const inDays = (days: number) => dayText(dayNumber(now) + days);
const { app, clerk, buyer, orderIds, order, withExt } = await startBackOffice();
afterAll(() => app.close());
const editOf = (id: number, body: object, who = clerk) =>
  app.send('POST', `/order/${id}/shop`, { ...by(who), body });
async function lastChanges(): Promise<unknown> {
  const [row] = await app.database.db.select().from(operationLogs).orderBy(desc(operationLogs.id)).limit(1);
  return row?.changes;
}

describe('data scope', () => {
  const countOf = (answer: Envelope) => (answer.data as { count: number }).count;

  test('limits list, counts and export to the orders of the chosen departments', async () => {
    const { deptId } = await addDept(app);
    const who = await addPerson(app, { permissions: quoting, deptId });
    const staff = { permissions: handling, isStaff: true, dataScope: '2' };
    const handler = await addPerson(app, { ...staff, scopeDeptIds: [deptId] });
    const ids = [await order(who), await order(who, 'quoted')];
    const list = await app.send('GET', '/order', by(handler));
    expect(countOf(list)).toBe(2);
    expect(listOf<{ id: number }>(list).map((row) => row.id)).toStrictEqual(ids.toReversed());
    const counts = await app.send('GET', '/order/counts', by(handler));
    expect(counts.data).toStrictEqual({ placed: 1, quoted: 1 });
    const exported = await app.http.inject({
      url: '/api/v1/order/export?format=csv',
      headers: { authorization: `Bearer ${handler.token}` },
    });
    const [heads = '', ...rows] = exported.payload.trim().split('\r\n');
    expect(rows).toHaveLength(2);
    const daysAt = heads.split(',').indexOf('交期（工作日）');
    for (const row of rows) expect(row.split(',')[daysAt]).toMatch(/^\d+$/);
    expect(countOf(await app.send('GET', '/order', { as: 'admin' }))).toBeGreaterThan(2);
  });
});

describe('editing an order by the shop', () => {
  test('stores a note that only staff see, without history', async () => {
    const before = await withExt(await order(buyer));
    const { promisedDate, version } = before;
    const saved = await editOf(before.id, { staffNote: '材料已到', promisedDate, version });
    expect(saved).toMatchObject({ status: 200, data: { staffNote: '材料已到', version: version + 1 } });
    expect(await lastChanges()).toMatchObject({ id: before.id, staffNote: ['', '材料已到'] });
    expect(await withExt(before.id, buyer)).toMatchObject({ staffNote: '', history: before.history });
  });

  test('moves the date only with a reason, which the history records, and refuses a stale version', async () => {
    const { id, version, promisedDate, history } = await withExt(await order(buyer));
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

  test('accepts today as promised date, but no past day', async () => {
    const { id, version, promisedDate } = await withExt(orderIds[1]!);
    const edit = { staffNote: '', reason: '改期', version };
    const refused = await editOf(id, { ...edit, promisedDate: '2020-01-01' });
    expect(refused).toMatchObject({ status: 400, errors: { promisedDate: '承诺发货日不能早于今天' } });
    expect(await withExt(id)).toMatchObject({ promisedDate, version });
    expect(await editOf(id, { ...edit, promisedDate: inDays(0) })).toMatchObject({ status: 200 });
  });

  test('an agreed date that has passed when the quotation is placed is recalculated, which the history records', async () => {
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

  test('is refused for the date of a shipped order, whose shipping day is stored', async () => {
    const { id } = await withExt(await order(buyer));
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
  test('returns today’s figures, which follow price changes, or the reason when pricing is impossible', async () => {
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
    await change({ deletedAt: null });
  });
});

test('the data scope 本人客户 has the orders of a salesperson’s current companies and their branches, and no others', async () => {
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
