import { keepsDate } from '#domain/orders/keeps-date.ts';
import { canMove, needsReason } from '#domain/orders/moves.ts';
import { shipmentText } from '#domain/orders/shipment.ts';
import { isExpired, keepsValidQuotation } from '#domain/orders/validity.ts';
import { isPromised } from '#domain/orders/waiting.ts';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import { ASKED_REASON } from '#domain/review/review-reasons.ts';
import type { Order } from '#contract/orders/order-data.ts';
import type { MoveOrder } from '#contract/orders/order-moves.ts';
import type { Db } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Catalogue } from '#server/modules/catalogue/catalogue.service.ts';
import { assertModelsChecked } from '#server/modules/models/part-models.service.ts';
import type { Notifier } from '#server/modules/notifications/notifications.service.ts';
import { promisedDate, replyDue } from '#server/modules/quotes/quotes.service.ts';
import type { Settings } from '#server/modules/settings/settings.service.ts';
import { assertNotFree } from '../placing/assert-not-free.ts';
import { changeOrder, changeOrderWithin, type Change, type OrderCall } from '../change-order.ts';
import { freeSlot, slotsOf, takeSlot } from '../placing/lead-slots.queries.ts';
import { assertContact } from '../placing/assert-contact.ts';
import { waitHistoryText, restartedWait, waitOf } from './order-waiting.service.ts';
import type { OrderRow } from '../reading/orders.queries.ts';
import { actorOf, type MoveDeps } from '../reading/orders.service.ts';
import { readRefusalLabel } from './refusal.queries.ts';
import { assertSavedNeedsNoReview } from '../revising/saved-review.service.ts';
import { acceptAlternatives } from '../offering/accept-alternatives.service.ts';

/** The delivery time counts from the day of placing, not of quoting, unless staff set the date. */
const dateOnPlacing = (order: OrderRow, settings: Settings, now: Date): string =>
  keepsDate(order, now) ? order.promisedDate : promisedDate(settings, order.deliveryTime, now);

interface MoveTools {
  catalogue: Catalogue;
  notifier: Notifier;
}

/**
 * Moves an order to another status if the table of legal moves allows it, and records the move in its history.
 * Throws `record.not_found`, `order.illegal_move`, `order.reason_required`, `order.expired`, `request.invalid` for an incomplete
 * contact or alternatives that the offer does not have, `order.needs_review`, `order.free`, `order.model_unchecked`, `order.holds_unseen`,
 * `record.changed`, `order.lead_full`, `order.model_waiting`.
 */
export async function moveOrder(deps: MoveDeps, call: OrderCall<MoveOrder>): Promise<Order> {
  const catalogue = await deps.catalogue(call.session.catalogueRevision);
  return changeOrder({ deps, ...moveChange({ catalogue, notifier: deps.notifier }, call) });
}

/** `moveOrder` inside a transaction. */
export const moveWithin = (
  tx: Db,
  { settings, ...tools }: MoveTools & { settings: Settings },
  call: OrderCall<MoveOrder>,
): Promise<Order> => changeOrderWithin(tx, settings, moveChange(tools, call));

function moveChange({ catalogue, notifier }: MoveTools, call: OrderCall<MoveOrder>): Change<Order> {
  const { session, now, body } = call;
  const {
    to,
    reason: reasonText = '',
    version,
    refusal: refusalCode = '',
    seenHolds = [],
    chosen = [],
    ...rest
  } = body;
  const shipment = { carrier: rest.carrier ?? '', trackingNo: rest.trackingNo ?? '' };
  let reason = reasonText;
  return {
    call,
    version,
    async check({ tx, order, settings, viewer, audit, errorWithOrder }) {
      const label = await readRefusalLabel(tx, to, refusalCode);
      reason = [label, reasonText].filter((part) => part.trim() !== '').join('：');
      audit({ status: [order.status, to], reason, ...rest });
      if (!canMove(order.status, to, actorOf(session), keepsValidQuotation(order, now)))
        throw errorWithOrder('order.illegal_move');
      if (needsReason(order.status, to, actorOf(session)) && reason.trim() === '') {
        throw new AppError('order.reason_required', { fields: { reason: '请填写原因' } });
      }
      if (to === 'placed' && isExpired(order.validUntil, now)) throw new AppError('order.expired');
      if (to === 'placed' && !viewer.isStaff) assertContact(settings, order);
      if (to !== 'placed' && chosen.length > 0) {
        throw new AppError('request.invalid', { fields: { chosen: '接受报价时才能选择方案' } });
      }
      if (to !== 'shipped' && shipmentText(shipment) !== '') {
        throw new AppError('request.invalid', { fields: { trackingNo: '发货时才能填写承运方和运单号' } });
      }
    },
    async work({ tx, order: saved, settings, by, viewer, save }) {
      const accepted =
        chosen.length > 0 ? await acceptAlternatives(tx, saved, chosen, { by, settings, now }) : undefined;
      const order = accepted?.after ?? saved;
      const { status: from, lead } = order;
      if (to === 'placed') assertNotFree(order);
      if (to === 'placed') await assertSavedNeedsNoReview({ db: tx, catalogue, settings }, order, now);
      const revision = { orderId: order.id, revision: order.revision };
      const seenLines = to === 'confirmed' ? await assertModelsChecked(tx, revision, seenHolds) : [];
      // A move that ends the promise adds the wait so far to the promised day.
      const wait = isPromised(to) ? undefined : waitOf(order, settings, now);
      const slots = to === 'placed' ? slotsOf(catalogue, lead) : null;
      const today = dayText(dayNumber(now));
      const restartsWait = wait || to === 'placed' || to === 'requested';
      const after = await save({
        status: to,
        promisedDate: to === 'placed' ? dateOnPlacing(order, settings, now) : wait?.date,
        waitingSince: restartsWait ? restartedWait(now) : undefined,
        // A cancellation without a reason keeps the reason recorded for an expired quotation.
        refusal: to === 'cancelled' && refusalCode === '' ? undefined : refusalCode,
        slotDay: slots === null ? undefined : today,
        ...(to === 'placed' ? { placedAt: now } : {}),
        ...(to === 'shipped' ? { shippedAt: now, ...shipment } : {}),
        // Asking again and withdrawing an offer both leave a request for a manual quotation.
        ...(to === 'requested' ? { gates: [ASKED_REASON], keepsQuotation: !viewer.isStaff } : {}),
        ...(to === 'requested' && !(viewer.isStaff && order.requestedAt)
          ? { requestedAt: now, replyDueAt: replyDue(settings, now) }
          : {}),
      });
      if (lead && slots !== null) await takeSlot(tx, { lead, day: today }, slots);
      if (lead && order.slotDay !== null && to === 'cancelled')
        await freeSlot(tx, { lead, day: order.slotDay });
      const events = [
        to === 'placed' && order.isDateByHand && after.promisedDate !== order.promisedDate
          ? `承诺发货日 ${order.promisedDate} → ${after.promisedDate}：提交订单时原定的日期已过，已重新计算`
          : '',
        wait && wait.days > 0 ? waitHistoryText(order.promisedDate, wait) : '',
        seenLines.length > 0 ? `核对三维模型提示：零件 ${seenLines.join('、')}` : '',
      ];
      return {
        after,
        history: [
          ...(accepted ? [{ to: from, reason: accepted.reason }] : []),
          ...events.filter(Boolean).map((event) => ({ from, to: from, reason: event })),
          { from, to, reason, isByShop: viewer.isStaff },
        ],
        notify: (author) => notifier.orderMoved(tx, after, { from, reason }, author, now),
      };
    },
  };
}
