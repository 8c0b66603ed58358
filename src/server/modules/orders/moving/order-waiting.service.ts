import { eq, sql, type SQL } from 'drizzle-orm';
import type { ShipCalendar } from '#domain/delivery/ship-date.ts';
import { dateAfterWait, dateRestartedByAnswer } from '#domain/delivery/waiting-days.ts';
import { dueAfterPause } from '#domain/delivery/working-hours.ts';
import { isBeforeProduction, isPromised, waitReason } from '#domain/orders/waiting.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import type { Db } from '#server/db/database.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { stampOfChange } from '#server/db/record-store.ts';
import { orders } from '#server/db/schema.ts';
import { openingHours, workCalendar } from '#server/modules/quotes/quotes.service.ts';
import type { Settings } from '#server/modules/settings/settings.service.ts';
import type { OrderRow } from '../reading/orders.queries.ts';

/*
 * While the customer has an unanswered question, `orders.waiting_since` is the start of the wait that the promised day does
 * not include yet. Each change of the day includes the wait so far and resets the start to now, so that no day counts twice.
 */

const calendarOf = (settings: Settings): ShipCalendar => ({
  cutOffHour: settings['quote.cutOffHour'],
  ...workCalendar(settings),
});

type WaitingOrder = Pick<
  OrderRow,
  'status' | 'promisedDate' | 'waitingSince' | 'deliveryTime' | 'isDateByHand'
>;

/**
 * The promised day if the wait ends now, and the working days by which it moves; undefined without a wait or a promise.
 * If the shop counts from the last answer, the delivery time starts again, unless production has begun or staff set the
 * day.
 */
export function waitOf(
  { status, promisedDate, waitingSince, deliveryTime, isDateByHand }: WaitingOrder,
  settings: Settings,
  now: Date,
): { date: string; days: number } | undefined {
  if (waitingSince === null || !isPromised(status)) return undefined;
  const calendar = calendarOf(settings);
  const wait = dateAfterWait(promisedDate, waitingSince, now, calendar);
  if (settings['quote.promiseStart'] === 'placing' || isDateByHand || !isBeforeProduction(status))
    return wait;
  return dateRestartedByAnswer(promisedDate, { after: wait.date, deliveryDays: deliveryTime, now }, calendar);
}

/** `waitOf` in the wire format. */
export function presentWait(order: WaitingOrder, settings: Settings, now: Date): OrderWithExt['wait'] {
  const wait = waitOf(order, settings, now);
  return wait ? { days: wait.days, promisedDate: wait.date } : null;
}

/** Restarts a running wait: the new promised date already includes the time waited. */
export const restartedWait = (now: Date): SQL =>
  sql`case when ${orders.waitingSince} is null then null else ${now.toISOString()}::timestamptz end`;

/** The history text for a moved promised day. */
export const waitHistoryText = (from: string, { date, days }: { date: string; days: number }): string =>
  `承诺发货日 ${from} → ${date}：${waitReason(days)}`;

/** Starts a wait when the shop asks; does not restart a running one. */
export async function startWaiting(tx: Db, orderId: number, now: Date): Promise<void> {
  await tx
    .update(orders)
    .set({ waitingSince: sql`coalesce(${orders.waitingSince}, ${now.toISOString()}::timestamptz)` })
    .where(eq(orders.id, orderId));
}

/**
 * Ends the wait of a locked order: moves its promised day by the working days waited, and the promised reply to a
 * request by the working time. Resolves with the order, those days, and the history text for a moved day.
 */
export async function endWaiting(
  tx: Db,
  order: OrderRow,
  { settings, userId, now }: { settings: Settings; userId: number; now: Date },
): Promise<{ after: OrderRow; days: number; event?: string }> {
  const { id, status, promisedDate, replyDueAt, waitingSince } = order;
  if (waitingSince === null) return { after: order, days: 0 };
  const wait = waitOf(order, settings, now);
  const isMoved = wait !== undefined && wait.days > 0;
  const isPaused = status === 'requested' && replyDueAt !== null;
  const rows = await tx
    .update(orders)
    .set({
      waitingSince: null,
      ...(isPaused
        ? { replyDueAt: dueAfterPause(replyDueAt, waitingSince, now, openingHours(settings)) }
        : {}),
      ...(isMoved ? { promisedDate: wait.date, ...stampOfChange(orders, { userId, now }) } : {}),
    })
    .where(eq(orders.id, id))
    .returning();
  const after = onlyRow(rows);
  return isMoved
    ? { after, days: wait.days, event: waitHistoryText(promisedDate, wait) }
    : { after, days: 0 };
}
