import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import { priceOf } from '#contract/kernel/amounts.ts';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import { MAX_WAITING_COUNT, type TodayWork, type WaitingOrder } from '#contract/system/today.ts';
import type { Db } from '#server/db/database.ts';
import { countUpTo } from '#server/db/list-query.ts';
import { orders } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { hasUncheckedModels } from '#server/modules/models/unchecked-models.service.ts';
import { countOpenOrders, readStatusSums } from '#server/modules/order-sums/order-sums.service.ts';
import { customerName } from '#server/modules/orders/reading/customer-name.ts';
import { countWaitingInTime, dueOrders } from '#server/modules/orders/reading/due-orders.service.ts';
import { withinScope } from '#server/modules/access/order-scope.ts';
import { replyMinutesLeft, type WorkingClock } from '#server/modules/orders/desk/reply-clock.ts';
import { isWaitingForApproval } from '#server/modules/orders/offering/waiting-for-approval.ts';

const SHOWN = 5;

/** The orders within the scope that wait for the shop. Counts come from the stored sums or have a limit. */
export async function readWaitingOrders(
  db: Db,
  scope: Scope,
  { now, workingMsBetween }: { now: Date; workingMsBetween: WorkingClock },
  may: { acknowledge: boolean; price: boolean; approve: boolean },
): Promise<NonNullable<TodayWork['orders']>> {
  const today = dayText(dayNumber(now));
  const { status, createdAt, promisedDate, validUntil } = orders;
  const expiring = and(dueOrders('expiring', now), withinScope(scope));
  const toAcknowledge = and(hasUncheckedModels, withinScope(scope));
  const isRequested = and(eq(status, 'requested'), withinScope(scope));
  const toApprove = and(isWaitingForApproval, withinScope(scope));
  const readFirst = (where: SQL | undefined, sortColumn: SortColumn) =>
    listFirst(db, where, sortColumn, { now, workingMsBetween });
  const countAndFirst = (where: SQL | undefined, sortColumn: SortColumn) =>
    Promise.all([countUpTo(db, orders, where, MAX_WAITING_COUNT), readFirst(where, sortColumn)]);
  const [
    requested,
    placed,
    open,
    waitingCount,
    expiringCount,
    toPrice,
    toConfirm,
    overdue,
    expiringRows,
    openModels,
    toRelease,
  ] = await Promise.all([
    readStatusSums(db, scope, sql`status = 'requested'`),
    readStatusSums(db, scope, sql`status = 'placed'`),
    countOpenOrders(db, scope, { today, until: today }),
    // The stored sums also count as overdue the orders that wait for the customer.
    countWaitingInTime(db, scope, now, MAX_WAITING_COUNT),
    countUpTo(db, orders, expiring, MAX_WAITING_COUNT),
    may.price ? readFirst(isRequested, orders.replyDueAt) : null,
    readFirst(and(eq(status, 'placed'), withinScope(scope)), createdAt),
    readFirst(and(dueOrders('overdue', now), withinScope(scope)), promisedDate),
    readFirst(expiring, validUntil),
    may.acknowledge ? countAndFirst(toAcknowledge, createdAt) : null,
    may.approve ? countAndFirst(toApprove, orders.replyDueAt) : null,
  ]);
  return {
    toPrice: toPrice && { count: requested[0]?.count ?? 0, list: toPrice },
    toRelease: toRelease && { count: toRelease[0], list: toRelease[1] },
    toConfirm: { count: placed[0]?.count ?? 0, list: toConfirm },
    overdue: { count: Math.max(0, open.overdue - waitingCount), list: overdue },
    expiring: { count: expiringCount, list: expiringRows },
    openModels: openModels && { count: openModels[0], list: openModels[1] },
  };
}

type SortColumn =
  typeof orders.createdAt | typeof orders.promisedDate | typeof orders.validUntil | typeof orders.replyDueAt;

async function listFirst(
  db: Db,
  where: SQL | undefined,
  sortColumn: SortColumn,
  { now, workingMsBetween }: { now: Date; workingMsBetween: WorkingClock },
): Promise<WaitingOrder[]> {
  const { id, orderNo, status, summary, customer, totalFen, promisedDate, validUntil } = orders;
  const { replyDueAt, waitingSince, lead } = orders;
  const rows = await db
    .select({
      id,
      orderNo,
      status,
      summary,
      customer,
      totalFen,
      promisedDate,
      validUntil,
      replyDueAt,
      waitingSince,
      lead,
    })
    .from(orders)
    .where(where)
    .orderBy(asc(sortColumn), asc(id))
    .limit(SHOWN);
  return rows.map((row) => ({
    id: row.id,
    orderNo: row.orderNo,
    status: row.status,
    summary: row.summary,
    customer: customerName(row.customer),
    ...(row.lead && { lead: row.lead.name }),
    price: priceOf(row),
    promisedDate: row.promisedDate,
    validUntil: row.validUntil.toISOString(),
    minutesLeft: replyMinutesLeft(row, now, workingMsBetween),
  }));
}
