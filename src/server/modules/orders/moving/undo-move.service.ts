import { UNDO_REASON } from '#domain/orders/undo.ts';
import type { Order } from '#contract/orders/order-data.ts';
import { AppError } from '#server/http/app-error.ts';
import { changeOrder, type OrderCall } from '../change-order.ts';
import { retakeSlot } from '../placing/lead-slots.queries.ts';
import { findUndo, type MoveDeps } from '../reading/orders.service.ts';

/**
 * Returns an order to its status before the caller's last move, with a history entry, unless the order has changed since or mail
 * about the move has been sent.
 * Throws `record.not_found`, `order.not_undoable`, `record.changed`, `order.lead_full`.
 */
export const undoMove = (
  deps: Pick<MoveDeps, 'database' | 'settings' | 'notifier'>,
  call: OrderCall<{ version: number }>,
): Promise<Order> =>
  changeOrder({
    deps,
    call,
    version: call.body.version,
    async work({ tx, order, audit, errorWithOrder, save }) {
      const { session, now } = call;
      const undo = await findUndo(tx, session, order, now);
      if (!undo) throw errorWithOrder('order.not_undoable');
      const { status, lead, slotDay, requestedAt, updatedAt } = order;
      audit({ status: [status, undo.to], reason: UNDO_REASON });
      // A cancelled order has given its slot back.
      if (lead && slotDay !== null && status === 'cancelled') await retakeSlot(tx, { lead, day: slotDay });
      // The move withdrew an offer made without a request, and therefore also set `requestedAt`.
      const isWithdrawal = status === 'requested' && requestedAt?.getTime() === updatedAt.getTime();
      const after = await save({
        status: undo.to,
        refusal: '',
        ...(status === 'shipped' ? { shippedAt: null, carrier: '', trackingNo: '' } : {}),
        ...(isWithdrawal ? { requestedAt: null, replyDueAt: null } : {}),
      });
      return {
        after,
        history: [{ to: undo.to, reason: UNDO_REASON }],
        async notify(author) {
          const isMailCancelled = await deps.notifier.cancelMoveMail(
            tx,
            after,
            { from: status, movedAt: updatedAt },
            author,
            now,
          );
          if (!isMailCancelled) {
            throw new AppError('order.not_undoable', { msg: '通知邮件已经发给客户，不能再撤销' });
          }
        },
      };
    },
  });
