import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import { orderStatusLabels } from '#domain/orders/order-status.ts';
import type { Order } from '#contract/orders/order-data.ts';
import type { ShopEdit } from '#contract/orders/order-edits.ts';
import { AppError, fieldError } from '#server/http/app-error.ts';
import { changesOf } from '#server/http/records.ts';
import { changeOrder, type OrderCall } from '../change-order.ts';
import { restartedWait } from '../moving/order-waiting.service.ts';
import type { OrderRow } from '../reading/orders.queries.ts';
import type { MoveDeps } from '../reading/orders.service.ts';

/** The statuses of orders whose promised date can no longer change. */
const finalDateStatuses: ReadonlySet<OrderStatus> = new Set(['shipped', 'completed', 'cancelled']);

/**
 * Changes the shop's note and the promised date. A changed date needs a reason, stays when the quotation is placed, and
 * appears in the order's history, which the customer can read; the note does not.
 * Throws `record.not_found`, `order.illegal_move`, `request.invalid` for a past day, `order.reason_required`,
 * `record.changed`.
 */
export function editOrder(
  deps: Pick<MoveDeps, 'database' | 'settings' | 'notifier'>,
  call: OrderCall<ShopEdit>,
): Promise<Order> {
  const { now, body } = call;
  const { staffNote, promisedDate, version, reason = '' } = body;
  return changeOrder({
    deps,
    call,
    version,
    isStaff: true,
    check({ order, audit }) {
      audit({ ...changesOf(order, { staffNote, promisedDate }), reason });
      if (promisedDate !== order.promisedDate) assertDateChange(order, body, now);
    },
    async work({ tx, order: { promisedDate: from }, save }) {
      if (promisedDate === from) return { after: await save({ staffNote }) };
      // A manual date includes the wait for the customer until now.
      const dateColumns = { promisedDate, isDateByHand: true, waitingSince: restartedWait(now) };
      const after = await save({ staffNote, ...dateColumns });
      return {
        after,
        history: [{ reason: `承诺发货日 ${from} → ${promisedDate}：${reason.trim()}` }],
        notify: (author) => deps.notifier.dateChanged(tx, after, { from, reason }, author, now),
      };
    },
  });
}

/** Two years; a later date is a typing error or comes from another calendar. */
const MAX_DAYS_AHEAD = 730;

function assertDateChange({ status }: OrderRow, { promisedDate, reason = '' }: ShopEdit, now: Date): void {
  if (finalDateStatuses.has(status)) {
    const msg = `订单${orderStatusLabels[status]}，承诺发货日不能再修改`;
    throw fieldError('promisedDate', msg, 'order.illegal_move');
  }
  if (promisedDate < dayText(dayNumber(now))) throw fieldError('promisedDate', '承诺发货日不能早于今天');
  const latest = dayText(dayNumber(now) + MAX_DAYS_AHEAD);
  if (promisedDate > latest) throw fieldError('promisedDate', `承诺发货日不能晚于 ${latest}`);
  if (reason.trim() !== '') return;
  throw new AppError('order.reason_required', { fields: { reason: '请填写修改承诺发货日的原因' } });
}
