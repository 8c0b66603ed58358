import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderMessage, OrderThread } from '#contract/orders/order-messages.ts';
import { notifications } from '#server/db/schema.ts';
import { customerMessagesPerDay } from '#server/fairness/limits.ts';
import { samples, upload } from '#tests/support/data/files.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildOrder, place } from '#tests/support/data/quotations.ts';
import { startConversations, at } from './order-messages.test-data.ts';

const conversations = await startConversations();
const { app, item, customer, colleague, stranger, sales, worker, order, get } = conversations;
const { post, say, threadOf, detailsOf, read, rowOf, ask, answer } = conversations;
afterAll(() => app.close());
// A Monday morning before the cut-off hour.
beforeEach(() => app.setNow(at('2026-11-30T10:00:00')));
const allOf = async (id: number, who: Person = sales) =>
  (await get(`/order/${id}/staff-message`, who)).data as OrderThread;

describe('a conversation', () => {
  test('has the messages of both sides in order, about the order or one of its parts', async () => {
    const id = await order('placed', [item, { ...item, num: 3, name: '底板' }]);
    const asked = await ask(id, { lineNo: 2 });
    expect((await answer(id, asked)).data).toMatchObject({ kind: 'answer', lineNo: 2, isFromShop: false });
    await post(id, { text: '  多谢  ' }, colleague);
    const { list, count, open } = await threadOf(id);
    expect(list).toMatchObject([
      { kind: 'question', isFromShop: true, isMine: false, partName: '底板', text: '螺纹是 M6 吗？' },
      { kind: 'answer', answersId: asked, isMine: true, partName: '底板' },
      { kind: 'note', text: '多谢', lineNo: null, partName: '', isMine: false },
    ]);
    expect(list[0]?.answerId).toBe(list[1]?.id);
    expect({ count, open }).toEqual({ count: 3, open: [] });
  });

  test('is visible to users who can see the order', async () => {
    const id = await order();
    await post(id, {});
    expect((await get(`/order/${id}/message`, stranger)).status).toBe(404);
    expect((await post(id, {}, stranger)).status).toBe(404);
    expect((await read(id, 1, stranger)).status).toBe(404);
    expect((await threadOf(id, colleague)).count).toBe(1);
    expect((await threadOf(id, sales)).count).toBe(1);
    for (const who of [customer, colleague, worker]) {
      expect((await get(`/order/${id}/staff-message`, who)).status).toBe(403);
      expect((await say(id, {}, who)).status).toBe(403);
    }
    const inTheCustomersName = await post(id, {}, worker);
    expect(inTheCustomersName).toMatchObject({ status: 403, error: 'permission.denied' });
  });

  test('accepts one answer per question', async () => {
    const id = await order();
    const asked = await ask(id);
    const outcomes = await Promise.all([answer(id, asked), answer(id, asked, colleague)]);
    expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(outcomes.find(({ status }) => status === 409)?.error).toBe('message.answered');
    expect((await threadOf(id)).count).toBe(2);
  });

  test('accepts an answer only in the order of its question', async () => {
    const [one, other] = [await order(), await order()];
    const asked = await ask(one);
    expect((await answer(other, asked)).status).toBe(400);
  });

  test('limits a customer per day over all orders, but not the shop', async () => {
    const eager = await addPerson(app, { roleKey: 'customer' });
    const placed = await place(app, eager, await buildOrder(app, eager, [item]), randomUUID());
    const id = Number(placed.data);
    for (let n = 0; n < 1_000; n += 1) customerMessagesPerDay.count(eager.userId, at('2026-11-30T10:00:00'));
    const refused = await post(id, {}, eager);
    expect(refused).toMatchObject({ status: 429, msg: '您今天发送的消息已达 1000 条，请明天再发送' });
    expect((await threadOf(id, eager)).count).toBe(0);
    expect((await say(id, {})).status).toBe(200);
    app.setNow(at('2026-12-01T10:00:01'));
    expect((await post(id, {}, eager)).status).toBe(200);
  });
});

describe('an attachment of a message', () => {
  const sent = async (who: Person) =>
    ((await upload(app, '图纸.pdf', samples.pdf, { token: who.token })).data as { id: number }).id;
  const statusFor = async (who: Person, file: number) => (await get(`/file/${file}`, who)).status;

  test('is visible to users who can read the message, and cannot be removed', async () => {
    const id = await order();
    const [own, shown, internal] = [await sent(customer), await sent(sales), await sent(sales)];
    expect((await post(id, { fileIds: [own] })).data).toMatchObject({
      files: [{ id: own, name: '图纸.pdf' }],
    });
    await say(id, { fileIds: [shown] });
    await say(id, { fileIds: [internal], audience: 'staff' });
    const statuses = async (file: number) =>
      Promise.all([customer, colleague, sales, worker, stranger].map((who) => statusFor(who, file)));
    expect(await statuses(own)).toEqual([200, 200, 200, 200, 404]);
    expect(await statuses(shown)).toEqual([200, 200, 200, 200, 404]);
    expect(await statuses(internal)).toEqual([404, 404, 200, 404, 404]);
    const removed = await app.send('DELETE', '/file', { token: customer.token, body: { ids: [own] } });
    expect(removed).toMatchObject({ status: 409, error: 'record.in_use' });
  });

  test('must be uploaded by the author', async () => {
    const id = await order();
    expect((await post(id, { fileIds: [await sent(stranger)] })).status).toBe(400);
    expect((await threadOf(id)).count).toBe(0);
  });
});

describe('unread messages', () => {
  test('are counted in the order lists of customer and shop until they are read', async () => {
    const id = await order();
    await say(id, { audience: 'staff' });
    await say(id, {});
    await post(id, {});
    await post(id, {});
    expect((await rowOf(id, customer))?.unread).toBeUndefined();
    expect((await rowOf(id, colleague))?.unread).toBe(3);
    expect((await rowOf(id, sales))?.unread).toBe(2);
    expect((await rowOf(id, worker))?.unread).toBe(3);
    const { list, lastReadId } = await allOf(id);
    expect(lastReadId).toBe(list[1]?.id);
    expect((await read(id, Number(list[2]?.id), sales)).data).toEqual({ lastReadId: list[2]?.id });
    expect((await rowOf(id, sales))?.unread).toBe(1);
    expect((await read(id, 2_000_000_000, sales)).data).toEqual({ lastReadId: list[3]?.id });
    expect((await rowOf(id, sales))?.unread).toBeUndefined();
    expect((await read(id, Number(list[0]?.id), sales)).data).toEqual({ lastReadId: list[3]?.id });
  });

  test('do not mark a customer’s order if they are internal', async () => {
    const id = await order();
    await say(id, { audience: 'staff' });
    expect((await rowOf(id, customer))?.unread).toBeUndefined();
    expect(await rowOf(id, customer, '&talk=unread')).toBeUndefined();
    expect((await read(id, 2_000_000_000, customer)).data).toEqual({ lastReadId: 0 });
  });
});

describe('an unanswered question to the customer', () => {
  const promiseOf = async (id: number) => (await detailsOf(id)).promisedDate;
  const movedBy = (days: number) => `承诺日期因等待您的答复顺延 ${days} 个工作日`;

  test('postpones the promised day once, by the working days without an answer', async () => {
    const id = await order();
    const before = await detailsOf(id);
    const first = await ask(id);
    app.setNow(at('2026-12-01T10:00:00'));
    const second = await ask(id);
    expect(await detailsOf(id)).toMatchObject({
      promisedDate: before.promisedDate,
      waitingSince: '2026-11-30T02:00:00.000Z',
      wait: { days: 1 },
    });
    app.setNow(at('2026-12-02T10:00:00'));
    await answer(id, first);
    expect(await promiseOf(id)).toBe(before.promisedDate);
    app.setNow(at('2026-12-03T10:00:00'));
    const shown = (await detailsOf(id)).wait;
    await answer(id, second);
    const after = await detailsOf(id, sales);
    expect(shown).toEqual({ days: 3, promisedDate: after.promisedDate });
    expect(after).toMatchObject({ waitingSince: null, wait: null, version: before.version + 1 });
    expect(after.promisedDate > before.promisedDate).toBe(true);
    expect(after.history.at(-1)?.reason).toBe(
      `承诺发货日 ${before.promisedDate} → ${after.promisedDate}：${movedBy(3)}`,
    );
    const third = await ask(id);
    app.setNow(at('2026-12-03T11:00:00'));
    await answer(id, third);
    expect(await promiseOf(id)).toBe(after.promisedDate);
  });

  test('can be answered by staff after a phone call, which notifies the customer of the new day', async () => {
    const id = await order();
    const asked = await ask(id);
    app.setNow(at('2026-12-01T10:00:00'));
    await say(id, { kind: 'answer', answersId: asked, text: '电话确认过' });
    const [news] = await app.database.db
      .select()
      .from(notifications)
      .where(sql`order_id = ${id} and user_id = ${customer.userId} and body like '电话确认过%'`);
    expect(news?.body).toBe(`电话确认过\n${movedBy(1)}，改为 ${await promiseOf(id)}。`);
  });

  test('of a request pauses the promised reply until the answer', async () => {
    const id = await order('requested');
    app.setNow(at('2026-11-30T11:00:00'));
    const { replyDueAt } = await detailsOf(id);
    const asked = await ask(id);
    app.setNow(at('2026-12-02T11:00:00'));
    const desk = (await get(`/quote-desk/${id}`, sales)).data as { minutesLeft: number; isWaiting: boolean };
    const left = desk.minutesLeft;
    expect(desk.isWaiting).toBe(true);
    expect(left).toBeGreaterThan(0);
    await answer(id, asked);
    const after = await detailsOf(id);
    expect(Date.parse(after.replyDueAt ?? '') - Date.parse(replyDueAt ?? '')).toBe(2 * 24 * 3_600_000);
    expect((await get(`/quote-desk/${id}`, sales)).data).toMatchObject({
      minutesLeft: left,
      isWaiting: false,
    });
  });

  test('does not pause the deadline if it is asked by the customer or among staff', async () => {
    const id = await order();
    await post(id, { kind: 'question' });
    await say(id, { kind: 'question', audience: 'staff' });
    expect((await detailsOf(id)).waitingSince).toBeNull();
    expect((await threadOf(id)).open).toHaveLength(1);
    expect((await allOf(id)).open).toHaveLength(2);
  });

  test('asked internally gets internal answers only', async () => {
    const id = await order();
    const asked = ((await say(id, { kind: 'question', audience: 'staff' })).data as OrderMessage).id;
    await say(id, { kind: 'answer', answersId: asked, text: '内部答复' });
    expect((await threadOf(id)).count).toBe(0);
    expect((await answer(id, asked)).status).toBe(400);
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

  test('reach the other side, not the author', async () => {
    const id = await order();
    const { orderNo } = await detailsOf(id);
    const asked = await ask(id);
    await answer(id, asked);
    await post(id, { text: '另外请尽快' }, colleague);
    expect(await notificationsOf(id, customer)).toEqual([
      [`订单 ${orderNo} 有问题等待您答复`, '螺纹是 M6 吗？'],
      [`订单 ${orderNo} 有新消息`, '另外请尽快'],
    ]);
    expect((await notificationsOf(id, sales)).map(([, body]) => body)).toEqual(['是的', '另外请尽快']);
    expect(await notificationsOf(id, colleague)).toEqual([]);
    expect(await notificationsOf(id, worker)).toEqual([]);
  });
});
