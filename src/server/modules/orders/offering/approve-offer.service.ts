import type { BodyOf } from '#contract/kernel/endpoint.ts';
import type { offers } from '#contract/orders/offers.ts';
import type { Order } from '#contract/orders/order-data.ts';
import { AppError } from '#server/http/app-error.ts';
import { foundOrThrow } from '#server/http/records.ts';
import {
  decideApproval,
  findApproval,
  isRequestUnchanged,
  matchesApproval,
  type ApprovalRow,
} from './approvals.queries.ts';
import { changeOrder, type ChangeContext, type OrderCall } from '../change-order.ts';
import { deliverOffer, type OfferDeps } from './offer-order.service.ts';
import { prepareOffer } from './prepare-offer.service.ts';

/**
 * Approves a pending offer and sends it exactly as stored, if the request is unchanged and the discount is within the caller's
 * limit. Only one of several simultaneous calls succeeds. Throws `record.not_found`, `order.approval_decided`,
 * `order.approval_stale`, `order.above_limit`.
 */
export const approveOffer = (
  { notifier, ...deps }: OfferDeps,
  call: OrderCall<BodyOf<typeof offers.releaseOffer>>,
): Promise<Order> =>
  changeOrder({
    deps,
    call,
    async work(context) {
      const { now, body, session } = call;
      const { tx, order, settings, by, errorWithOrder } = context;
      const approval = await getPendingApproval(context, body.approvalId);
      const prepared = await prepareOffer(tx, order, approval.offer, approval.requestedName, settings);
      if (!matchesApproval(prepared, approval)) throw errorWithOrder('order.approval_stale');
      const { percent } = prepared.reduction;
      const { discountLimit } = session.grant;
      if (percent > discountLimit) {
        throw new AppError('order.above_limit', {
          msg: `折扣 ${percent}% 超过您的上限 ${discountLimit}%，不能批准`,
        });
      }
      await decideApproval(tx, approval.id, { decision: 'released', by, now });
      const exceedsLimit = approval.percent > approval.limitPercent;
      const approvalText = `批准${approval.requestedName}的报价${exceedsLimit ? `：折扣 ${percent}%` : ''}`;
      const { after, reason, text } = await deliverOffer(context, prepared, now);
      const author = { userId: approval.requestedBy, userName: approval.requestedName };
      return {
        after,
        history: [
          { reason: approvalText, isStaffOnly: true },
          { to: after.status, reason, by: author },
        ],
        async notify(writer) {
          await notifier.offerSent(tx, after, text, writer, now);
          await notifier.approvalDecided(tx, after, approval, { ...by, reason: null }, now);
        },
      };
    },
  });

/**
 * Refuses a pending offer with a reason for its author.
 * Throws `record.not_found`, `order.approval_decided`, `order.approval_stale`.
 */
export async function refuseOffer(
  { notifier, ...deps }: OfferDeps,
  call: OrderCall<BodyOf<typeof offers.refuseOffer>>,
): Promise<Order> {
  const { now, body } = call;
  const reason = body.reason.trim();
  if (reason === '') throw new AppError('order.reason_required', { fields: { reason: '请填写退回原因' } });
  return changeOrder({
    deps,
    call,
    async work(context) {
      const { tx, order, by, audit } = context;
      const approval = await getPendingApproval(context, body.approvalId);
      audit({ reason });
      await decideApproval(tx, approval.id, { decision: 'refused', by, note: reason, now });
      return {
        history: [{ reason: `退回${approval.requestedName}的报价：${reason}`, isStaffOnly: true }],
        notify: () => notifier.approvalDecided(tx, order, approval, { ...by, reason }, now),
      };
    },
  });
}

/** The pending offer. Throws `record.not_found`, `order.approval_decided`, `order.approval_stale`. */
async function getPendingApproval(
  { tx, order, errorWithOrder }: ChangeContext,
  id: number,
): Promise<ApprovalRow> {
  const approval = foundOrThrow(await findApproval(tx, order.id, id));
  if (approval.decision !== null) throw errorWithOrder('order.approval_decided');
  if (!isRequestUnchanged(approval, order)) throw errorWithOrder('order.approval_stale');
  return approval;
}
