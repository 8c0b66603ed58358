import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import type { Solution } from '#contract/orders/quotes.ts';
import { orders } from '#server/db/schema.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import { buildOrder, place } from '#tests/support/data/quotations.ts';
import { startDesk } from './quote-desk.test-data.ts';

const HOUR_MS = 3_600_000;
const { app, item, customer, engineer, colleague, request, get, listOf, own, waysOf } = await startDesk();
afterAll(() => app.close());
const due = (id: number, replyDueAt: Date) =>
  app.database.db.update(orders).set({ replyDueAt }).where(eq(orders.id, id));

describe('the queue', () => {
  test('lists requests by due time, with the working time left', async () => {
    const [later, late] = [await request(), await request()];
    await due(late, new Date(Date.now() - 30 * 24 * HOUR_MS));
    const list = await listOf();
    const ids = list.map(({ id }) => id);
    expect(ids.indexOf(late)).toBeLessThan(ids.indexOf(later));
    expect(list.find(({ id }) => id === late)?.minutesLeft).toBeLessThan(0);
    expect(list.find(({ id }) => id === later)?.minutesLeft).toBeGreaterThanOrEqual(0);
    expect((await listOf('&due=late')).map(({ id }) => id)).toEqual([late]);
    expect((await get('/quote-desk/counts')).data).toMatchObject({ late: 1, all: ids.length });
  });

  test('omits orders that are no longer requests', async () => {
    const id = await request();
    const offer = { lines: [], version: 1 };
    await app.send('POST', `/order/${id}/offer`, { token: engineer.token, body: offer });
    expect((await listOf()).map((one) => one.id)).not.toContain(id);
    expect((await get(`/quote-desk/${id}`)).status).toBe(404);
    expect((await own(id, null)).status).toBe(404);
  });

  test('is closed to customers, and to staff outside their data scope', async () => {
    const id = await request();
    const clerk = await addPerson(app, {
      permissions: ['mfr:quote:price'],
      isStaff: true,
      dataScope: '5',
    });
    expect((await get('/quote-desk', customer)).status).toBe(403);
    expect(await listOf('', clerk)).toEqual([]);
    expect((await get('/quote-desk/counts', clerk)).data).toEqual({
      all: 0,
      mine: 0,
      free: 0,
      late: 0,
      waiting: 0,
    });
    for (const path of [`/quote-desk/${id}`, `/quote-desk/${id}/similar/1`]) {
      expect((await get(path, clerk)).status).toBe(404);
    }
    expect((await waysOf(id, 1, { goal: 'saving' }, clerk)).status).toBe(404);
    expect((await own(id, null, 'me', clerk)).status).toBe(404);
  });
});

describe('an owner', () => {
  test('can take and release a request, and is shown to others', async () => {
    const id = await request();
    expect((await own(id, null)).data).toMatchObject({ ownerId: engineer.userId });
    expect((await listOf('&owner=mine')).map((one) => one.id)).toContain(id);
    expect((await listOf('&owner=others', colleague)).map((one) => one.id)).toContain(id);
    expect((await listOf('&owner=free')).map((one) => one.id)).not.toContain(id);
    expect((await own(id, engineer.userId, 'none')).data).toMatchObject({ ownerId: null, ownerName: '' });
  });

  test('gets a conflict when a colleague was faster, and can then take over', async () => {
    const id = await request();
    await own(id, null, 'me', colleague);
    const refused = await own(id, null);
    expect(refused).toMatchObject({ status: 409, error: 'record.changed' });
    expect(refused.data).toMatchObject({ id, ownerId: colleague.userId });
    expect((await own(id, colleague.userId)).data).toMatchObject({ ownerId: engineer.userId });
  });

  test('is only one of ten simultaneous callers', async () => {
    const id = await request();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => own(id, null, 'me', n % 2 === 0 ? engineer : colleague)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  });

  test('is not shown to the customer', async () => {
    const id = await request();
    await own(id, null);
    const seen = await get(`/order/${id}/withExt`, customer);
    expect(JSON.stringify(seen.data)).not.toContain('owner');
  });
});

test('savings of a line are single changes at current prices, without variants that need a review', async () => {
  const id = await request();
  const { data, status } = await waysOf(id, 1, { goal: 'saving' });
  expect(status).toBe(200);
  const { now, proposals } = data as Solution;
  for (const { price_change: change, sub_total: amount, changes } of proposals) {
    expect(changes).toHaveLength(1);
    expect(amount).toBeCloseTo(now!.sub_total + change, 6);
    expect(change).toBeLessThan(0);
  }
  expect(
    await app.send('POST', '/quote/solve', { token: customer.token, body: { item, goal: 'saving' } }),
  ).toMatchObject({ data });
  expect((await waysOf(id, 2, { goal: 'saving' })).status).toBe(404);
  expect((await waysOf(id, 1, { goal: 'saving' }, customer)).status).toBe(403);
});

describe('a request on behalf of a customer', () => {
  const ask = async (forUserId: number, who: Person = engineer, status = 'requested') => {
    const body = { ...(await buildOrder(app, who, [item], { status: 'requested' })), status, forUserId };
    return place(app, who, body);
  };

  test('belongs to the customer and has the customer’s prices', async () => {
    const seller = await addPerson(app, {
      permissions: ['mfr:quote:add', 'mfr:order:add', 'mfr:order:query', 'mfr:quote:price'],
      isStaff: true,
      dataScope: '1',
    });
    const answer = await ask(customer.userId, seller);
    expect(answer.status, answer.msg).toBe(200);
    const id = Number(answer.data);
    const seen = (await get(`/order/${id}/withExt`, customer)).data as OrderWithExt;
    expect(seen).toMatchObject({ status: 'requested', userId: customer.userId });
    expect((await listOf()).map((one) => one.id)).toContain(id);
    const found = (await get(`/quote-desk/customers?text=${customer.username}`, seller)).data;
    expect(found).toMatchObject([{ userId: customer.userId, username: customer.username }]);
  });

  test('is refused without the permission, for staff, for unknown users and for orders', async () => {
    const seller = await addPerson(app, {
      permissions: ['mfr:quote:add', 'mfr:order:add', 'mfr:quote:price'],
      isStaff: true,
      dataScope: '1',
    });
    expect((await ask(engineer.userId, customer)).status).toBe(403);
    for (const id of [colleague.userId, seller.userId, 999_999]) {
      const refused = await ask(id, seller);
      expect(refused).toMatchObject({ status: 400, errors: { forUserId: '没有这个客户' } });
    }
    for (const status of ['quoted', 'placed']) {
      expect((await ask(customer.userId, seller, status)).status).toBe(400);
    }
    const narrow = await addPerson(app, {
      permissions: ['mfr:quote:add', 'mfr:order:add', 'mfr:quote:price'],
      isStaff: true,
      dataScope: '5',
    });
    expect((await ask(customer.userId, narrow)).status).toBe(400);
    expect((await get('/quote-desk/customers?text=', narrow)).data).toEqual([]);
  });

  test('can be reassigned to another customer until an offer is made, with its models and counts', async () => {
    const { deptId: company } = await addDept(app);
    const right = await addPerson(app, { roleKey: 'customer', deptId: company });
    const id = await request();
    const give = (version: number, forUserId = right.userId, who = engineer) =>
      app.send('POST', `/order/${id}/customer`, { token: who.token, body: { forUserId, version } });
    const seenBy = async (who: Person) => (await get('/order/counts', who)).data as Record<string, number>;
    const before = await seenBy(customer);
    expect((await give(1, right.userId, customer)).status).toBe(403);
    expect((await give(1, colleague.userId)).errors).toEqual({ forUserId: '没有这个客户' });
    expect((await give(1, customer.userId)).status).toBe(400);
    expect(await give(1)).toMatchObject({ status: 200, data: { userId: right.userId, deptId: company } });
    expect((await give(1)).error).toBe('record.changed');
    expect((await get(`/order/${id}`, customer)).status).toBe(404);
    expect((await seenBy(customer))['requested'] ?? 0).toBe((before['requested'] ?? 0) - 1);
    expect(await seenBy(right)).toMatchObject({ requested: 1 });
    const seen = (await get(`/order/${id}/withExt`, right)).data as OrderWithExt;
    expect(seen.customer.username).toBe(right.username);
    expect(seen.history.map(({ reason }) => reason).join()).not.toContain('更正客户');
    expect((await get('/notification', right)).data).toMatchObject({
      list: [{ title: `询价 ${seen.orderNo} 已转入您的账号` }],
    });
    const offer = { lines: [], version: seen.version };
    await app.send('POST', `/order/${id}/offer`, { token: engineer.token, body: offer });
    expect((await give(seen.version + 1, customer.userId)).error).toBe('order.not_requested');
  });
});
