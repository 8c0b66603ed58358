import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Scope } from '#server/modules/access/caller.ts';
import { addDept, addPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { countByStatus, listOrders } from './list-orders.queries.ts';

const ORDERS = 12_000;
const viewer = { now: new Date(), isStaff: true };

let app: TestApp;
let users: number[];
let depts: number[];
const everything: Scope = { userId: 0, all: true, deptIds: [], own: false };

beforeAll(async () => {
  app = await createTestApp();
  const people = [await addPerson(app), await addPerson(app), await addPerson(app)];
  users = people.map(({ userId }) => userId);
  depts = [(await addDept(app)).deptId, (await addDept(app)).deptId];
  const { db } = app.database;
  await db.execute(sql`
    insert into orders (
      order_no, status, total_fen, delivery_time, promised_date, valid_until, item_count, piece_count, summary, user_id,
      dept_id, customer, catalogue_revision, placed_at, created_at
    )
    select 'Q' || lpad(n::text, 6, '0'), (array['quoted', 'placed', 'producing', 'completed'])[1 + n % 4], n * 7919 % 5000, 5,
      to_char(date '2026-01-01' + n % 90, 'YYYY-MM-DD'), now(), 2, 2, '支架', (${sql.param(users)}::int[])[1 + n % 3],
      (${sql.param(depts)}::int[])[1 + n % 5], '{"username":"","nickName":"","deptName":""}', 1, now(),
      timestamptz '2026-01-01T00:00:00Z' + make_interval(mins => n / 2)
    from generate_series(1, ${ORDERS}::int) n`);
  await db.execute(sql`
    insert into order_item (
      order_id, line_no, name, material_id, material_name, material_tag, num, length, width, height, processes,
      unit_price_fen, sub_total_fen, delivery_time, trace
    )
    select id, line, '支架', 1, case when line = 2 and id % 100 = 0 then '钛合金' else '6061铝板' end, 'x', 1, 1, 1, 1, '[]', 1, 1, 5, '{}'
    from orders, generate_series(1, 2) line`);
  await db.execute(sql`analyze orders`);
  await db.execute(sql`analyze order_item`);
});
afterAll(() => app.close());

const list = (filters: Parameters<typeof listOrders>[2], pageIndex = 1, scope = everything, most?: number) =>
  listOrders(app.database.db, scope, filters, { pageIndex, pageSize: 50 }, viewer, most);

/** The ids of all orders, sorted by a plain statement. */
async function idsBy(order: string): Promise<number[]> {
  const { rows } = await app.database.db.execute<{ id: number }>(
    sql`select id from orders order by ${sql.raw(order)}`,
  );
  return rows.map(({ id }) => id);
}

describe('the number of orders', () => {
  test('follows filters by customer and company', async () => {
    const { rows } = await app.database.db.execute<{ user: number; dept: number }>(sql`
      select (count(*) filter (where user_id = ${users[1]}))::int as user, (count(*) filter (where dept_id = ${depts[1]}))::int as dept
      from orders`);
    const [user] = await app.database.db
      .execute<{ name: string }>(sql`select username as name from sys_user where user_id = ${users[1]}`)
      .then((found) => found.rows);
    expect((await list({ username: user?.name ?? '' })).count).toBe(rows[0]?.user);
    expect((await list({ deptId: depts[1] ?? 0 })).count).toBe(rows[0]?.dept);
  });

  test('with a common material is counted up to a thousand, and further for an export', async () => {
    const filters = { materialName: '6061' };
    const page = await list(filters);
    expect(page.count).toBe(1_000);
    expect(page.list.map(({ id }) => id)).toStrictEqual(
      (await idsBy('created_at desc, id desc')).slice(0, 50),
    );
    expect((await list(filters, 1, everything, 50_001)).count).toBe(ORDERS);
    expect(await countByStatus(app.database.db, everything, filters, viewer)).toMatchObject({
      placed: 1_000,
    });
  });

  test('with a rare material is exact', async () => {
    const filters = { materialName: '钛' };
    const page = await list(filters);
    expect(page.count).toBe(ORDERS / 100);
    expect(page.list).toHaveLength(50);
    expect(await countByStatus(app.database.db, everything, filters, viewer)).toStrictEqual({
      quoted: ORDERS / 100,
    });
    expect((await list({ ...filters, status: 'placed' })).count).toBe(0);
  });
});

test('a part is also found in an older order when other filters leave fewer orders', async () => {
  const [oldest = 0] = await idsBy('created_at, id');
  await app.database.db.execute(sql`update order_item set name = '老零件' where order_id = ${oldest}`);
  expect((await list({ part: '老零件' })).count).toBe(0);
  const endTime = new Date('2026-01-02T00:00:00Z');
  expect((await list({ part: '老零件', endTime })).list.map(({ id }) => id)).toStrictEqual([oldest]);
});

describe('a filter', () => {
  const idsWhere = async (where: string) => {
    const { rows } = await app.database.db.execute<{ id: number }>(
      sql`select id from orders where ${sql.raw(where)} order by created_at desc, id desc`,
    );
    return rows.map(({ id }) => id);
  };

  test('by the name of the customer is exact, alone and with the account', async () => {
    await app.database.db.execute(sql`update sys_user set nick_name = '王师傅' where user_id = ${users[2]}`);
    const ids = await idsWhere(`user_id = ${users[2]}`);
    expect(await list({ nickName: '王师' })).toMatchObject({
      count: ids.length,
      list: [{ id: ids[0] }, ...ids.slice(1, 50).map(() => ({}))],
    });
    expect((await list({ nickName: '王师', username: '没有这个账号' })).count).toBe(0);
  });
});
