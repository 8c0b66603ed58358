import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { orders } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { foldChanges } from '#server/modules/order-sums/fold-sums.service.ts';
import { countByStatus, listOrders } from './list-orders.queries.ts';
import { withinScope } from '#server/modules/access/order-scope.ts';
import { startOrders, ORDERS, viewer, everything } from './list-orders.test-data.ts';

const { app, users, depts, list, idsBy } = await startOrders();
afterAll(() => app.close());

describe('a page', () => {
  test.each([
    [{}, 'created_at desc, id desc'],
    [{ priceOrder: 'desc' }, 'total_fen desc, id desc'],
    [{ priceOrder: 'asc' }, 'total_fen, id'],
    [{ promisedDateOrder: 'asc' }, 'promised_date, id'],
    [{ statusOrder: 'desc' }, 'status desc, created_at desc, id desc'],
    [{ createdAtOrder: 'asc' }, 'created_at, created_at, id'],
  ] as const)('of %o is the same read from the start or from the end', async (filters, order) => {
    const ids = await idsBy(order);
    for (const pageIndex of [1, 2, 120, 121, 239, 240]) {
      const page = await list(filters, pageIndex);
      expect(page.list.map(({ id }) => id)).toStrictEqual(ids.slice((pageIndex - 1) * 50, pageIndex * 50));
    }
  });

  test('at the end has the remaining orders, and pages past it are empty', async () => {
    const { db } = app.database;
    const last = await listOrders(db, everything, {}, { pageIndex: 18, pageSize: 700 }, viewer);
    expect(last.list).toHaveLength(ORDERS - 17 * 700);
    expect(await list({}, 241)).toMatchObject({ list: [], count: ORDERS });
    expect(await list({}, 1_000_000)).toMatchObject({ list: [], count: ORDERS });
  });
});

describe('the number of orders', () => {
  const scopes = (): Record<string, Scope> => {
    const [me = 0] = users;
    const [home = 0, away = 0] = depts;
    const none = { userId: me, all: false, deptIds: [], own: false };
    return {
      everything,
      'a department': { ...none, deptIds: [home] },
      departments: { ...none, deptIds: [home, away] },
      own: { ...none, own: true },
      'own and a department': { ...none, own: true, deptIds: [away] },
      nothing: none,
    };
  };
  const names = ['everything', 'a department', 'departments', 'own', 'own and a department', 'nothing'];

  test.each(names)('is exact for %s, before and after changes are folded', async (name) => {
    const scope = scopes()[name] ?? everything;
    const seen = withinScope(scope) ?? sql`true`;
    const { rows } = await app.database.db.execute<{ status: string; count: number }>(
      sql`select status, count(*)::int as count from ${orders} where ${seen} group by 1`,
    );
    const wanted = Object.fromEntries(rows.map(({ status, count }) => [status, count]));
    const assertExact = async () => {
      expect(await countByStatus(app.database.db, scope, {}, viewer)).toStrictEqual(wanted);
      expect((await list({}, 1, scope)).count).toBe(rows.reduce((sum, { count }) => sum + count, 0));
      expect((await list({ status: 'placed' }, 1, scope)).count).toBe(wanted['placed'] ?? 0);
    };
    await assertExact();
    await foldChanges(app.database);
    await assertExact();
  });

  test('with a filter by time is counted up to ten thousand, and beyond for an export', async () => {
    const beginTime = new Date('2026-01-01T00:00:00Z');
    expect((await list({ beginTime })).count).toBe(10_000);
    expect((await list({ beginTime }, 1, everything, 50_001)).count).toBe(ORDERS);
    const counts = await countByStatus(app.database.db, everything, { beginTime }, viewer);
    expect(counts).toStrictEqual({ quoted: 3_000, placed: 3_000, producing: 3_000, completed: 3_000 });
  });
});

test('a part is found by its name or remark, in the current revision of the latest orders within the scope', async () => {
  const [newest = 0, , third = 0] = await idsBy('created_at desc, id desc');
  const [oldest = 0] = await idsBy('created_at, id');
  const marked = [newest, third, oldest];
  await app.database.db.execute(
    sql`update order_item set name = '法兰', remark = '图号 QM-1024' where line_no = 2 and order_id = any(${sql.param(marked)}::int[])`,
  );
  for (const part of ['法兰', 'qm-1024']) {
    const found = await list({ part });
    expect(found.count).toBe(2);
    expect(found.list.map(({ id }) => id)).toEqual([newest, third]);
  }
  expect((await list({ part: '1_24' })).count).toBe(0);
  const none: Scope = { userId: 0, all: false, deptIds: [], own: true };
  expect((await list({ part: '法兰' }, 1, none)).count).toBe(0);
  expect(await countByStatus(app.database.db, everything, { part: '法兰' }, viewer)).not.toEqual({});
});

describe('a filter', () => {
  const idsWhere = async (where: string) => {
    const { rows } = await app.database.db.execute<{ id: number }>(
      sql`select id from orders where ${sql.raw(where)} order by created_at desc, id desc`,
    );
    return rows.map(({ id }) => id);
  };

  test.each([
    [{ priceFrom: '12.34' }, 'total_fen >= 1234'],
    [{ priceTo: '12.3' }, 'total_fen <= 1230'],
    [
      { priceFrom: '20', priceTo: '20.50', status: 'placed' },
      `total_fen between 2000 and 2050 and status = 'placed'`,
    ],
    [{ promisedDateFrom: '2026-03-01' }, `promised_date >= '2026-03-01'`],
    [
      { promisedDateFrom: '2026-02-01', promisedDateTo: '2026-02-03' },
      `promised_date between '2026-02-01' and '2026-02-03'`,
    ],
    [
      { placedAtFrom: '2026-01-03', placedAtTo: '2026-01-03' },
      `placed_at >= '2026-01-03T00:00+08' and placed_at < '2026-01-04T00:00+08'`,
    ],
    [{ shippedAtTo: '2026-01-02' }, `shipped_at < '2026-01-03T00:00+08'`],
    [
      { sold: 'yes', placedAtTo: '2026-01-02' },
      `placed_at < '2026-01-03T00:00+08' and status <> 'cancelled'`,
    ],
  ] as const)('%o finds the orders of its range, both ends included', async (filters, where) => {
    const ids = await idsWhere(where);
    expect(ids.length).toBeGreaterThan(0);
    const page = await list(filters);
    expect(page.count).toBe(Math.min(ids.length, 10_000));
    expect(page.list.map(({ id }) => id)).toStrictEqual(ids.slice(0, 50));
    const counts = await countByStatus(
      app.database.db,
      everything,
      { ...filters, status: undefined } as object,
      viewer,
    );
    const wanted = await idsWhere(where.replace(/ and status.*/, ''));
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(wanted.length);
  });
});
