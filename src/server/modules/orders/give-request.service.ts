import { and, eq, isNull } from 'drizzle-orm';
import { isOpenToOffers } from '#domain/orders/moves.ts';
import type { Order } from '#contract/order-data.ts';
import type { Gift } from '#contract/order-edits.ts';
import { stampOfChange } from '#server/db/record-store.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { depts, orders, partModels, quotationShares, users } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { customerOf } from './ask-for-customer.service.ts';
import { customerName } from './customer-name.service.ts';
import { lockFor, type OfferDeps } from './offer-order.service.ts';
import { presentOrder } from './orders.queries.ts';
import { viewerOf, type Note } from './orders.service.ts';
import { keepForStaff } from './staff-event.service.ts';

/**
 * Gives a request to the customer whom it is for. Its figures stay, links to its earlier revisions end, a quotation
 * that it asks about cannot be placed any more, and the history names both customers to staff alone.
 * Throws `record.not_found`, `order.not_requested`, `record.changed`, `request.invalid` for who is no customer, or its customer already.
 */
export async function giveRequest(
  { database: { db }, notifier }: Pick<OfferDeps, 'database' | 'notifier'>,
  caller: Caller,
  id: number,
  { forUserId, version }: Gift,
  now: Date,
  note: Note,
): Promise<Order> {
  const by = { userId: caller.userId, userName: caller.nickName };
  return db.transaction(async (tx) => {
    const before = await lockFor(tx, caller, { id, version, now, isOpen: isOpenToOffers, note });
    const { userId, deptId } = await customerOf(tx, caller, forUserId);
    if (userId === before.userId) {
      throw new AppError('request.invalid', { fields: { forUserId: '询价已经属于这个客户' } });
    }
    const { username, nickName, phone, email, companyTitle, taxNumber } = users;
    const [found] = await tx
      .select({ username, nickName, phone, email, companyTitle, taxNumber, deptName: depts.deptName })
      .from(users)
      .leftJoin(depts, eq(depts.deptId, users.deptId))
      .where(eq(users.userId, userId));
    if (!found) throw new AppError('record.not_found');
    const customer = { ...found, deptName: found.deptName ?? '' };
    const after = onlyRow(
      await tx
        .update(orders)
        .set({
          userId,
          deptId,
          customer,
          keepsQuotation: false,
          ...stampOfChange(orders, { userId: by.userId, now }),
        })
        .where(eq(orders.id, id))
        .returning(),
    );
    await tx.update(partModels).set({ userId, deptId }).where(eq(partModels.orderId, id));
    await tx
      .update(quotationShares)
      .set({ revokedAt: now })
      .where(and(eq(quotationShares.orderId, id), isNull(quotationShares.revokedAt)));
    const names = [customerName(before.customer), customerName(customer)];
    await keepForStaff(tx, {
      orderId: id,
      status: after.status,
      reason: `更正客户：${names.join(' → ')}`,
      by,
      now,
    });
    note({ id, orderNo: after.orderNo, customer: names });
    await notifier.requestGiven(tx, after, { userId: by.userId, isStaff: true }, now);
    return presentOrder(after, viewerOf(caller, now));
  });
}
