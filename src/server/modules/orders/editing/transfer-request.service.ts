import { and, eq, isNull } from 'drizzle-orm';
import { acceptsOffers } from '#domain/orders/moves.ts';
import type { Order } from '#contract/orders/order-data.ts';
import type { CustomerTransfer } from '#contract/orders/order-edits.ts';
import { depts, partModels, quotationShares, users } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import { foundOrThrow } from '#server/http/records.ts';
import { getOrderCustomer } from '#server/modules/access/order-customer.service.ts';
import { changeOrder, type OrderCall } from '../change-order.ts';
import { customerName } from '../reading/customer-name.ts';
import { assertStatusAndVersion, type OfferDeps } from '../offering/offer-order.service.ts';
import { companyData } from '#server/modules/depts/company-data.ts';

/**
 * Transfers a request to the customer on whose behalf it was made. Its figures stay; its share links are revoked; the
 * quotation that it asks to change can no longer be placed; only staff see both customers in the history. Throws
 * `record.not_found`, `order.not_requested`, `record.changed`, and `request.invalid` for a user who is not a customer
 * or already owns the request.
 */
export function transferRequest(deps: OfferDeps, call: OrderCall<CustomerTransfer>): Promise<Order> {
  const { session, now, body } = call;
  return changeOrder({
    deps,
    call,
    check: ({ order, viewer }) => assertStatusAndVersion(acceptsOffers, order, body.version, viewer),
    async work({ tx, order: { id, ...before }, audit, save }) {
      const { userId, deptId } = await getOrderCustomer(tx, session, body.forUserId);
      if (userId === before.userId) {
        throw new AppError('request.invalid', { fields: { forUserId: '询价已经属于这个客户' } });
      }
      const { username, nickName, phone, email } = users;
      const { companyTitle, taxNumber } = companyData;
      const [foundProfile] = await tx
        .select({ username, nickName, phone, email, companyTitle, taxNumber, deptName: depts.deptName })
        .from(users)
        .leftJoin(depts, eq(depts.deptId, users.deptId))
        .where(eq(users.userId, userId));
      const profile = foundOrThrow(foundProfile);
      const customer = { ...profile, deptName: profile.deptName ?? '' };
      const after = await save({ userId, deptId, customer, keepsQuotation: false });
      await tx.update(partModels).set({ userId, deptId }).where(eq(partModels.orderId, id));
      await tx
        .update(quotationShares)
        .set({ revokedAt: now })
        .where(and(eq(quotationShares.orderId, id), isNull(quotationShares.revokedAt)));
      const names = [customerName(before.customer), customerName(customer)];
      audit({ customer: names });
      return {
        after,
        history: [{ reason: `更正客户：${names.join(' → ')}`, isStaffOnly: true }],
        notify: (author) => deps.notifier.requestTransferred(tx, after, { ...author, isStaff: true }, now),
      };
    },
  });
}
