import { sql } from 'drizzle-orm';
import type { Scope } from '#server/modules/access/caller.ts';
import { addDept, addPerson } from '#tests/support/data/people.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';
import { listOrders } from './list-orders.queries.ts';

export const ORDERS = 12_000;
export const viewer = { now: new Date(), isStaff: true };
export const everything: Scope = { userId: 0, all: true, deptIds: [], own: false };

/** The app with many orders of three customers. */
export async function startOrders() {
  const app = await createTestApp();
  const people = [await addPerson(app), await addPerson(app), await addPerson(app)];
  const users = people.map(({ userId }) => userId);
  const depts = [(await addDept(app)).deptId, (await addDept(app)).deptId];
  const { db } = app.database;
  await db.execute(sql`
    insert into orders (
      order_no, status, total_fen, delivery_time, promised_date, valid_until, item_count, piece_count, summary, user_id,
      dept_id, customer, catalogue_revision, placed_at, shipped_at, created_at
    )
    select 'Q' || lpad(n::text, 6, '0'), (array['quoted', 'placed', 'producing', 'completed'])[1 + n % 4], n * 7919 % 5000, 5,
      to_char(date '2026-01-01' + n % 90, 'YYYY-MM-DD'), now(), 2, 2, '支架', (${sql.param(users)}::int[])[1 + n % 3],
      (${sql.param(depts)}::int[])[1 + n % 5], '{"username":"","nickName":"","deptName":""}', 1,
      timestamptz '2026-01-01T00:00:00Z' + make_interval(mins => n),
      case when n % 4 = 3 then timestamptz '2026-01-01T00:00:00Z' + make_interval(mins => n) end,
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

  const list = (
    filters: Parameters<typeof listOrders>[2],
    pageIndex = 1,
    scope = everything,
    most?: number,
  ) => listOrders(app.database.db, scope, filters, { pageIndex, pageSize: 50 }, viewer, most);

  /** The ids of all orders, sorted by a plain statement. */
  async function idsBy(order: string): Promise<number[]> {
    const { rows } = await app.database.db.execute<{ id: number }>(
      sql`select id from orders order by ${sql.raw(order)}`,
    );
    return rows.map(({ id }) => id);
  }
  return { app, users, depts, list, idsBy };
}
