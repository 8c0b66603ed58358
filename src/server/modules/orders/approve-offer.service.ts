import type { BodyOf } from '#contract/endpoint.ts';
import type { offers } from '#contract/offers.ts';
import type { Order } from '#contract/order-data.ts';
import type { Db } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import { foundOrThrow } from '#server/http/records.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { decideApproval, findApproval, fitsRequest, type ApprovalRow } from './approvals.queries.ts';
import { deliverOffer, eventOf, type OfferDeps } from './offer-order.service.ts';
import { insertHistory, lockOrder, presentOrder, type OrderRow } from './orders.queries.ts';
import { getOrder, viewerOf, type Note } from './orders.service.ts';
import { prepareOffer } from './prepare-offer.service.ts';

/**
 * Sends an offer that waits for its release, exactly as it was kept, if the request is the same and the caller may reduce so
 * much. One of several at once sends it.
 * Throws `record.not_found`, `order.approval_decided`, `order.approval_stale`, `order.above_limit`.
 */
export async function releaseOffer(
  { database: { db }, settings: readSettings, notifier }: OfferDeps,
  caller: Caller,
  id: number,
  { approvalId }: BodyOf<typeof offers.releaseOffer>,
  now: Date,
  note: Note,
): Promise<Order> {
  // Outside the transaction, where reading would need a second connection.
  const settings = await readSettings(caller.settingsRevision);
  const viewer = viewerOf(caller, now);
  const by = { userId: caller.userId, userName: caller.nickName };
  return db.transaction(async (tx) => {
    const { order, approval } = await lockWaiting(tx, caller, { id, approvalId, now, note });
    const prepared = await prepareOffer(tx, order, approval.offer, approval.requestedName, settings);
    if (prepared.hash !== approval.hash) throw staleError(order, caller, now);
    const { percent } = prepared.reduction;
    const { discountLimit } = caller.grant;
    if (percent > discountLimit) {
      throw new AppError('order.above_limit', {
        msg: `折扣 ${percent}% 超过您的上限 ${discountLimit}%，不能批准`,
      });
    }
    if (!(await decideApproval(tx, approvalId, { decision: 'released', by, now }))) {
      throw new AppError('order.approval_decided', { data: presentOrder(order, viewer) });
    }
    const isAbove = approval.percent > approval.limitPercent;
    const reason = `批准${approval.requestedName}的报价${isAbove ? `：折扣 ${percent}%` : ''}`;
    await insertHistory(tx, { ...eventOf(order, order, by, now), reason, isStaffOnly: true });
    const author = { userId: approval.requestedBy, userName: approval.requestedName };
    const writer = { userId: by.userId, isStaff: viewer.isStaff };
    const after = await deliverOffer(tx, order, prepared, { notifier, settings, author, writer, now, note });
    await notifier.approvalDecided(tx, after, approval, { ...by, reason: null }, now);
    return presentOrder(after, viewer);
  });
}

/**
 * Gives an offer that waits for its release back to its author, with a reason.
 * Throws `record.not_found`, `order.approval_decided`, `order.approval_stale`.
 */
export async function refuseOffer(
  { database: { db }, notifier }: OfferDeps,
  caller: Caller,
  id: number,
  { approvalId, reason: text }: BodyOf<typeof offers.refuseOffer>,
  now: Date,
  note: Note,
): Promise<Order> {
  const viewer = viewerOf(caller, now);
  const by = { userId: caller.userId, userName: caller.nickName };
  const reason = text.trim();
  if (reason === '') throw new AppError('order.reason_required', { fields: { reason: '请填写退回原因' } });
  return db.transaction(async (tx) => {
    const { order, approval } = await lockWaiting(tx, caller, { id, approvalId, now, note });
    note({ id, orderNo: order.orderNo, reason });
    if (!(await decideApproval(tx, approvalId, { decision: 'refused', by, note: reason, now }))) {
      throw new AppError('order.approval_decided', { data: presentOrder(order, viewer) });
    }
    const told = `退回${approval.requestedName}的报价：${reason}`;
    await insertHistory(tx, { ...eventOf(order, order, by, now), reason: told, isStaffOnly: true });
    await notifier.approvalDecided(tx, order, approval, { ...by, reason }, now);
    return presentOrder(order, viewer);
  });
}

interface Deciding {
  id: number;
  approvalId: number;
  now: Date;
  note: Note;
}

/** Locks the order of an offer that waits, while the request is the one for which it was made. */
async function lockWaiting(
  tx: Db,
  caller: Caller,
  { id, approvalId, now, note }: Deciding,
): Promise<{ order: OrderRow; approval: ApprovalRow }> {
  const { scope } = caller.grant;
  await getOrder(tx, scope, id); // Locks no order outside the scope.
  await lockOrder(tx, id);
  const order = await getOrder(tx, scope, id);
  note({ id, orderNo: order.orderNo });
  const approval = foundOrThrow(await findApproval(tx, id, approvalId));
  if (approval.decision !== null) {
    throw new AppError('order.approval_decided', { data: presentOrder(order, viewerOf(caller, now)) });
  }
  if (!fitsRequest(approval, order)) throw staleError(order, caller, now);
  return { order, approval };
}

const staleError = (order: OrderRow, caller: Caller, now: Date) =>
  new AppError('order.approval_stale', { data: presentOrder(order, viewerOf(caller, now)) });
