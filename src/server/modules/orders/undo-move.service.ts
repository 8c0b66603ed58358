import { UNDO_REASON } from '#domain/orders/undo.ts';
import type { Order } from '#contract/order-data.ts';
import type { Database } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import type { Notifier } from '#server/modules/notifications/notifications.service.ts';
import { retakeSlot } from './lead-slots.queries.ts';
import { insertHistory, lockOrder, presentOrder, revertStatus } from './orders.queries.ts';
import { findUndo, getOrder, viewerOf, type Note } from './orders.service.ts';

/**
 * Returns an order to its status before the caller's last move, with a row of history. Nothing may have happened since,
 * and mail about the move must not have left.
 * Throws `record.not_found`, `order.not_undoable`, `record.changed`, `order.lead_full`.
 */
export async function undoMove(
  { database: { db }, notifier }: { database: Database; notifier: Notifier },
  caller: Caller,
  id: number,
  { version }: { version: number },
  now: Date,
  note: Note,
): Promise<Order> {
  const viewer = viewerOf(caller, now);
  const { userId, nickName: userName } = caller;
  return db.transaction(async (tx) => {
    const { scope } = caller.grant;
    await getOrder(tx, scope, id); // Locks no order outside the scope.
    await lockOrder(tx, id);
    const order = await getOrder(tx, scope, id);
    if (order.version !== version)
      throw new AppError('record.changed', { data: presentOrder(order, viewer) });
    const undo = await findUndo(tx, caller, order, now);
    if (!undo) throw new AppError('order.not_undoable', { data: presentOrder(order, viewer) });
    note({ id, orderNo: order.orderNo, status: [order.status, undo.to], reason: UNDO_REASON });
    // A cancelled order has given its slot back.
    if (order.lead && order.slotDay !== null && order.status === 'cancelled')
      await retakeSlot(tx, { lead: order.lead, day: order.slotDay });
    const reverted = await revertStatus(tx, order, { to: undo.to, userId, now });
    await insertHistory(tx, {
      orderId: id,
      from: order.status,
      to: undo.to,
      reason: UNDO_REASON,
      userId,
      userName,
      createdAt: now,
    });
    const move = { from: order.status, madeAt: order.updatedAt };
    const isUnsent = await notifier.moveUndone(tx, reverted, move, { userId, isStaff: viewer.isStaff }, now);
    if (!isUnsent) {
      throw new AppError('order.not_undoable', { msg: '通知邮件已经发给客户，不能再撤销' });
    }
    return presentOrder(reverted, viewer);
  });
}
