import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canMove } from '#domain/orders/moves.ts';
import { ORDER_STATUSES } from '#domain/orders/order-status.ts';
import type { Order, OrderWithExt } from '#contract/orders.ts';
import type { QuotationItem } from '#contract/part-item.ts';
import { depts, materials, orderHistory, orders, processes, users } from '#server/db/schema.ts';
import { advanceRevision, writeCatalogue } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { addDept, addPerson, type Person } from '#tests/support/people.ts';
import { buildItem, buildOrder, listOf, place, readCatalogue } from '#tests/support/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

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

const versionOf = async (id: number) =>
  (await app.database.db.select().from(orders).where(eq(orders.id, id)))[0]!.version;

const setStatus = (id: number, status: string) =>
  app.database.db.update(orders).set({ status }).where(eq(orders.id, id));

const historyOf = (id: number) =>
  app.database.db.select().from(orderHistory).where(eq(orderHistory.orderId, id)).orderBy(orderHistory.id);

describe('moves', () => {
  test.each(['customer', 'staff'] as const)('of a %s are those of the table and no others', async (actor) => {
    const who = actor === 'staff' ? staff : customer;
    const id = await newOrder();
    const wrong: string[] = [];
    for (const from of ORDER_STATUSES) {
      for (const to of ORDER_STATUSES) {
        await setStatus(id, from);
        const version = await versionOf(id);
        const rows = (await historyOf(id)).length;
        const answer = await move(who, id, { to, reason: '原因', version });
        const isLegal = canMove(from, to, actor);
        const after = (await app.database.db.select().from(orders).where(eq(orders.id, id)))[0]!;
        const expected = isLegal
          ? { status: 200, error: undefined, stands: to, version: version + 1, rows: rows + 1 }
          : { status: 409, error: 'order.illegal_move', stands: from, version, rows };
        const got = {
          status: answer.status,
          error: answer.error,
          stands: after.status,
          version: after.version,
          rows: (await historyOf(id)).length,
        };
        if (JSON.stringify(got) !== JSON.stringify(expected))
          wrong.push(`${from} → ${to}: ${JSON.stringify(got)}`);
      }
    }
    expect(wrong).toStrictEqual([]);
  });

  test('say who, when and why in the history', async () => {
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

  test('with a stale version are refused with the current order', async () => {
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

  test('at the same time have one winner, and the others see what it did', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await newOrder();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          index % 2 === 0
            ? move(customer, id, { to: 'cancelled', version: 1 })
            : move(staff, id, { to: 'confirmed', version: 1 }),
        ),
      );
      const won = answers.filter((answer) => answer.status === 200);
      const lost = answers.filter((answer) => answer.status === 409);
      expect([won.length, lost.length]).toStrictEqual([1, 19]);
      const winner = won[0]!.data as Order;
      for (const { data } of lost) expect(data).toMatchObject({ id, status: winner.status, version: 2 });
      expect(await historyOf(id)).toHaveLength(2);
    }
  });

  test('of an expired quotation: it can be cancelled, not placed, and is not offered', async () => {
    const id = await newOrder(customer, 'quoted');
    const { validUntil } = (await app.send('GET', `/order/${id}`, { token: customer.token })).data as Order;
    app.setNow(new Date(Date.parse(validUntil) + 1));
    const seen = (await app.send('GET', `/order/${id}/withExt`, { token: customer.token }))
      .data as OrderWithExt;
    expect(seen).toMatchObject({ isExpired: true, moves: [{ to: 'cancelled', needsReason: false }] });
    expect(await move(customer, id, { to: 'placed', version: 1 })).toMatchObject({
      status: 409,
      error: 'order.expired',
    });
    expect(await move(customer, id, { to: 'cancelled', version: 1 })).toMatchObject({ status: 200 });
    app.setNow(undefined);
  });

  test('from quotation to order promise a date from the day of placing', async () => {
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

  test('are offered only to who may make them', async () => {
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
});

describe("another customer's order", () => {
  test('is as absent as one that never was, in every call', async () => {
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

  test('is not in any list, whatever is asked for', async () => {
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
        // A stale version: found and refused, or not found.
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
});

test('a later change of catalogue or people does not reach a stored order, to the byte', async () => {
  const company = await addDept(app);
  const buyer = await addPerson(app, {
    roleKey: 'customer',
    deptId: company.deptId,
    user: { phone: '021-1' },
  });
  const reader = await addPerson(app, { permissions: ['mfr:order:query'], isStaff: true, dataScope: '1' });
  const id = await newOrder(buyer);
  const read = async () => {
    const answer = await app.http.inject({
      url: `/api/v1/order/${id}/withExt`,
      headers: { authorization: `Bearer ${reader.token}`, 'x-request-id': 'always-the-same' },
    });
    expect(answer.statusCode).toBe(200);
    return answer.body;
  };
  const before = await read();

  await writeCatalogue(app.database, async (tx, updatedAt) => {
    await tx
      .update(materials)
      .set({ name: '改名', materialTag: 'other', deliveryTime: 99, length: 1, updatedAt })
      .where(eq(materials.id, item.material));
    await tx.update(processes).set({ name: sql`'改名' || id`, updatedAt });
    await tx.execute(sql`update material_process set price_fen = price_fen + 100, time = time + 1`);
    await tx.execute(sql`update machining_price set price_fen = price_fen * 2`);
  });
  expect(await read()).toBe(before);

  await writeCatalogue(app.database, async (tx, updatedAt) => {
    await tx
      .update(materials)
      .set({ deletedAt: updatedAt, updatedAt })
      .where(eq(materials.id, item.material));
    await tx.update(processes).set({ deletedAt: updatedAt, updatedAt });
  });
  await app.database.db.transaction(async (tx) => {
    await advanceRevision(tx, 'access');
    await tx
      .update(users)
      .set({ nickName: '改名', phone: '1', email: 'x', companyTitle: '改名', deptId: null })
      .where(eq(users.userId, buyer.userId));
    await tx.update(depts).set({ deptName: '改名' }).where(eq(depts.deptId, company.deptId));
  });
  expect(await read()).toBe(before);

  await app.database.db
    .update(users)
    .set({ deletedAt: new Date(), status: '1' })
    .where(eq(users.userId, buyer.userId));
  expect(await read()).toBe(before);
});
