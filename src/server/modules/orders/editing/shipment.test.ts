import { desc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Order, OrderWithExt } from '#contract/orders/order-data.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { mailOutbox, notifications, operationLogs, orders } from '#server/db/schema.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let item: QuotationItem;
let customer: Person;
let clerk: Person;
const handling = ['list', 'query', 'move', 'handle', 'edit', 'export'].map((action) => `mfr:order:${action}`);
beforeAll(async () => {
  app = await createTestApp({ mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'quote@example.com' } });
  item = buildItem(await readCatalogue(app));
  const { deptId } = await addDept(app);
  customer = await addPerson(app, { roleKey: 'customer', deptId, user: { email: 'goods@example.com' } });
  clerk = await addPerson(app, {
    permissions: handling,
    isStaff: true,
    dataScope: '2',
    scopeDeptIds: [deptId],
  });
});
// A user gets 30 mails a day.
afterEach(() => app.database.db.delete(mailOutbox));
afterAll(() => app.close());

/** Places an order and moves it to `inspecting` (version 4). */
async function inspected(): Promise<number> {
  const { token } = customer;
  const placed = await place(app, { token }, await buildOrder(app, { token }, [item], { status: 'placed' }));
  const id = Number(placed.data);
  for (const [index, to] of ['confirmed', 'producing', 'inspecting'].entries()) await move(id, to, index + 1);
  return id;
}
const move = (id: number, to: string, version: number, more: object = {}, { token }: Person = clerk) =>
  app.send('POST', `/order/${id}/move`, { token, body: { to, reason: '', version, ...more } });
const edit = (id: number, body: object, { token }: Person = clerk) =>
  app.send('POST', `/order/${id}/shipment`, { token, body });
const seen = async (id: number) =>
  (await app.send('GET', `/order/${id}/withExt`, { token: customer.token })).data as OrderWithExt;
const newest = async (id: number) =>
  (
    await app.database.db
      .select()
      .from(notifications)
      .where(eq(notifications.orderId, id))
      .orderBy(desc(notifications.id))
  )[0];

test('carrier and tracking number appear in the customer’s order, notification and mail, and in the export', async () => {
  const id = await inspected();
  const sent = { carrier: ' 顺丰速运 ', trackingNo: 'SF100 \n SF200' };
  expect(await move(id, 'shipped', 4, sent)).toMatchObject({
    status: 200,
    data: { status: 'shipped', carrier: '顺丰速运', trackingNo: 'SF100 SF200' },
  });
  expect(await seen(id)).toMatchObject({ carrier: '顺丰速运', trackingNo: 'SF100 SF200' });
  expect((await newest(id))?.body).toContain('顺丰速运，运单号 SF100 SF200');
  const [mail] = await app.database.db.select().from(mailOutbox).orderBy(desc(mailOutbox.id)).limit(1);
  expect(mail?.body).toContain('顺丰速运，运单号 SF100 SF200');
  const file = await app.http.inject({
    url: '/api/v1/order/export?format=csv&status=shipped',
    headers: { authorization: `Bearer ${clerk.token}` },
  });
  expect(file.payload).toMatch(/承运方,运单号\r\n.*,顺丰速运,SF100 SF200\r\n/);
});

test('carrier and tracking number are optional, and only accepted when an order is shipped', async () => {
  const id = await inspected();
  expect(await move(id, 'completed', 4, { carrier: '专车' })).toMatchObject({ status: 409 });
  expect(await move(id, 'cancelled', 4, { carrier: '专车' })).toMatchObject({ status: 409 });
  const { token } = customer;
  const quoted = await place(app, { token }, await buildOrder(app, { token }, [item], { status: 'quoted' }));
  for (const who of [customer, clerk]) {
    expect(await move(Number(quoted.data), 'cancelled', 1, { trackingNo: 'SF1' }, who)).toMatchObject({
      status: 400,
      errors: { trackingNo: '发货时才能填写承运方和运单号' },
    });
  }
  expect(await move(id, 'shipped', 4)).toMatchObject({ status: 200, data: { carrier: '', trackingNo: '' } });
});

test.each([
  [{ carrier: '长'.repeat(51) }, { carrier: '承运方最多50个字符' }],
  [{ trackingNo: 'S'.repeat(101) }, { trackingNo: '运单号最多100个字符' }],
  [{ trackingNo: 'SF\u0000' }, { trackingNo: '运单号含有不支持的字符' }],
  [{ trackingNo: 12 }, { trackingNo: '运单号必须是文本' }],
  [{ carrier: null }, { carrier: expect.any(String) as string }],
])('%j is refused with a field error, and the order does not move', async (sent, errors) => {
  const id = await inspected();
  expect(await move(id, 'shipped', 4, sent)).toMatchObject({ status: 400, errors });
  expect(await seen(id)).toMatchObject({ status: 'inspecting', version: 4 });
});

test('undoing a shipment clears carrier and tracking number', async () => {
  const id = await inspected();
  await move(id, 'shipped', 4, { carrier: '顺丰速运', trackingNo: 'SF1' });
  const undone = await app.send('POST', `/order/${id}/undo`, { token: clerk.token, body: { version: 5 } });
  expect(undone).toMatchObject({ status: 200, data: { status: 'inspecting', carrier: '', trackingNo: '' } });
});

test('only the shop can correct the tracking number, with history and notification', async () => {
  const id = await inspected();
  const right = { carrier: '顺丰速运', trackingNo: 'SF2' };
  expect(await edit(id, { ...right, version: 4 })).toMatchObject({
    status: 409,
    error: 'order.illegal_move',
  });
  await move(id, 'shipped', 4, { carrier: '顺丰速运', trackingNo: 'SF1' });
  expect(await edit(id, { ...right, version: 4 })).toMatchObject({ status: 409, error: 'record.changed' });
  expect(await edit(id, { ...right, version: 5 }, customer)).toMatchObject({ status: 403 });
  const stranger = await addPerson(app, { permissions: handling, isStaff: true, dataScope: '2' });
  expect(await edit(id, { ...right, version: 5 }, stranger)).toMatchObject({ status: 404 });
  expect(await edit(id, { ...right, version: 5 })).toMatchObject({
    status: 200,
    data: { ...right, version: 6 },
  });
  const [log] = await app.database.db.select().from(operationLogs).orderBy(desc(operationLogs.id)).limit(1);
  expect(log?.changes).toMatchObject({ trackingNo: ['SF1', 'SF2'] });
  const { history } = await seen(id);
  expect(history.at(-1)).toMatchObject({
    from: 'shipped',
    to: 'shipped',
    reason: '运单信息：顺丰速运，运单号 SF1 → 顺丰速运，运单号 SF2',
  });
  expect(await newest(id)).toMatchObject({
    userId: customer.userId,
    title: expect.stringMatching(/^订单 \S+ 的运单信息已更新$/) as string,
    body: '顺丰速运，运单号 SF2',
  });
  // Saving the same values again does not notify.
  const { data } = await edit(id, { ...right, version: 6 });
  expect((data as Order).version).toBe(7);
  expect((await seen(id)).history).toHaveLength(history.length);
  const [row] = await app.database.db.select().from(orders).where(eq(orders.id, id));
  expect(row?.shippedAt).not.toBeNull();
});
