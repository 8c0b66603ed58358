import { acceptsExtension } from '#domain/orders/moves.ts';
import { isExpired } from '#domain/orders/validity.ts';
import type { Lapse } from '#contract/orders/offers.ts';
import type { Order } from '#contract/orders/order-data.ts';
import { AppError } from '#server/http/app-error.ts';
import { changeOrder, type OrderCall } from '../change-order.ts';
import { assertStatusAndVersion, type OfferDeps } from './offer-order.service.ts';
import { readRefusalLabel } from '../moving/refusal.queries.ts';

/**
 * Records why an expired quotation was not accepted; only staff see it. A new revision clears it.
 * Throws `record.not_found`, `order.not_quoted`, `order.not_expired`, `record.changed`, `request.invalid` for an unknown reason.
 */
export function recordLapse(
  deps: Pick<OfferDeps, 'database' | 'settings'>,
  call: OrderCall<Lapse>,
): Promise<Order> {
  const { refusal: code, note: text = '', version } = call.body;
  return changeOrder({
    deps,
    call,
    check: ({ order, viewer }) => assertStatusAndVersion(acceptsExtension, order, version, viewer),
    async work({ tx, order, audit, save }) {
      if (!isExpired(order.validUntil, call.now)) throw new AppError('order.not_expired');
      const label = await readRefusalLabel(tx, 'cancelled', code);
      const reason = ['过期未成交', label, text.trim()].filter(Boolean).join('：');
      audit({ reason });
      return { after: await save({ refusal: code }), history: [{ reason, isStaffOnly: true }] };
    },
  });
}
