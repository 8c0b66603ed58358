import { and, asc, sql } from 'drizzle-orm';
import { ORDER_STATUSES } from '#domain/orders/order-status.ts';
import { parseDay, weekOf } from '#domain/shanghai-time.ts';
import { inYuan } from '#contract/kernel/amounts.ts';
import type { DeliveryFigures } from '#contract/system/dashboards.ts';
import type { Db } from '#server/db/database.ts';
import { orders } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import {
  readDaySums,
  countOpenOrders,
  readStatusSums,
} from '#server/modules/order-sums/order-sums.service.ts';
import { countWaitingInTime } from '#server/modules/orders/reading/due-orders.service.ts';
import { withinScope } from '#server/modules/access/order-scope.ts';
import { leadFigures, listLeadShipments } from './lead-shipments.queries.ts';
import { daysOf, type Period } from './period.ts';
import { ratio, totalOf, type Totals } from './totals.ts';

const MAX_URGENT = 10;
/** Limit for counting overdue orders that wait for their customer's answer. */
const MAX_WAITING = 1_000;

/** Orders by current status, and shipments by day, within the scope. */
export async function readDeliveryFigures(
  db: Db,
  scope: Scope,
  period: Period,
  now: Date,
): Promise<DeliveryFigures> {
  const { first, last } = period;
  const { today, sunday } = weekOf(now);
  const [byStatus, open, waitingCount, days, urgent, leads] = await Promise.all([
    readStatusSums(db, scope),
    countOpenOrders(db, scope, { today, until: sunday }),
    countWaitingInTime(db, scope, now, MAX_WAITING),
    readDaySums(db, scope, { first: period.previousFirst, last }),
    listUrgent(db, scope, today),
    listLeadShipments(db, scope, period),
  ]);
  const current = totalOf(days.filter(({ day }) => day >= first));
  const previous = totalOf(days.filter(({ day }) => day < first));
  const compare = (figureOf: (total: Totals) => number) => ({
    value: figureOf(current),
    before: figureOf(previous),
  });
  const byDay = new Map(days.map((row) => [row.day, row]));
  return {
    byStatus: inYuan(
      ORDER_STATUSES.map((status) => {
        const { count = 0, fen: amountFen = 0 } = byStatus.find((sum) => sum.status === status) ?? {};
        return { status, count, amountFen };
      }),
    ),
    dueThisWeek: open.due,
    overdue: Math.max(0, open.overdue - waitingCount),
    shipped: compare((total) => total.shipped),
    onTime: compare((total) => ratio(total.shipped - total.late, total.shipped, 4)),
    promisedDays: compare((total) => ratio(total.promisedDays, total.shipped, 1)),
    actualDays: compare((total) => ratio(total.actualDays, total.shipped, 1)),
    days: daysOf(period).map(({ day, text }) => {
      const { due = 0, shipped = 0, late = 0 } = byDay.get(day) ?? {};
      return { day: text, due, shipped, late };
    }),
    ...(leads.length > 0 && { byLead: leadFigures(current, leads) }),
    urgent,
  };
}

/** Open orders. Same text as the condition of the partial index, so that PostgreSQL can use it. */
const isOpen = sql`${orders.status} in ('placed', 'confirmed', 'producing', 'inspecting')`;

async function listUrgent(db: Db, scope: Scope, today: string): Promise<DeliveryFigures['urgent']> {
  const { id, orderNo, summary, status, promisedDate, lead } = orders;
  const rows = await db
    .select({ id, orderNo, summary, status, promisedDate, lead })
    .from(orders)
    .where(and(isOpen, withinScope(scope)))
    .orderBy(asc(promisedDate), asc(id))
    .limit(MAX_URGENT);
  const day = parseDay(today);
  return rows.map(({ lead: leadClass, ...row }) => ({
    ...row,
    ...(leadClass && { lead: leadClass.name }),
    daysLeft: parseDay(row.promisedDate) - day,
  }));
}
