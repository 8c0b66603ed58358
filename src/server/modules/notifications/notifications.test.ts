import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatYuan } from '#domain/money.ts';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import type { Notification } from '#contract/system/notifications.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { mailOutbox, notifications, orders } from '#server/db/schema.ts';
import { loadGrant } from '#server/modules/access/access.service.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, listOf, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { announcePlacedOrders, beginAnnouncing } from './announce-orders.ts';
import { remindOfExpiry } from '#server/modules/orders/offering/expiring-quotations.ts';
import { createNotifier } from './notifications.service.ts';
import { insertStaffNotifications } from './insert-notifications.queries.ts';

let app: TestApp;
let item: QuotationItem;
let customer: Person;
let clerk: Person;
let colleague: Person;
beforeAll(async () => {
  app = await createTestApp({ mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'quote@example.com' } });
  await beginAnnouncing(app.database.db);
  item = buildItem(await readCatalogue(app));
  const { deptId } = await addDept(app);
  customer = await addPerson(app, {
    roleKey: 'customer',
    deptId,
    user: { nickName: '张工', email: 'zhang@example.com' },
  });
  const shop = { permissions: shopCodes, isStaff: true };
  clerk = await addPerson(app, { ...shop, dataScope: '2', scopeDeptIds: [deptId] });
  colleague = await addPerson(app, { ...shop, dataScope: '1' });
});
afterAll(() => app.close());

const shopCodes = ['query', 'move', 'handle', 'edit', 'message'].map((action) => `mfr:order:${action}`);

async function placeFor(who: Person, status: 'placed' | 'quoted' = 'placed'): Promise<number> {
  const body = await buildOrder(app, { token: who.token }, [item], { status });
  return Number((await place(app, { token: who.token }, body)).data);
}

const notificationsOf = async ({ token }: Person, query = ''): Promise<Notification[]> =>
  listOf(await app.send('GET', `/notification?pageSize=100${query}`, { token }));
const notificationsAbout = async (who: Person, orderId: number) =>
  (await notificationsOf(who)).filter((notification) => notification.orderId === orderId);
const move = (who: Person, orderId: number, to: string, version: number, reason = '') =>
  app.send('POST', `/order/${orderId}/move`, { token: who.token, body: { to, reason, version } });

describe('an order', () => {
  test('notifies once when placed: only staff who handle orders and see this one, not its customer', async () => {
    const stranger = await addPerson(app, { permissions: shopCodes, dataScope: '5' });
    const orderId = await placeFor(customer);
    await announcePlacedOrders(app.database, new Date());
    await announcePlacedOrders(app.database, new Date());
    for (const who of [clerk, colleague]) {
      expect(await notificationsAbout(who, orderId)).toMatchObject([
        { kind: 'order_placed', title: expect.stringMatching(/^新订单 Q/), readAt: null },
      ]);
    }
    expect((await notificationsAbout(clerk, orderId))[0]?.body).toContain('张工');
    for (const who of [customer, stranger]) expect(await notificationsAbout(who, orderId)).toEqual([]);
  });

  test('with a requested offer notifies with the reason before the parts', async () => {
    const orderId = await placeFor(customer, 'quoted');
    await move(customer, orderId, 'requested', 1, '能否 800 元以内？');
    const [asked] = await notificationsAbout(clerk, orderId);
    expect(asked?.kind).toBe('order_requested');
    expect(asked?.body.split('\n').slice(0, 2)).toEqual([
      expect.stringMatching(/请您报价，1 种 \d+ 件。$/),
      '询价说明：能否 800 元以内？',
    ]);
  });

  test('that is quoted notifies the shop only when its customer places it', async () => {
    const orderId = await placeFor(customer, 'quoted');
    await announcePlacedOrders(app.database, new Date());
    expect(await notificationsAbout(clerk, orderId)).toEqual([]);
    expect((await move(customer, orderId, 'placed', 1)).status).toBe(200);
    expect(await notificationsAbout(clerk, orderId)).toMatchObject([{ kind: 'order_placed' }]);
    expect(await notificationsAbout(customer, orderId)).toEqual([]);
  });

  test('moved by staff notifies its customer with the reason, in inbox and mail', async () => {
    const orderId = await placeFor(customer);
    await move(clerk, orderId, 'confirmed', 1, '已排产');
    await move(clerk, orderId, 'cancelled', 2, '材料缺货');
    const [last, first] = await notificationsAbout(customer, orderId);
    expect(first).toMatchObject({ kind: 'order_moved', title: expect.stringContaining('已确认') });
    expect(first?.body).toBe('状态由“待确认”变为“已确认”。\n已排产');
    expect(last?.body).toBe('状态由“已确认”变为“已取消”。\n原因：材料缺货');
    expect(await notificationsAbout(clerk, orderId)).toEqual([]);
    const mails = await app.database.db
      .select()
      .from(mailOutbox)
      .where(eq(mailOutbox.recipient, 'zhang@example.com'));
    expect(mails.at(-1)).toMatchObject({ sentAt: null, tries: 0 });
    expect(mails.at(-1)?.subject).toMatch(/^订单 Q[\d-]+ 已取消 - /);
    expect(mails.at(-1)?.body).toContain(`https://quote.test/order/details/${orderId}`);
  });

  test('cancelled by its customer notifies staff', async () => {
    const orderId = await placeFor(customer);
    await move(customer, orderId, 'cancelled', 1, '不要了');
    const [notification] = await notificationsAbout(colleague, orderId);
    expect(notification).toMatchObject({ kind: 'order_moved', title: expect.stringContaining('取消了订单') });
    expect(notification?.body).toContain('原因：不要了');
  });

  test('whose move is refused notifies no one', async () => {
    const orderId = await placeFor(customer);
    expect((await move(clerk, orderId, 'confirmed', 9)).status).toBe(409);
    expect(await notificationsAbout(customer, orderId)).toEqual([]);
  });

  test('with a changed date notifies its customer', async () => {
    const orderId = await placeFor(customer);
    const promisedDate = dayText(dayNumber(new Date()) + 60);
    const body = { staffNote: '', promisedDate, reason: '设备检修', version: 1 };
    expect((await app.send('POST', `/order/${orderId}/shop`, { token: clerk.token, body })).status).toBe(200);
    const [notification] = await notificationsAbout(customer, orderId);
    expect(notification).toMatchObject({
      kind: 'date_moved',
      title: expect.stringContaining(`改为 ${promisedDate}`),
    });
    expect(notification?.body).toContain('原因：设备检修');
  });

  test('with a new message notifies its customer', async () => {
    const orderId = await placeFor(customer);
    const body = { kind: 'note', audience: 'customer', text: '图纸第 2 页看不清，请重传。\n谢谢' };
    const url = `/order/${orderId}/staff-message`;
    expect(await app.send('POST', url, { token: clerk.token, body })).toMatchObject({ status: 200 });
    expect(await notificationsAbout(customer, orderId)).toMatchObject([
      { kind: 'order_message', body: body.text },
    ]);
  });
});

describe('a quotation', () => {
  test('revised by staff notifies its customer with price and validity; the customer’s own edit does not', async () => {
    const seller = await addPerson(app, { permissions: [...shopCodes, 'mfr:order:add'], dataScope: '1' });
    const orderId = await placeFor(customer, 'quoted');
    const revise = async (who: Person, num: number, version: number) => {
      const items = [{ ...item, num }];
      const { price } = await buildOrder(app, { token: customer.token }, items);
      const body = { items, price, version };
      return app.send('PUT', `/order/${orderId}`, { token: who.token, body });
    };
    expect((await revise(customer, 20, 1)).status).toBe(200);
    expect((await revise(seller, 30, 1)).status).toBe(409);
    expect(await notificationsAbout(customer, orderId)).toEqual([]);
    const revised = await revise(seller, 30, 2);
    expect(revised.status).toBe(200);
    const { price, validUntil } = revised.data as { price: string; validUntil: string };
    const [notification, ...others] = await notificationsAbout(customer, orderId);
    expect(others).toEqual([]);
    expect(notification).toMatchObject({
      kind: 'quotation_revised',
      title: expect.stringContaining('第 3 版'),
    });
    expect(notification?.body).toContain(formatYuan(price));
    const day = new Date(Date.parse(validUntil) + 8 * 3_600_000).toISOString().slice(0, 10);
    expect(notification?.body).toContain(`有效期至 ${day}。`);
    expect(await notificationsAbout(clerk, orderId)).toEqual([]);
  });

  const notifier = createNotifier({ hasMail: true, origin: 'https://quote.test' });

  test('about to expire notifies once per revision, unless placed or cancelled', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 4; i += 1) ids.push(await placeFor(customer, 'quoted'));
    const [due = 0, placed = 0, cancelled = 0, later = 0] = ids;
    const now = new Date('2031-01-01T00:00:00Z');
    const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
    const { db } = app.database;
    await db
      .update(orders)
      .set({ validUntil: inHours(900) })
      .where(eq(orders.status, 'quoted'));
    for (const id of [due, placed, cancelled])
      await db
        .update(orders)
        .set({ validUntil: inHours(47) })
        .where(eq(orders.id, id));
    await db
      .update(orders)
      .set({ validUntil: inHours(49) })
      .where(eq(orders.id, later));
    await db.update(orders).set({ status: 'placed' }).where(eq(orders.id, placed));
    await db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, cancelled));

    const stopped = remindOfExpiry(app.database, notifier, now, AbortSignal.abort(new Error('stops')));
    await expect(stopped).rejects.toThrow('stops');
    const runs = await Promise.all([1, 2, 3].map(() => remindOfExpiry(app.database, notifier, now)));
    expect(runs.reduce((sum, count) => sum + count)).toBe(1);
    expect(await notificationsAbout(customer, due)).toMatchObject([{ kind: 'quotation_expiring' }]);
    for (const id of [placed, cancelled, later]) expect(await notificationsAbout(customer, id)).toEqual([]);
    expect(await remindOfExpiry(app.database, notifier, now)).toBe(0);

    await db.update(orders).set({ revision: 2 }).where(eq(orders.id, due));
    expect(await remindOfExpiry(app.database, notifier, inHours(0.5))).toBe(1);
    await db
      .update(orders)
      .set({ validUntil: inHours(-1) })
      .where(eq(orders.id, later));
    expect(await remindOfExpiry(app.database, notifier, now)).toBe(0);
  });
});

describe('placed orders', () => {
  beforeEach(() => announcePlacedOrders(app.database, new Date()));

  test('are announced once each by several processes', async () => {
    const body = await buildOrder(app, { token: customer.token }, [item]);
    const placing = Promise.all(
      Array.from({ length: 40 }, () => place(app, { token: customer.token }, body)),
    );
    let announced = 0;
    const state = { isPlacing: true };
    void placing.then(() => (state.isPlacing = false));
    while (state.isPlacing) {
      const runs = await Promise.all([1, 2].map(() => announcePlacedOrders(app.database, new Date())));
      announced += runs.reduce((sum, count) => sum + count);
    }
    const ids = (await placing).map(({ data }) => Number(data));
    while (announced < ids.length) announced += await announcePlacedOrders(app.database, new Date());
    const notified = (await notificationsOf(clerk))
      .map(({ orderId }) => Number(orderId))
      .filter((id) => ids.includes(id));
    expect(notified).toHaveLength(ids.length);
    expect(new Set(notified)).toEqual(new Set(ids));
  });

  test('in an open transaction are announced after it commits', async () => {
    const orderId = await placeFor(customer);
    await announcePlacedOrders(app.database, new Date());
    const slow = await app.database.pool.connect();
    await slow.query('begin');
    await slow.query(
      `insert into order_history (order_id, to_status, user_id, user_name) values (${orderId}, 'placed', 1, 'x')`,
    );
    const late = await placeFor(customer);
    const announcing = announcePlacedOrders(app.database, new Date());
    await slow.query('commit');
    slow.release();
    expect(await announcing).toBe(2);
    expect(await notificationsAbout(clerk, late)).toHaveLength(1);
  });
});

test('notified staff are the users who can handle orders and see this one', async () => {
  const { db } = app.database;
  const top = await addDept(app);
  const below = await addDept(app, top);
  const other = await addDept(app);
  const owner = await addPerson(app, { roleKey: 'customer', deptId: below.deptId });
  const orderId = await placeFor(owner);
  const near = ['mfr:order:handles', 'mfr:order:*', 'mfr:order:query'];
  const people: Person[] = [];
  for (const dataScope of ['1', '2', '3', '4', '5', '', '6']) {
    for (const { deptId } of [top, below, other]) {
      for (const permissions of [['mfr:order:handle'], near, ['*:*:*']]) {
        people.push(
          await addPerson(app, { permissions, dataScope, deptId, scopeDeptIds: [top.deptId, below.deptId] }),
        );
      }
    }
  }
  const sells = { permissions: ['mfr:order:handle'], dataScope: '6', deptId: other.deptId };
  const seller = await addPerson(app, sells);
  await db.execute(sql`update sys_dept set salesperson_id = ${seller.userId} where dept_id = ${top.deptId}`);
  people.push(seller, await addPerson(app, { roleKey: 'admin' }), await addPerson(app, { roleKey: 'sales' }));
  people.push(
    await addPerson(app, { permissions: ['mfr:order:handle'], user: { status: '1' }, dataScope: '1' }),
  );
  const expected: number[] = [];
  for (const { userId } of people.slice(0, -1)) {
    const { rows } = await db.execute<{ deptId: number | null }>(
      sql`select dept_id as "deptId" from sys_user where user_id = ${userId}`,
    );
    const { permissions, scope } = await loadGrant(db, userId, rows[0]?.deptId ?? null);
    const handles = permissions.has('mfr:order:handle') || permissions.has('*:*:*');
    if (handles && (scope.all || scope.deptIds.includes(below.deptId))) expected.push(userId);
  }
  const notification = {
    kind: 'order_placed',
    title: 't',
    body: 'b',
    orderId,
    exceptUserId: owner.userId,
  } as const;
  const recipients = (await insertStaffNotifications(db, [notification], new Date())).map(
    ({ userId }) => userId,
  );
  const ours = new Set(people.map(({ userId }) => userId));
  expect(new Set(recipients.filter((id) => ours.has(id)))).toEqual(new Set(expected));
  expect(new Set(recipients).size).toBe(recipients.length);
  expect(expected.length).toBeGreaterThan(6);
  expect(expected).toContain(seller.userId);
});

describe('the inbox', () => {
  test('lists, counts and marks only the caller’s notifications', async () => {
    const mine = await addPerson(app);
    const other = await addPerson(app);
    const { db } = app.database;
    const rows = await db
      .insert(notifications)
      .values(
        [mine, mine, other].map(({ userId }, at) => ({
          userId,
          kind: 'staff_note',
          title: `${at}`,
          body: '',
          createdAt: new Date(),
        })),
      )
      .returning({ id: notifications.id });
    const ids = rows.map(({ id }) => id);
    expect((await notificationsOf(mine)).map(({ title }) => title)).toEqual(['1', '0']);
    const marked = await app.send('POST', '/notification/read', { token: mine.token, body: { ids } });
    expect(marked.data).toEqual({ unread: 0 });
    expect((await app.send('GET', '/notification/unread', { token: other.token })).data).toEqual({
      latest: { id: ids[2], title: '2' },
      unread: 1,
    });
    expect(await notificationsOf(mine, '&unread=true')).toEqual([]);
    expect(await notificationsOf(mine, '&unread=false')).toHaveLength(2);
    expect(await notificationsOf(other, '&unread=true')).toHaveLength(1);
    const all = await app.send('POST', '/notification/read-all', { token: other.token });
    expect(all.data).toEqual({ unread: 0 });
  });
});
