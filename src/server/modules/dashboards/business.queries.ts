import { and, gte, lt, sql, type SQL } from 'drizzle-orm';
import { yuanFromFen } from '#domain/money.ts';
import type { BusinessFigures } from '#contract/dashboards.ts';
import type { Db } from '#server/db/database.ts';
import { orders } from '#server/db/schema.ts';
import { daysOf, startOfDay, type Period } from './period.ts';

const SHOWN = 10;

/** Placed, and not cancelled since. */
const isOrder = sql`(${orders.placedAt} is not null and ${orders.status} <> 'cancelled')`;
const madeOn = sql`to_char(${orders.createdAt} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;

/** Quotations and orders by the day they were made, within the scope; the statements read indexes alone. */
export async function readBusinessFigures(
  db: Db,
  scope: SQL | undefined,
  period: Period,
): Promise<BusinessFigures> {
  const [days, before, customers, topMaterials] = await Promise.all([
    listDays(db, scope, period.first, period.last),
    listDays(db, scope, period.before, period.first - 1),
    listCustomers(db, scope, period),
    listTopMaterials(db, scope, period),
  ]);
  const now = totalOf(days);
  const then = totalOf(before);
  const byDay = new Map(days.map((row) => [row.day, row]));
  const compared = (value: number, old: number) => ({ value, before: old });
  return {
    quotations: compared(now.quotations, then.quotations),
    orders: compared(now.orders, then.orders),
    amount: compared(yuanFromFen(now.fen), yuanFromFen(then.fen)),
    customers: compared(
      customers.filter((row) => row.orders > 0).length,
      customers.filter((row) => row.ordersBefore > 0).length,
    ),
    conversion: compared(shareOf(now.orders, now.quotations), shareOf(then.orders, then.quotations)),
    days: daysOf(period).map((day) => {
      const { quotations = 0, orders = 0, fen = 0 } = byDay.get(day) ?? {};
      return { day, quotations, orders, amount: yuanFromFen(fen) };
    }),
    topMaterials,
    topCustomers: await nameTopCompanies(db, customers),
  };
}

const shareOf = (part: number, whole: number) =>
  whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000;

interface Day {
  [column: string]: unknown;
  day: string;
  quotations: number;
  orders: number;
  fen: number;
}

const totalOf = (days: readonly Day[]) => {
  const total = { quotations: 0, orders: 0, fen: 0 };
  for (const { quotations, orders, fen } of days) {
    total.quotations += quotations;
    total.orders += orders;
    total.fen += fen;
  }
  return total;
};

async function listDays(db: Db, scope: SQL | undefined, first: number, last: number): Promise<Day[]> {
  const { rows } = await db.execute<Day>(sql`
    select ${madeOn} as day, count(*) as quotations, count(*) filter (where ${isOrder}) as orders,
      coalesce(sum(total_fen) filter (where ${isOrder}), 0)::bigint as fen
    from orders where ${madeBetween(scope, first, last)}
    group by 1`);
  return rows;
}

const madeBetween = (scope: SQL | undefined, first: number, last: number) =>
  and(gte(orders.createdAt, startOfDay(first)), lt(orders.createdAt, startOfDay(last + 1)), scope);

interface Customer {
  [column: string]: unknown;
  deptId: number | null;
  orders: number;
  fen: number;
  ordersBefore: number;
}

/** Every user who placed an order in the period or the one before it. */
async function listCustomers(db: Db, scope: SQL | undefined, period: Period): Promise<Customer[]> {
  const isNow = sql`created_at >= ${startOfDay(period.first)}`;
  const { rows } = await db.execute<Customer>(sql`
    select dept_id as "deptId", count(*) filter (where ${isNow}) as orders,
      coalesce(sum(total_fen) filter (where ${isNow}), 0)::bigint as fen,
      count(*) filter (where not ${isNow}) as "ordersBefore"
    from orders where ${isOrder} and ${madeBetween(scope, period.before, period.last)}
    group by user_id, dept_id`);
  return rows;
}

async function nameTopCompanies(
  db: Db,
  customers: readonly Customer[],
): Promise<BusinessFigures['topCustomers']> {
  const companies = new Map<number | null, { orders: number; fen: number }>();
  for (const { deptId, orders, fen } of customers) {
    const sum = companies.get(deptId) ?? { orders: 0, fen: 0 };
    companies.set(deptId, { orders: sum.orders + orders, fen: sum.fen + fen });
  }
  const top = [...companies]
    .filter(([, { orders }]) => orders > 0)
    .sort(([, a], [, b]) => b.fen - a.fen)
    .slice(0, SHOWN);
  const ids = top.flatMap(([deptId]) => deptId ?? []);
  const { rows } = await db.execute<{ id: number; name: string }>(
    sql`select dept_id as id, dept_name as name from sys_dept where dept_id = any(${sql.param(ids)}::int[])`,
  );
  const names = new Map(rows.map((row) => [row.id, row.name]));
  return top.map(([deptId, { orders, fen }]) => ({
    deptName: (deptId === null ? undefined : names.get(deptId)) ?? '未归属公司',
    orders,
    amount: yuanFromFen(fen),
  }));
}

async function listTopMaterials(
  db: Db,
  scope: SQL | undefined,
  { first, last }: Period,
): Promise<BusinessFigures['topMaterials']> {
  const { rows } = await db.execute<{
    materialName: string;
    pieces: number;
    fen: number;
    orders: number;
  }>(sql`
    with placed as materialized (
      select id, revision from orders where ${isOrder} and ${madeBetween(scope, first, last)}
    ), item as (
      select material_name, i.order_id, sum(num) as pieces, sum(sub_total_fen) as fen
      from order_item i join placed on placed.id = i.order_id and placed.revision = i.revision
      group by material_name, i.order_id
    )
    select material_name as "materialName", sum(pieces)::bigint as pieces, sum(fen)::bigint as fen, count(*) as orders
    from item group by material_name order by fen desc, 1 limit ${SHOWN}`);
  return rows.map(({ fen, ...row }) => ({ ...row, amount: yuanFromFen(fen) }));
}
