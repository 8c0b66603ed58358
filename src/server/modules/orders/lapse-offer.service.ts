import { and, eq } from 'drizzle-orm';
import { isOpenToExtension } from '#domain/orders/moves.ts';
import { isExpired } from '#domain/orders/validity.ts';
import type { Lapse } from '#contract/offers.ts';
import type { Order } from '#contract/order-data.ts';
import { stampOfChange } from '#server/db/record-store.ts';
import { orders } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { eventOf, lockFor, type OfferDeps } from './offer-order.service.ts';
import { insertHistory, presentOrder } from './orders.queries.ts';
import { viewerOf, type Note } from './orders.service.ts';
import { refusalLabel } from './refusal.queries.ts';

/**
 * Records why an expired quotation was not accepted, for staff alone. A new revision forgets it.
 * Throws `record.not_found`, `order.not_quoted`, `order.not_expired`, `record.changed`, `request.invalid` for an unknown reason.
 */
export async function recordLapse(
  { database: { db } }: Pick<OfferDeps, 'database'>,
  caller: Caller,
  id: number,
  { refusal, note: text = '', version }: Lapse,
  now: Date,
  note: Note,
): Promise<Order> {
  const { userId, nickName: userName } = caller;
  return db.transaction(async (tx) => {
    const before = await lockFor(tx, caller, { id, version, now, isOpen: isOpenToExtension, note });
    if (!isExpired(before.validUntil, now)) throw new AppError('order.not_expired');
    const label = await refusalLabel(tx, 'cancelled', refusal);
    const [after] = await tx
      .update(orders)
      .set({ refusal, ...stampOfChange(orders, { userId, now }) })
      .where(and(eq(orders.id, id), eq(orders.version, version)))
      .returning();
    if (!after) throw new AppError('record.changed');
    const reason = ['过期未成交', label, text.trim()].filter(Boolean).join('：');
    const event = eventOf(before, after, { userId, userName }, now);
    await insertHistory(tx, { ...event, reason, isStaffOnly: true });
    note({ id, orderNo: after.orderNo, reason });
    return presentOrder(after, viewerOf(caller, now));
  });
}
