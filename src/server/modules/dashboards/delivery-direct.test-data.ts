import { and, asc, gte, inArray, lt, sql, type SQL } from 'drizzle-orm';
import { yuanFromFen } from '#domain/money.ts';
import { ORDER_STATUSES, type OrderStatus } from '#domain/orders/order-status.ts';
import { dayText, parseDay, weekOf } from '#domain/shanghai-time.ts';
import type { DeliveryFigures } from '#contract/system/dashboards.ts';
import type { Db } from '#server/db/database.ts';
import { orders } from '#server/db/schema.ts';
import { shanghaiDate, startOfDay } from './business-direct.test-data.ts';
import { daysOf, type Period } from './period.ts';

const TOP_COUNT = 10;
/** Placed and not shipped yet. */
const OPEN: OrderStatus[] = ['placed', 'confirmed', 'producing', 'inspecting'];
const isOpen = inArray(orders.status, OPEN);

/** The delivery dashboard summed directly from the orders: the expected result of the stored sums. */
export async function readDeliveryDirectly(
  db: Db,
  scope: SQL | undefined,
  period: Period,
  now: Date,
): Promise<DeliveryFigures> {
  const [byStatus, urgency, shipped, before, due, urgent] = await Promise.all([
    listByStatus(db, scope),
    countUrgency(db, scope, now),
    listShipped(db, scope, period.first, period.last),
    listShipped(db, scope, period.previousFirst, period.first - 1),
    listDue(db, scope, period),
    listUrgent(db, scope, now),
  ]);
  const current = totalOf(shipped);
  const old = totalOf(before);
  const compared = (of: (total: Shipped) => number) => ({ value: of(current), before: of(old) });
  const byDay = new Map(shipped.map((row) => [row.day, row]));
  return {
    byStatus,
    ...urgency,
    shipped: compared((total) => total.shipped),
    onTime: compared((total) => ratio(total.shipped - total.late, total.shipped, 4)),
    promisedDays: compared((total) => ratio(total.promisedDays, total.shipped, 1)),
    actualDays: compared((total) => ratio(total.actualDays, total.shipped, 1)),
    days: daysOf(period).map(({ text: day }) => ({
      day,
      due: due.get(day) ?? 0,
      shipped: byDay.get(day)?.shipped ?? 0,
      late: byDay.get(day)?.late ?? 0,
    })),
    urgent,
  };
}

async function listByStatus(db: Db, scope: SQL | undefined): Promise<DeliveryFigures['byStatus']> {
  const { rows } = await db.execute<{ status: string; count: number; fen: number }>(sql`
    select status, count(*)::int as count, sum(total_fen::float8) as fen from orders where ${and(sql`true`, scope)} group by 1`);
  return ORDER_STATUSES.map((status) => {
    const row = rows.find((one) => one.status === status);
    return { status, count: row?.count ?? 0, amount: yuanFromFen(row?.fen ?? 0) };
  });
}

async function countUrgency(db: Db, scope: SQL | undefined, now: Date) {
  const { today, sunday } = weekOf(now);
  const { rows } = await db.execute<{ dueThisWeek: number; overdue: number }>(sql`
    select (count(*) filter (where promised_date >= ${today}))::int as "dueThisWeek",
      (count(*) filter (where promised_date < ${today}))::int as overdue
    from orders where ${and(isOpen, sql`promised_date <= ${sunday}`, scope)}`);
  return rows[0] ?? { dueThisWeek: 0, overdue: 0 };
}

interface Shipped {
  [column: string]: unknown;
  day: string;
  shipped: number;
  late: number;
  /** Sums over the shipped orders. */
  promisedDays: number;
  actualDays: number;
}

async function listShipped(db: Db, scope: SQL | undefined, first: number, last: number): Promise<Shipped[]> {
  const inPeriod = and(
    gte(orders.shippedAt, startOfDay(first)),
    lt(orders.shippedAt, startOfDay(last + 1)),
    scope,
  );
  // Without the offset, PostgreSQL computes the dates again for every sum.
  const { rows } = await db.execute<Shipped>(sql`
    select day::text as day, count(*)::int as shipped, (count(*) filter (where day > promised))::int as late,
      coalesce(sum(promised - placed), 0)::int as "promisedDays", coalesce(sum(day - placed), 0)::int as "actualDays"
    from (
      select ${shanghaiDate(orders.shippedAt)} as day, ${orders.promisedDate}::date as promised,
        ${shanghaiDate(orders.placedAt)} as placed
      from orders where ${inPeriod} offset 0
    ) as shipped
    group by day`);
  return rows;
}

function totalOf(days: readonly Shipped[]): Shipped {
  const total = { day: '', shipped: 0, late: 0, promisedDays: 0, actualDays: 0 };
  for (const row of days) {
    total.shipped += row.shipped;
    total.late += row.late;
    total.promisedDays += row.promisedDays;
    total.actualDays += row.actualDays;
  }
  return total;
}

function ratio(part: number, whole: number, decimals: number): number {
  return whole === 0 ? 0 : Number((part / whole).toFixed(decimals));
}

/** The number of placed orders promised for each day of the period. */
async function listDue(
  db: Db,
  scope: SQL | undefined,
  { first, last }: Period,
): Promise<Map<string, number>> {
  const isDue = and(
    gte(orders.promisedDate, dayText(first)),
    sql`${orders.promisedDate} <= ${dayText(last)}`,
    sql`${orders.status} not in ('requested', 'quoted', 'cancelled')`,
    scope,
  );
  const { rows } = await db.execute<{ day: string; count: number }>(
    sql`select promised_date as day, count(*)::int as count from orders where ${isDue} group by 1`,
  );
  return new Map(rows.map((row) => [row.day, row.count]));
}

async function listUrgent(db: Db, scope: SQL | undefined, now: Date): Promise<DeliveryFigures['urgent']> {
  const { id, orderNo, summary, status, promisedDate, lead } = orders;
  const rows = await db
    .select({ id, orderNo, summary, status, promisedDate, lead })
    .from(orders)
    .where(and(isOpen, scope))
    .orderBy(asc(promisedDate), asc(id))
    .limit(TOP_COUNT);
  const today = parseDay(weekOf(now).today);
  return rows.map(({ lead: ofClass, ...row }) => ({
    ...row,
    ...(ofClass && { lead: ofClass.name }),
    daysLeft: parseDay(row.promisedDate) - today,
  }));
}
