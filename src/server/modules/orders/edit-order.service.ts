import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import { orderStatusLabels } from '#domain/orders/order-status.ts';
import type { Order } from '#contract/order-data.ts';
import type { ShopEdit } from '#contract/order-edits.ts';
import type { Database } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import { changesOf, savedOrConflict } from '#server/http/records.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import type { Notifier } from '#server/modules/notifications/notifications.service.ts';
import { waitFrom } from './order-waiting.service.ts';
import { findOrder, insertHistory, presentOrder, updateShopFields, type OrderRow } from './orders.queries.ts';
import { getOrder, type Note } from './orders.service.ts';

/** Shipped and cancelled orders have no date to promise. */
const dateIsFinal: ReadonlySet<OrderStatus> = new Set(['shipped', 'completed', 'cancelled']);

/**
 * Changes the shop's note and the promised date. A changed date needs a reason, is kept when the quotation is placed, and
 * appears in the order's history, which the customer can read; the note does not.
 * Throws `record.not_found`, `order.illegal_move`, `request.invalid` for a past day, `order.reason_required`,
 * `record.changed`.
 */
export async function editOrder(
  { database: { db }, notifier }: { database: Database; notifier: Notifier },
  caller: Caller,
  id: number,
  edit: ShopEdit,
  now: Date,
  note: Note,
): Promise<Order> {
  const viewer = { now, isStaff: true }; // Only staff have this permission.
  return db.transaction(async (tx) => {
    const before = await getOrder(tx, caller.grant.scope, id);
    const { staffNote, promisedDate, reason = '' } = edit;
    note({ id, orderNo: before.orderNo, ...changesOf(before, { staffNote, promisedDate }), reason });
    const movesDate = promisedDate !== before.promisedDate;
    if (movesDate) assertDateMayMove(before, edit, now);
    const { userId, nickName: userName } = caller;
    const isDateByHand = movesDate || before.isDateByHand;
    // A date by hand takes in the wait for the customer until now.
    const waitingSince = movesDate ? waitFrom(now) : undefined;
    const saved = await updateShopFields(tx, id, { ...edit, isDateByHand, waitingSince, userId, now });
    const after = await savedOrConflict(saved && presentOrder(saved, viewer), async () => {
      const current = await findOrder(tx, caller.grant.scope, id);
      return current && presentOrder(current, viewer);
    });
    if (movesDate) {
      await insertHistory(tx, {
        orderId: id,
        from: before.status,
        to: before.status,
        reason: `承诺发货日 ${before.promisedDate} → ${promisedDate}：${reason.trim()}`,
        userId,
        userName,
        createdAt: now,
      });
      const moved = { ...before, promisedDate };
      await notifier.dateMoved(
        tx,
        moved,
        { from: before.promisedDate, reason },
        { userId, isStaff: true },
        now,
      );
    }
    return after;
  });
}

/** Two years. A later day is a slip, or a year of another calendar. */
const MAX_DAYS_AHEAD = 730;

function assertDateMayMove({ status }: OrderRow, { promisedDate, reason = '' }: ShopEdit, now: Date): void {
  if (dateIsFinal.has(status)) {
    const msg = `订单${orderStatusLabels[status]}，承诺发货日不能再修改`;
    throw new AppError('order.illegal_move', { msg, fields: { promisedDate: msg } });
  }
  if (promisedDate < dayText(dayNumber(now))) {
    const msg = '承诺发货日不能早于今天';
    throw new AppError('request.invalid', { msg, fields: { promisedDate: msg } });
  }
  const latest = dayText(dayNumber(now) + MAX_DAYS_AHEAD);
  if (promisedDate > latest) {
    const msg = `承诺发货日不能晚于 ${latest}`;
    throw new AppError('request.invalid', { msg, fields: { promisedDate: msg } });
  }
  if (reason.trim() !== '') return;
  throw new AppError('order.reason_required', { fields: { reason: '请填写修改承诺发货日的原因' } });
}
