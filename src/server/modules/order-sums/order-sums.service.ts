import { sql, type SQL } from 'drizzle-orm';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import { dayText, parseDay, type DayNumber } from '#domain/shanghai-time.ts';
import type { Db } from '#server/db/database.ts';
import { onlyRow } from '#server/db/only-row.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { dayFacts, materialFacts, currentOrders, statusFacts, type OrderDeltas } from './order-facts.ts';

/*
 * Sums of the orders within a scope: the stored sums of the shop or of whole companies, plus the changes in `order_change` that are not folded into them yet. A
 * caller's own orders outside these companies are summed directly.
 */

/** Drizzle's `execute` requires rows with an index signature. */
type Row<T> = T & Record<string, unknown>;

/** Shanghai days, both included. */
export interface DayPeriod {
  first: DayNumber;
  last: DayNumber;
}

const startOfDay = (day: DayNumber) => `${dayText(day)}T00:00:00+08:00`;
const placedWithin = ({ first, last }: DayPeriod) =>
  sql`placed_at >= ${startOfDay(first)} and placed_at < ${startOfDay(last + 1)}`;

const companyIdsOf = ({ deptIds }: Scope) => sql`${sql.param([...deptIds])}::int[]`;
const inCompanies = (scope: Scope) => sql`dept_id = any(${companyIdsOf(scope)})`;
/** The caller's own orders outside the scope's companies. */
const ownOutsideCompanies = (scope: Scope) =>
  scope.own
    ? sql`(user_id = ${scope.userId} and (dept_id is null or not ${inCompanies(scope)}))`
    : sql`false`;

const pendingChanges = (where: SQL): OrderDeltas => sql`
  select sign, order_id, revision, status, total_fen, promised_date, user_id, dept_id, created_at, placed_at, shipped_at
  from order_change where ${where}`;

/** The orders that the stored sums do not cover: pending changes, and own orders outside the companies. */
const ordersOutsideSums = (scope: Scope): OrderDeltas =>
  scope.all
    ? pendingChanges(sql`true`)
    : sql`${pendingChanges(inCompanies(scope))} union all ${currentOrders(ownOutsideCompanies(scope))}`;

const atGrain = (span: 'day' | 'month', scope: Scope): SQL =>
  scope.all
    ? sql`grain = ${`shop/${span}`} and dept_id = 0`
    : sql`grain = ${`company/${span}`} and ${inCompanies(scope)}`;

export interface DaySums {
  day: DayNumber;
  /** By the day of creation; `won` counts those that became orders. */
  quotations: number;
  won: number;
  /** By the day of placing. */
  orders: number;
  fen: number;
  /** By the promised day. */
  due: number;
  /** By the day of shipping; `promisedDays` and `actualDays` are totals, counted from the day of placing. */
  shipped: number;
  late: number;
  promisedDays: number;
  actualDays: number;
}

/** The sums of each day; days without sums are absent. */
export async function readDaySums(db: Db, scope: Scope, { first, last }: DayPeriod): Promise<DaySums[]> {
  const within = sql`day between ${dayText(first)} and ${dayText(last)}`;
  const columns = sql.raw(
    'day, quotations, won, orders, fen, due, shipped, late, promised_days, actual_days',
  );
  const { rows } = await db.execute<Row<Omit<DaySums, 'day'> & { day: string }>>(sql`
    select day::text as day, sum(quotations)::float8 as quotations, sum(won)::float8 as won, sum(orders)::float8 as orders, sum(fen)::float8 as fen,
      sum(due)::float8 as due, sum(shipped)::float8 as shipped, sum(late)::float8 as late,
      sum(promised_days)::float8 as "promisedDays", sum(actual_days)::float8 as "actualDays"
    from (
      select ${columns} from order_day_sum where ${atGrain('day', scope)} and ${within}
      union all
      select ${columns} from (${dayFacts(ordersOutsideSums(scope))}) as direct where ${within}
    ) as sums
    group by day`);
  return rows.map((row) => ({ ...row, day: parseDay(row.day) }));
}

/** The number of open orders promised before `today`, and from `today` to `until`; days as `YYYY-MM-DD`. */
export async function countOpenOrders(
  db: Db,
  scope: Scope,
  { today, until }: { today: string; until: string },
): Promise<{ overdue: number; due: number }> {
  const isOpen = sql`open <> 0 and day <= ${until}`;
  const { rows } = await db.execute<{ overdue: number; due: number }>(sql`
    select coalesce(sum(open) filter (where day < ${today}), 0)::float8 as overdue,
      coalesce(sum(open) filter (where day >= ${today}), 0)::float8 as due
    from (
      select day, open from order_day_sum where ${atGrain('day', scope)} and ${isOpen}
      union all
      select day, open from (${dayFacts(ordersOutsideSums(scope))}) as direct where ${isOpen}
    ) as sums`);
  return rows[0] ?? { overdue: 0, due: 0 };
}

export interface StatusSum {
  status: OrderStatus;
  count: number;
  fen: number;
}

/** The sums of each status; `where` may use `user_id`, `dept_id` and `status`. Statuses without orders are absent. */
export async function readStatusSums(db: Db, scope: Scope, where: SQL = sql`true`): Promise<StatusSum[]> {
  const visible = scope.all
    ? sql`true`
    : sql`(${inCompanies(scope)} or ${scope.own ? sql`user_id = ${scope.userId}` : sql`false`})`;
  const { rows } = await db.execute<Row<StatusSum>>(sql`
    select status, sum(count)::float8 as count, sum(fen)::float8 as fen from (
      select user_id, dept_id, status, count, fen from order_status_sum
      union all
      select user_id, dept_id, status, count, fen from (${statusFacts(pendingChanges(sql`true`))}) as direct
    ) as sums
    where ${visible} and ${where}
    group by status having sum(count) <> 0`);
  return rows;
}

/** The number of orders of each company; companies without orders are absent. */
export async function countOrdersByCompany(
  db: Db,
  deptIds: readonly number[],
): Promise<{ deptId: number; count: number }[]> {
  const { rows } = await db.execute<Row<{ deptId: number; count: number }>>(sql`
    select dept_id as "deptId", sum(count)::float8 as count from (
      select dept_id, count from order_status_sum
      union all
      select dept_id, count from (${statusFacts(pendingChanges(sql`true`))}) as direct
    ) as sums
    where dept_id = any(${sql.param([...deptIds])}::int[])
    group by dept_id`);
  return rows;
}

/** Splits a period into whole months and the days before and after them. */
export function splitMonths({ first, last }: DayPeriod): {
  months: DayPeriod | undefined;
  remainingDays: DayPeriod[];
} {
  const monthOf = (day: DayNumber) => parseDay(`${dayText(day).slice(0, 7)}-01`);
  // The first month that starts in the period, and the month of the day after the period.
  const begin = monthOf(first) === first ? first : monthOf(monthOf(first) + 31);
  const end = monthOf(last + 1);
  if (begin >= end) return { months: undefined, remainingDays: [{ first, last }] };
  const remainingDays = [
    { first, last: begin - 1 },
    { first: end, last },
  ].filter((days) => days.first <= days.last);
  return { months: { first: begin, last: end - 1 }, remainingDays };
}

const dayWithin = ({ first, last }: DayPeriod) => sql`day between ${dayText(first)} and ${dayText(last)}`;
const unionAll = (parts: readonly SQL[]) => sql.join([...parts], sql` union all `);

export interface CompanySum {
  /** 0 for users without a company. */
  deptId: number;
  orders: number;
  fen: number;
}

/** The companies with the highest totals. */
export async function listTopCompanies(
  db: Db,
  scope: Scope,
  days: DayPeriod,
  limit: number,
): Promise<CompanySum[]> {
  const { months, remainingDays } = splitMonths(days);
  const visible = scope.all ? sql`true` : inCompanies(scope);
  const storedSums = (span: 'day' | 'month', within: DayPeriod) =>
    sql`select dept_id, orders, fen from order_day_sum where grain = ${`company/${span}`} and ${dayWithin(within)} and ${visible}`;
  const { rows } = await db.execute<Row<CompanySum>>(sql`
    select dept_id as "deptId", sum(orders)::float8 as orders, sum(fen)::float8 as fen from (
      ${unionAll([
        ...(months ? [storedSums('month', months)] : []),
        ...remainingDays.map((within) => storedSums('day', within)),
        sql`select dept_id, orders, fen from (${dayFacts(ordersOutsideSums(scope))}) as direct where ${dayWithin(days)}`,
      ])}
    ) as sums
    group by dept_id having sum(orders) > 0 order by sum(fen) desc, nullif(dept_id, 0) limit ${limit}`);
  return rows;
}

export interface MaterialSum {
  materialName: string;
  pieces: number;
  fen: number;
  orders: number;
}

/** The materials with the highest totals. For companies, sums exist per month only, so the remaining days are summed directly. */
export async function listTopMaterials(
  db: Db,
  scope: Scope,
  days: DayPeriod,
  limit: number,
): Promise<MaterialSum[]> {
  const { months, remainingDays } = splitMonths(days);
  const columns = sql.raw('material_name, pieces, fen, orders');
  const storedSums = (span: 'day' | 'month', within: DayPeriod) =>
    sql`select ${columns} from order_material_sum where ${atGrain(span, scope)} and ${dayWithin(within)}`;
  const remainingOrders = remainingDays.map(
    (within) => sql`(${inCompanies(scope)} and ${placedWithin(within)})`,
  );
  const outsideOrders = scope.all
    ? pendingChanges(placedWithin(days))
    : unionAll([
        ...(months ? [pendingChanges(sql`${inCompanies(scope)} and ${placedWithin(months)}`)] : []),
        ...remainingOrders.map(currentOrders),
        currentOrders(sql`${ownOutsideCompanies(scope)} and ${placedWithin(days)}`),
      ]);
  const { rows } = await db.execute<Row<MaterialSum>>(sql`
    select material_name as "materialName", sum(pieces)::float8 as pieces, sum(fen)::float8 as fen, sum(orders)::float8 as orders
    from (
      ${unionAll([
        ...(months ? [storedSums('month', months)] : []),
        ...(scope.all ? remainingDays.map((within) => storedSums('day', within)) : []),
        sql`select ${columns} from (${materialFacts(outsideOrders)}) as direct`,
      ])}
    ) as sums
    group by material_name having sum(orders) > 0 order by sum(fen) desc, material_name limit ${limit}`);
  return rows;
}

/** The number of users with an order placed in the period; one index lookup per user. */
export async function countCustomers(db: Db, scope: Scope, days: DayPeriod): Promise<number> {
  const visible = scope.all ? sql`true` : sql`(${inCompanies(scope)} or ${ownOutsideCompanies(scope)})`;
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::float8 as count
    from sys_user u
    cross join lateral (
      select from (select user_id, dept_id from orders where user_id = u.user_id and placed_at is not null and status <> 'cancelled'
        and ${placedWithin(days)} order by placed_at) as placed
      where ${visible} limit 1
    ) as customer`);
  return onlyRow(rows).count;
}
