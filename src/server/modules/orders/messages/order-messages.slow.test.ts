import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders/order-data.ts';
import { notifications, orderMessages, orders, orderThreads } from '#server/db/schema.ts';
import type { Person } from '#tests/support/data/people.ts';
import { startConversations, at } from './order-messages.test-data.ts';

const conversations = await startConversations();
const { app, item, customer, sales, order, get, post } = conversations;
const { say, threadOf, detailsOf, read, rowOf, ask, answer } = conversations;
afterAll(() => app.close());
// A Monday morning before the cut-off hour.
beforeEach(() => app.setNow(at('2026-11-30T10:00:00')));

describe('a conversation', () => {
  test('names an unnamed part by its line number, as the order’s summary does', async () => {
    const { name: _name, ...unnamed } = item;
    const id = await order('placed', [item, { ...unnamed, num: 3 }]);
    await ask(id, { lineNo: 2 });
    expect((await threadOf(id)).list).toMatchObject([{ lineNo: 2, partName: '' }]);
    expect((await detailsOf(id)).summary).toBe(`支架×${item.num}、零件 2×3`);
  });

  test('shows the newest page by default', async () => {
    const id = await order();
    for (let n = 1; n <= 5; n += 1) await post(id, { text: `第 ${n} 条` });
    const texts = async (query: string) => (await threadOf(id, customer, query)).list.map(({ text }) => text);
    expect(await texts('?pageSize=2')).toEqual(['第 5 条']);
    expect(await texts('?pageSize=2&pageIndex=1')).toEqual(['第 1 条', '第 2 条']);
    expect(await texts('')).toHaveLength(5);
  });

  test.each([
    ['an answer without a question', { kind: 'answer' }, 'answersId'],
    ['a note with a question', { answersId: 1 }, 'answersId'],
    ['an answer to a missing question', { kind: 'answer', answersId: 999_999 }, 'answersId'],
    ['a blank text', { text: ' \n ' }, 'text'],
    ['a long text', { text: '长'.repeat(2_001) }, 'text'],
    ['a part that the order does not have', { lineNo: 2 }, 'lineNo'],
    ['eleven files', { fileIds: Array.from({ length: 11 }, (_, n) => n + 1) }, 'fileIds'],
    ['a missing file', { fileIds: [999_999] }, 'fileIds'],
    ['an audience chosen by a customer', { audience: 'staff' }, 'audience'],
  ])('refuses %s and writes nothing', async (_, body, field) => {
    const id = await order();
    const refused = await post(id, body);
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.errors ?? {})).toEqual([field]);
    expect((await threadOf(id)).count).toBe(0);
  });

  test('is limited per day and side, and for the customer also in total', async () => {
    const id = await order();
    await app.database.db.insert(orderMessages).values(
      Array.from({ length: 500 }, (_, n) => ({
        orderId: id,
        revision: 1,
        kind: 'note' as const,
        audience: 'customer' as const,
        isFromShop: false,
        text: `${n}`,
        userId: customer.userId,
        userName: '张工',
        createdAt: at('2026-11-30T09:00:00'),
      })),
    );
    await app.database.db
      .insert(orderThreads)
      .values({ orderId: id, lastId: 1, lastCustomerId: 1, messages: 500 });
    const refused = await post(id, {});
    expect(refused).toMatchObject({ status: 429, error: 'request.throttled' });
    expect(refused.msg).toBe('这个订单 24 小时内的消息已达 500 条，请明天再发送');
    expect((await say(id, { audience: 'staff' })).status).toBe(200);
    app.setNow(at('2026-12-01T09:00:01'));
    expect((await post(id, {})).status).toBe(200);
    await app.database.db.update(orderThreads).set({ messages: 10_000 }).where(eq(orderThreads.orderId, id));
    expect(await post(id, {})).toMatchObject({ status: 409, error: 'message.too_many' });
    expect((await say(id, {})).status).toBe(200);
  });
});

describe('unread messages', () => {
  test('and unanswered questions are filters of the list', async () => {
    const [quiet, unread, waiting] = [await order(), await order(), await order()];
    await say(unread, {});
    await ask(waiting);
    await read(waiting, 2_000_000_000, customer);
    const idsOf = async (talk: string) =>
      ((await get(`/order?pageSize=1000&talk=${talk}`)).data as { list: Order[]; count: number }).list.map(
        ({ id }) => id,
      );
    const mine = [quiet, unread, waiting];
    expect((await idsOf('unread')).filter((id) => mine.includes(id))).toEqual([unread]);
    expect((await idsOf('waiting')).filter((id) => mine.includes(id))).toEqual([waiting]);
    const counted = await get('/order/counts?talk=waiting', sales);
    expect(Number((counted.data as Record<string, number>)['placed'])).toBeGreaterThanOrEqual(1);
  });
});

describe('an unanswered question to the customer', () => {
  const promiseOf = async (id: number) => (await detailsOf(id)).promisedDate;

  test('leaves a manually set date, and postpones it by the time waited since', async () => {
    const id = await order();
    const asked = await ask(id);
    app.setNow(at('2026-12-02T10:00:00'));
    const { version } = await detailsOf(id);
    const body = { staffNote: '', promisedDate: '2026-12-21', reason: '电话商定', version };
    expect((await app.send('POST', `/order/${id}/shop`, { token: sales.token, body })).status).toBe(200);
    expect((await detailsOf(id)).wait).toEqual({ days: 0, promisedDate: '2026-12-21' });
    app.setNow(at('2026-12-03T10:00:00'));
    await answer(id, asked);
    expect(await promiseOf(id)).toBe('2026-12-22');
  });

  test('of a quotation counts as waiting from the day of placing', async () => {
    const id = await order('quoted');
    const asked = await ask(id);
    app.setNow(at('2026-12-03T10:00:00'));
    const { version } = await detailsOf(id);
    const move = { token: customer.token, body: { to: 'placed', version } };
    expect((await app.send('POST', `/order/${id}/move`, move)).status).toBe(200);
    const placed = await detailsOf(id);
    expect(placed.wait).toEqual({ days: 0, promisedDate: placed.promisedDate });
    await answer(id, asked);
    expect(await promiseOf(id)).toBe(placed.promisedDate);
  });

  test('counts as waiting until the order is shipped', async () => {
    const id = await order();
    const { promisedDate } = await detailsOf(id);
    await app.database.db.update(orders).set({ status: 'inspecting' }).where(eq(orders.id, id));
    const asked = await ask(id);
    app.setNow(at('2026-12-01T10:00:00'));
    const { version } = await detailsOf(id);
    const move = { token: sales.token, body: { to: 'shipped', version } };
    expect((await app.send('POST', `/order/${id}/move`, move)).status).toBe(200);
    const shipped = await detailsOf(id);
    expect(shipped.promisedDate > promisedDate).toBe(true);
    expect(shipped.history.map(({ to }) => to).at(-1)).toBe('shipped');
    expect(shipped.wait).toBeNull();
    app.setNow(at('2026-12-04T10:00:00'));
    await answer(id, asked);
    expect(await promiseOf(id)).toBe(shipped.promisedDate);
  });

  test('keeps an order from becoming overdue', async () => {
    const id = await order();
    await ask(id);
    app.setNow(at('2027-01-29T10:00:00'));
    expect(await rowOf(id, sales, '&due=overdue')).toBeUndefined();
    const other = await order();
    app.setNow(at('2027-03-01T10:00:00'));
    await ask(other);
    expect(await rowOf(other, sales, '&due=overdue')).toBeDefined();
  });
});

describe('notifications of messages', () => {
  const notificationsOf = async (id: number, who: Person) =>
    (
      await app.database.db
        .select()
        .from(notifications)
        .where(sql`order_id = ${id} and user_id = ${who.userId} and kind = 'order_message'`)
    ).map(({ title, body }) => [title, body]);

  test('stop at ten unread ones per reader and order', async () => {
    const [id, other] = [await order(), await order()];
    for (let n = 1; n <= 12; n += 1) await post(id, { text: `第 ${n} 条` });
    await post(other, {});
    expect((await notificationsOf(id, sales)).map(([, body]) => body).at(-1)).toBe('第 10 条');
    expect(await notificationsOf(other, sales)).toHaveLength(1);
    await app.send('POST', '/notification/read-all', { token: sales.token });
    await post(id, { text: '第 13 条' });
    expect((await notificationsOf(id, sales)).map(([, body]) => body).slice(9)).toEqual([
      '第 10 条',
      '第 13 条',
    ]);
  });
});
