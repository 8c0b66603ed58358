import { and, gte, lt, sql, type Column, type SQL } from 'drizzle-orm';
import { yuanFromFen } from '#domain/money.ts';
import type { BusinessFigures } from '#contract/system/dashboards.ts';
import type { Db } from '#server/db/database.ts';
import { orders } from '#server/db/schema.ts';
import { dayText, type DayNumber } from '#domain/shanghai-time.ts';
import { daysOf, type Period } from './period.ts';

export const startOfDay = (day: DayNumber): Date => new Date(`${dayText(day)}T00:00:00+08:00`);

export const shanghaiDate = (moment: Column): SQL => sql`(${moment} at time zone interval '08:00')::date`;

const TOP_COUNT = 10;

/** Placed and not cancelled. */
const isOrder = sql`(${orders.placedAt} is not null and ${orders.status} <> 'cancelled')`;
const madeOn = shanghaiDate(orders.createdAt);
const placedOn = shanghaiDate(orders.placedAt);

/** The business dashboard summed directly from the orders: the expected result of the stored sums. */
export async function readBusinessDirectly(
  db: Db,
  scope: SQL | undefined,
  period: Period,
): Promise<BusinessFigures> {
  const { first, last } = period;
  // The slowest first: they share the connections and the cores.
  const [topMaterials, days, then, customers, customersBefore] = await Promise.all([
    listTopMaterials(db, scope, period),
    listDays(db, scope, first, last),
    readTotal(db, scope, period.previousFirst, first - 1),
    listCustomers(db, scope, first, last),
    countCustomers(db, scope, period.previousFirst, first - 1),
  ]);
  const now = totalOf(days);
  const byDay = new Map(days.map((row) => [row.day, row]));
  const compared = (value: number, old: number) => ({ value, before: old });
  return {
    quotations: compared(now.quotations, then.quotations),
    orders: compared(now.orders, then.orders),
    amount: compared(yuanFromFen(now.fen), yuanFromFen(then.fen)),
    customers: compared(usersOf(customers), customersBefore),
    conversion: compared(shareOf(now.won, now.quotations), shareOf(then.won, then.quotations)),
    days: daysOf(period).map(({ text: day }) => {
      const { quotations = 0, won = 0, orders = 0, fen = 0 } = byDay.get(day) ?? {};
      return { day, quotations, won, orders, amount: yuanFromFen(fen) };
    }),
    topMaterials,
    topCustomers: await nameTopCompanies(db, customers),
  };
}

const shareOf = (part: number, whole: number) =>
  whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000;

interface Total {
  [column: string]: unknown;
  quotations: number;
  won: number;
  orders: number;
  fen: number;
}
interface Day extends Total {
  day: string;
}

const totalOf = (days: readonly Day[]): Total => {
  const total = { quotations: 0, won: 0, orders: 0, fen: 0 };
  for (const { quotations, won, orders, fen } of days) {
    total.quotations += quotations;
    total.won += won;
    total.orders += orders;
    total.fen += fen;
  }
  return total;
};

const made = sql`count(*)::int as quotations, (count(*) filter (where ${isOrder}))::int as won`;
const placed = sql`count(*)::int as orders, coalesce(sum(total_fen::float8), 0) as fen`;

async function readTotal(db: Db, scope: SQL | undefined, first: number, last: number): Promise<Total> {
  return totalOf(await listDays(db, scope, first, last));
}

/** Quotations by the day on which they were made, orders by the day on which they were placed. */
async function listDays(db: Db, scope: SQL | undefined, first: number, last: number): Promise<Day[]> {
  const { rows } = await db.execute<Day>(sql`
    select coalesce(made.day, placed.day)::text as day, coalesce(quotations, 0) as quotations, coalesce(won, 0) as won,
      coalesce(orders, 0) as orders, coalesce(fen, 0) as fen
    from (
      select ${madeOn} as day, ${made} from orders where ${during(orders.createdAt, scope, first, last)} group by 1
    ) made full join (
      select ${placedOn} as day, ${placed} from orders where ${placedBetween(scope, first, last)} group by 1
    ) placed on placed.day = made.day`);
  return rows;
}

const during = (moment: Column, scope: SQL | undefined, first: number, last: number) =>
  and(gte(moment, startOfDay(first)), lt(moment, startOfDay(last + 1)), scope);
const placedBetween = (scope: SQL | undefined, first: number, last: number) =>
  and(isOrder, during(orders.placedAt, scope, first, last));

interface Customer {
  [column: string]: unknown;
  userId: number;
  deptId: number | null;
  orders: number;
  fen: number;
}

const usersOf = (customers: readonly Customer[]) => new Set(customers.map((row) => row.userId)).size;

/** One row per user and company with an order placed on these days. */
async function listCustomers(
  db: Db,
  scope: SQL | undefined,
  first: number,
  last: number,
): Promise<Customer[]> {
  const { rows } = await db.execute<Customer>(sql`
    select user_id as "userId", dept_id as "deptId", count(*)::int as orders, sum(total_fen::float8) as fen
    from orders where ${placedBetween(scope, first, last)}
    group by user_id, dept_id`);
  return rows;
}

async function countCustomers(db: Db, scope: SQL | undefined, first: number, last: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count
    from (select 1 from orders where ${placedBetween(scope, first, last)} group by user_id) customer`);
  return rows[0]?.count ?? 0;
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
    .sort(([a, { fen }], [b, other]) => other.fen - fen || (a ?? Infinity) - (b ?? Infinity))
    .slice(0, TOP_COUNT);
  const ids = top.flatMap(([deptId]) => deptId ?? []);
  const { rows } = await db.execute<{ id: number; name: string }>(
    sql`select dept_id as id, dept_name as name from sys_dept where dept_id = any(${sql.param(ids)}::int[])`,
  );
  const names = new Map(rows.map((row) => [row.id, row.name]));
  return top.map(([deptId, { orders, fen }]) => ({
    deptId: deptId ?? 0,
    deptName: (deptId === null ? undefined : names.get(deptId)) ?? '未归属公司',
    orders,
    amount: yuanFromFen(fen),
  }));
}

type TopMaterials = BusinessFigures['topMaterials'];

async function listTopMaterials(
  db: Db,
  scope: SQL | undefined,
  { first, last }: Period,
): Promise<TopMaterials> {
  const placed = sql`select id, revision from orders where ${placedBetween(scope, first, last)}`;
  // Ids grow with time, so the index skips the items of other years. Distinct orders are counted for the top materials
  // only: for all materials that takes as long as everything else.
  const { rows } = await db.execute<{
    materialName: string;
    pieces: number;
    fen: number;
    orders: number;
  }>(sql`
    with placed as materialized (${placed}), span as (
      select coalesce(min(id), 0) as first, coalesce(max(id), 0) as last from placed
    ), top as (
      select material_name, sum(num)::float8 as pieces, sum(coalesce(line_fen, sub_total_fen)::float8) as fen
      from order_item i join placed on placed.id = i.order_id and placed.revision = i.revision
      where i.order_id between (select first from span) and (select last from span)
      group by material_name order by fen desc, material_name limit ${TOP_COUNT}
    )
    select top.material_name as "materialName", pieces, fen, count(distinct i.order_id)::int as orders
    from top
    join order_item i on i.material_name = top.material_name
    join placed on placed.id = i.order_id and placed.revision = i.revision
    group by 1, 2, 3 order by fen desc, 1`);
  return rows.map(({ fen, ...row }) => ({ ...row, amount: yuanFromFen(fen) }));
}
