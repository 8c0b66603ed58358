import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order, OrderWithExt } from '#contract/orders/order-data.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { materials, orderHistory } from '#server/db/schema.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, listOf, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let item: QuotationItem;
let customer: Person;
let staff: Person;
beforeAll(async () => {
  app = await createTestApp();
  item = buildItem(await readCatalogue(app));
  customer = await addPerson(app, { roleKey: 'customer' });
  staff = await addPerson(app, {
    permissions: ['mfr:order:list', 'mfr:order:query', 'mfr:order:move', 'mfr:order:handle'],
    isStaff: true,
    dataScope: '1',
  });
});
afterAll(() => app.close());

async function newOrder(who: Person = customer, status: 'quoted' | 'placed' = 'placed'): Promise<number> {
  const answer = await place(
    app,
    { token: who.token },
    await buildOrder(app, { token: who.token }, [item], { status }),
  );
  if (answer.status !== 200) throw new Error(answer.msg);
  return Number(answer.data);
}

const move = (who: Person, id: number, body: object) =>
  app.send('POST', `/order/${id}/move`, { token: who.token, body });

const historyOf = (id: number) =>
  app.database.db.select().from(orderHistory).where(eq(orderHistory.orderId, id)).orderBy(orderHistory.id);

describe('moves', () => {
  test('record user, time and reason in the history', async () => {
    const id = await newOrder();
    await move(staff, id, { to: 'confirmed', version: 1 });
    const refused = await move(staff, id, { to: 'cancelled', version: 2, reason: '  ' });
    expect(refused).toMatchObject({
      status: 422,
      error: 'order.reason_required',
      errors: { reason: '请填写原因' },
    });
    await move(staff, id, { to: 'cancelled', version: 2, reason: '材料缺货' });
    expect(await historyOf(id)).toMatchObject([
      { from: null, to: 'placed', userId: customer.userId },
      { from: 'placed', to: 'confirmed', userId: staff.userId, reason: '' },
      { from: 'confirmed', to: 'cancelled', userId: staff.userId, reason: '材料缺货' },
    ]);
  });

  test('with a stale version are refused with the current version of the order', async () => {
    const id = await newOrder();
    await move(staff, id, { to: 'confirmed', version: 1 });
    const answer = await move(staff, id, { to: 'producing', version: 1 });
    expect(answer).toMatchObject({
      status: 409,
      error: 'record.changed',
      data: { id, status: 'confirmed', version: 2 },
    });
    expect(await historyOf(id)).toHaveLength(2);
  });

  test('of an expired quotation include cancelling, but not placing', async () => {
    const id = await newOrder(customer, 'quoted');
    const { validUntil } = (await app.send('GET', `/order/${id}`, { token: customer.token })).data as Order;
    app.setNow(new Date(Date.parse(validUntil) + 1));
    const seen = (await app.send('GET', `/order/${id}/withExt`, { token: customer.token }))
      .data as OrderWithExt;
    expect(seen).toMatchObject({
      isExpired: true,
      moves: [
        { to: 'requested', needsReason: true },
        { to: 'cancelled', needsReason: false },
      ],
    });
    expect(await move(customer, id, { to: 'placed', version: 1 })).toMatchObject({
      status: 409,
      error: 'order.expired',
    });
    expect(await move(customer, id, { to: 'cancelled', version: 1 })).toMatchObject({ status: 200 });
    app.setNow(undefined);
  });

  test('from quotation to order set the promised date from the day of placing', async () => {
    app.setNow(new Date('2027-03-01T02:00:00Z'));
    const id = await newOrder(customer, 'quoted');
    const today = await newOrder(customer, 'placed');
    app.setNow(new Date('2027-03-08T02:00:00Z'));
    const later = await newOrder(customer, 'placed');
    await move(customer, id, { to: 'placed', version: 1 });
    const read = async (orderId: number) =>
      (await app.send('GET', `/order/${orderId}`, { token: customer.token })).data as Order;
    const [moved, early, late] = [await read(id), await read(today), await read(later)];
    expect(moved.promisedDate).toBe(late.promisedDate);
    expect(moved.promisedDate).not.toBe(early.promisedDate);
    expect(moved.placedAt).toBe('2027-03-08T02:00:00.000Z');
    app.setNow(undefined);
  });

  test('from quotation to order keep a date set by staff unless it has passed', async () => {
    app.setNow(new Date('2027-03-01T02:00:00Z'));
    const [kept, passed, revised] = await Promise.all([1, 2, 3].map(() => newOrder(customer, 'quoted')));
    const read = async (id: number) =>
      (await app.send('GET', `/order/${id}`, { token: customer.token })).data as Order;
    const agree = async (id: number, promisedDate: string) => {
      const { version } = await read(id);
      const body = { staffNote: '', promisedDate, reason: '客户要求', version };
      const saved = await app.send('POST', `/order/${id}/shop`, { as: 'admin', body });
      expect(saved).toMatchObject({ status: 200 });
    };
    await agree(kept!, '2027-05-20');
    await agree(passed!, '2027-03-02');
    await agree(revised!, '2027-05-20');
    const document = await app.send('GET', `/order/${kept}/document`, { token: customer.token });
    expect(document.data).toMatchObject({ snapshot: { promisedDate: '2027-05-20' } });
    const { items, price } = await buildOrder(app, { token: customer.token }, [item]);
    const body = { items, price, version: (await read(revised!)).version };
    const saved = await app.send('PUT', `/order/${revised}`, { token: customer.token, body });
    expect(saved).toMatchObject({ status: 200 });

    app.setNow(new Date('2027-03-08T02:00:00Z'));
    const usual = (await read(await newOrder(customer, 'placed'))).promisedDate;
    for (const id of [kept!, passed!, revised!]) {
      const { version } = await read(id);
      expect(await move(customer, id, { to: 'placed', version })).toMatchObject({ status: 200 });
    }
    const dates = await Promise.all(
      [kept!, passed!, revised!].map(async (id) => (await read(id)).promisedDate),
    );
    expect(dates).toStrictEqual(['2027-05-20', usual, usual]);
    app.setNow(undefined);
  });

  test('are offered only to permitted users', async () => {
    const id = await newOrder();
    const reader = await addPerson(app, { permissions: ['mfr:order:query'], isStaff: true, dataScope: '1' });
    const movesFor = async ({ token }: Person) =>
      ((await app.send('GET', `/order/${id}/withExt`, { token })).data as OrderWithExt).moves.map(
        ({ to }) => to,
      );
    expect(await movesFor(customer)).toStrictEqual(['cancelled']);
    expect(await movesFor(staff)).toStrictEqual(['confirmed', 'cancelled']);
    expect(await movesFor(reader)).toStrictEqual([]);
  });

  test('are not offered to staff to whom the endpoint refuses them', async () => {
    const id = await newOrder();
    const handler = await addPerson(app, {
      permissions: ['mfr:order:query', 'mfr:order:handle'],
      isStaff: true,
      dataScope: '1',
    });
    const { data } = await app.send('GET', `/order/${id}/withExt`, { token: handler.token });
    expect((data as OrderWithExt).moves).toStrictEqual([]);
    expect(await move(handler, id, { to: 'confirmed', version: 1 })).toMatchObject({ status: 403 });
  });
});

describe("another customer's order", () => {
  test('is not found by any call', async () => {
    const id = await newOrder();
    const other = await addPerson(app, { roleKey: 'customer' });
    const headers = { 'x-request-id': 'same-for-both' };
    const before = await historyOf(id);
    for (const suffix of ['', '/withExt']) {
      const theirs = await app.send('GET', `/order/${id}${suffix}`, { token: other.token, headers });
      const missing = await app.send('GET', `/order/987654${suffix}`, { token: other.token, headers });
      expect({ ...theirs, headers: {} }).toStrictEqual({ ...missing, headers: {} });
      expect(theirs.status).toBe(404);
    }
    const body = { to: 'cancelled', version: 1 };
    expect(await move(other, id, body)).toMatchObject({ status: 404, error: 'record.not_found', data: null });
    expect(await historyOf(id)).toStrictEqual(before);
  });

  test('is not in any list, with any filter', async () => {
    const id = await newOrder();
    const other = await addPerson(app, { roleKey: 'customer' });
    const { orderNo } = (await app.send('GET', `/order/${id}`, { token: customer.token })).data as Order;
    for (const query of [
      '',
      `orderNo=${orderNo}`,
      `username=${customer.username}`,
      'status=placed',
      'pageSize=1000',
    ]) {
      expect((await app.send('GET', `/order?${query}`, { token: other.token })).data).toMatchObject({
        list: [],
        count: 0,
      });
    }
    for (const query of [`userId=${customer.userId}`, 'customerId=1', 'filter=1', 'scope=1', 'own=false']) {
      expect(await app.send('GET', `/order?${query}`, { token: other.token })).toMatchObject({ status: 400 });
    }
  });
});

describe('the data scope of a role', () => {
  test('1 sees all, 2 chosen departments, 3 its own, 4 its own and below, 5 its own orders, anything else nothing', async () => {
    const top = await addDept(app);
    const below = await addDept(app, top);
    const aside = await addDept(app);
    const buyers = [
      await addPerson(app, { roleKey: 'customer', deptId: top.deptId }),
      await addPerson(app, { roleKey: 'customer', deptId: below.deptId }),
      await addPerson(app, { roleKey: 'customer', deptId: aside.deptId }),
    ];
    const ids: number[] = [];
    for (const buyer of buyers) ids.push(await newOrder(buyer));
    const permissions = [
      'mfr:order:list',
      'mfr:order:query',
      'mfr:order:move',
      'mfr:order:handle',
      'mfr:order:add',
      'mfr:quote:add',
    ];
    const seenWith = async (dataScope: string, deptId: number | null, scopeDeptIds: number[] = []) => {
      const who = await addPerson(app, { permissions, isStaff: true, dataScope, deptId, scopeDeptIds });
      const listed = listOf<Order>(await app.send('GET', '/order?pageSize=1000', { token: who.token })).map(
        ({ id }) => id,
      );
      const opened: number[] = [];
      for (const id of ids) {
        const one = await app.send('GET', `/order/${id}/withExt`, { token: who.token });
        // A stale version distinguishes an order that is found from one that is not.
        const moved = await move(who, id, { to: 'confirmed', version: 99 });
        expect([one.status, moved.status]).toStrictEqual(one.status === 200 ? [200, 409] : [404, 404]);
        if (one.status === 200) opened.push(id);
      }
      expect(listed.filter((id) => ids.includes(id)).toSorted((a, b) => a - b)).toStrictEqual(opened);
      return opened.map((id) => ids.indexOf(id));
    };
    expect(await seenWith('1', null)).toStrictEqual([0, 1, 2]);
    expect(await seenWith('2', top.deptId, [below.deptId, aside.deptId])).toStrictEqual([1, 2]);
    expect(await seenWith('2', top.deptId)).toStrictEqual([]);
    expect(await seenWith('3', top.deptId)).toStrictEqual([0]);
    expect(await seenWith('4', top.deptId)).toStrictEqual([0, 1]);
    expect(await seenWith('4', below.deptId)).toStrictEqual([1]);
    expect(await seenWith('3', null)).toStrictEqual([]);
    expect(await seenWith('5', top.deptId)).toStrictEqual([]);
    expect(await seenWith('', top.deptId)).toStrictEqual([]);
    expect(await seenWith('9', top.deptId)).toStrictEqual([]);
    expect(await seenWith('5', null)).toStrictEqual([]);
  });
});

describe('the list', () => {
  test('filters, sorts and pages', async () => {
    const buyer = await addPerson(app, { roleKey: 'customer' });
    const ids: number[] = [];
    for (const day of [1, 2, 3, 4, 5]) {
      app.setNow(new Date(`2027-04-0${day}T02:00:00Z`));
      ids.push(await newOrder(buyer, day % 2 === 0 ? 'quoted' : 'placed'));
    }
    app.setNow(undefined);
    const list = async (query: string) => {
      const answer = await app.send('GET', `/order?${query}`, { token: buyer.token });
      return {
        ids: listOf<Order>(answer).map(({ id }) => id),
        count: (answer.data as { count: number }).count,
      };
    };
    const newestFirst = ids.toReversed();
    expect(await list('')).toStrictEqual({ ids: newestFirst, count: 5 });
    expect(await list('idOrder=asc&pageSize=2&pageIndex=2')).toStrictEqual({
      ids: ids.slice(2, 4),
      count: 5,
    });
    expect(await list('status=quoted')).toStrictEqual({ ids: [ids[3], ids[1]], count: 2 });
    expect(await list('beginTime=2027-04-02&endTime=2027-04-03 23:59:59')).toStrictEqual({
      ids: [ids[2], ids[1]],
      count: 2,
    });
    expect(await list('beginTime=2027-04-02&endTime=2027-04-03')).toStrictEqual({
      ids: [ids[2], ids[1]],
      count: 2,
    });
    expect(await list('orderNo=q20270404')).toStrictEqual({ ids: [ids[3]], count: 1 });
    for (const wildcard of ['%25', '_', '%5C', "'"]) {
      expect(await list(`orderNo=${wildcard}`)).toStrictEqual({ ids: [], count: 0 });
      expect(await list(`materialName=${wildcard}`)).toStrictEqual({ ids: [], count: 0 });
    }
    const material = (
      await app.database.db.select().from(materials).where(eq(materials.id, item.material))
    )[0]!;
    expect((await list(`materialName=${encodeURIComponent(material.name.slice(1))}`)).count).toBe(5);
  });

  test('lists an order from the last second of a day only on that day, also in the export', async () => {
    const buyer = await addPerson(app, { roleKey: 'customer' });
    app.setNow(new Date('2027-05-02T15:59:59.300Z'));
    const id = await newOrder(buyer, 'placed');
    app.setNow(undefined);
    const [day, next] = ['02', '03'].map(
      (day) => `beginTime=2027-05-${day} 00:00:00&endTime=2027-05-${day} 23:59:59`,
    );
    const list = async (query = '') =>
      listOf<Order>(await app.send('GET', `/order?${query}`, { token: buyer.token })).map((row) => row.id);
    expect([await list(day), await list(next)]).toStrictEqual([[id], []]);
    const { payload } = await app.http.inject({
      url: `/api/v1/order/export?format=csv&username=${buyer.username}&${day}`,
      headers: { authorization: `Bearer ${await app.signIn('admin')}` },
    });
    expect(payload.trim().split('\r\n')).toHaveLength(2);
  });
});
