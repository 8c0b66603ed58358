import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import { UNDO_MS, UNDO_REASON } from '#domain/orders/undo.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { mailOutbox, notifications, orderHistory, orders } from '#server/db/schema.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let item: QuotationItem;
let customer: Person;
let clerk: Person;
let colleague: Person;
const recipient = 'undo@example.com';
const handling = ['query', 'move', 'handle', 'edit', 'message'].map((action) => `mfr:order:${action}`);
beforeAll(async () => {
  app = await createTestApp({ mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'quote@example.com' } });
  item = buildItem(await readCatalogue(app));
  const { deptId } = await addDept(app);
  customer = await addPerson(app, { roleKey: 'customer', deptId, user: { email: recipient } });
  const shop = { permissions: handling, isStaff: true };
  clerk = await addPerson(app, { ...shop, dataScope: '2', scopeDeptIds: [deptId] });
  colleague = await addPerson(app, { ...shop, dataScope: '1' });
});
afterAll(() => app.close());

async function newOrder(status: 'quoted' | 'placed' = 'placed'): Promise<number> {
  const { token } = customer;
  const answer = await place(app, { token }, await buildOrder(app, { token }, [item], { status }));
  return Number(answer.data);
}
const move = (id: number, to: string, version: number, { token }: Person = clerk) =>
  app.send('POST', `/order/${id}/move`, { token, body: { to, reason: '', version } });
const undo = (id: number, version: number, { token }: Person = clerk) =>
  app.send('POST', `/order/${id}/undo`, { token, body: { version } });
const withExt = async (id: number, { token }: Person = clerk) =>
  (await app.send('GET', `/order/${id}/withExt`, { token })).data as OrderWithExt;
const rowOf = async (id: number) => (await app.database.db.select().from(orders).where(eq(orders.id, id)))[0];
const mails = () => app.database.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, recipient));
const historyOf = (id: number) =>
  app.database.db
    .select()
    .from(orderHistory)
    .where(eq(orderHistory.orderId, id))
    .orderBy(asc(orderHistory.id));

test('undoing the last move works once, appears in the history and cancels its mail', async () => {
  const id = await newOrder();
  const before = await mails();
  await move(id, 'confirmed', 1);
  const [mail] = (await mails()).slice(before.length);
  expect(mail?.nextTryAt.getTime()).toBe((mail?.createdAt.getTime() ?? 0) + UNDO_MS);
  expect((await withExt(id)).undo).toMatchObject({ to: 'placed' });
  expect((await withExt(id, colleague)).undo).toBeNull();
  expect((await withExt(id, customer)).undo).toBeNull();

  expect(await undo(id, 2)).toMatchObject({
    status: 200,
    msg: '已撤销',
    data: { status: 'placed', version: 3 },
  });
  expect((await historyOf(id)).slice(1)).toMatchObject([
    { from: 'placed', to: 'confirmed', userId: clerk.userId },
    { from: 'confirmed', to: 'placed', userId: clerk.userId, reason: UNDO_REASON },
  ]);
  expect(await mails()).toHaveLength(before.length);
  const { db } = app.database;
  const sent = await db.select().from(notifications).where(eq(notifications.orderId, id));
  expect(sent.map(({ title }) => title.replace(/Q\S+/, 'Q'))).toStrictEqual([
    '订单 Q 已确认',
    '订单 Q 恢复为待确认',
  ]);
  expect((await withExt(id)).undo).toBeNull();
  expect(await undo(id, 3)).toMatchObject({ status: 409, error: 'order.not_undoable' });
});

test('undoing a shipment clears the shipping date and keeps the date of placing', async () => {
  const id = await newOrder();
  for (const [index, to] of ['confirmed', 'producing', 'inspecting', 'shipped'].entries()) {
    await move(id, to, index + 1);
  }
  const { placedAt } = (await rowOf(id))!;
  expect(await undo(id, 5)).toMatchObject({ status: 200 });
  expect(await rowOf(id)).toMatchObject({ status: 'inspecting', shippedAt: null, placedAt });
});

test('undoing is refused for another user, a stale version, and after a later change', async () => {
  const id = await newOrder();
  await move(id, 'confirmed', 1);
  expect(await undo(id, 2, colleague)).toMatchObject({ status: 409, error: 'order.not_undoable' });
  expect(await undo(id, 1)).toMatchObject({ status: 409, error: 'record.changed', data: { version: 2 } });
  expect(await undo(id, 2, customer)).toMatchObject({ status: 409 });
  const body = {
    staffNote: '',
    promisedDate: dayText(dayNumber(new Date()) + 30),
    reason: '设备检修',
    version: 2,
  };
  expect(await app.send('POST', `/order/${id}/shop`, { token: clerk.token, body })).toMatchObject({
    status: 200,
  });
  expect(await undo(id, 3)).toMatchObject({ status: 409, error: 'order.not_undoable' });
  expect(await rowOf(id)).toMatchObject({ status: 'confirmed', version: 3 });
});

test('undoing is refused after a minute, after placing, and once the mail is sent', async () => {
  const late = await newOrder();
  const start = Date.now();
  app.setNow(new Date(start));
  await move(late, 'confirmed', 1);
  app.setNow(new Date(start + UNDO_MS));
  expect(await undo(late, 2)).toMatchObject({ status: 409, error: 'order.not_undoable' });
  app.setNow(undefined);

  const placed = await newOrder('quoted');
  await move(placed, 'placed', 1);
  expect(await undo(placed, 2)).toMatchObject({ status: 409, error: 'order.not_undoable' });

  const mailed = await newOrder();
  await move(mailed, 'confirmed', 1);
  await app.database.db.update(mailOutbox).set({ tries: 1 });
  expect(await undo(mailed, 2)).toMatchObject({ status: 409, msg: '通知邮件已经发给客户，不能再撤销' });
  expect(await rowOf(mailed)).toMatchObject({ status: 'confirmed', version: 2 });
  expect(await historyOf(mailed)).toHaveLength(2);
});

test('a later mail about the order does not overtake the mail of the move', async () => {
  const id = await newOrder();
  const before = await mails();
  await move(id, 'confirmed', 1);
  const body = { kind: 'note', audience: 'customer', text: '明天开工' };
  await app.send('POST', `/order/${id}/staff-message`, { token: clerk.token, body });
  const [moved, note] = (await mails()).slice(before.length);
  expect(note?.body).toContain('明天开工');
  expect(note?.nextTryAt.getTime()).toBeGreaterThanOrEqual(moved?.nextTryAt.getTime() ?? Infinity);
});
