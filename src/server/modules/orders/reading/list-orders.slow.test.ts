import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { countByStatus } from './list-orders.queries.ts';
import { startOrders, ORDERS, viewer, everything } from './list-orders.test-data.ts';

const { app, users, depts, list, idsBy } = await startOrders();
afterAll(() => app.close());

describe('the number of orders', () => {
  test('respects filters by customer and company', async () => {
    const { rows } = await app.database.db.execute<{ user: number; dept: number }>(sql`
      select (count(*) filter (where user_id = ${users[1]}))::int as user, (count(*) filter (where dept_id = ${depts[1]}))::int as dept
      from orders`);
    const [user] = await app.database.db
      .execute<{ name: string }>(sql`select username as name from sys_user where user_id = ${users[1]}`)
      .then((found) => found.rows);
    expect((await list({ username: user?.name ?? '' })).count).toBe(rows[0]?.user);
    expect((await list({ deptId: depts[1] ?? 0 })).count).toBe(rows[0]?.dept);
  });

  test('with a common material is counted up to a thousand, and beyond for an export', async () => {
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

test('a part is also found in older orders when other filters narrow the list', async () => {
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

  test('by customer name is exact, with and without the account', async () => {
    await app.database.db.execute(sql`update sys_user set nick_name = '王师傅' where user_id = ${users[2]}`);
    const ids = await idsWhere(`user_id = ${users[2]}`);
    expect(await list({ nickName: '王师' })).toMatchObject({
      count: ids.length,
      list: [{ id: ids[0] }, ...ids.slice(1, 50).map(() => ({}))],
    });
    expect((await list({ nickName: '王师', username: '没有这个账号' })).count).toBe(0);
  });
});
