import { acceptsExtension, acceptsOffers } from '#domain/orders/moves.ts';
import { offerReason } from '#domain/orders/offer-history.ts';
import { validUntil } from '#domain/orders/validity.ts';
import { priceOf } from '#contract/kernel/amounts.ts';
import { dateText } from '#domain/shanghai-time.ts';
import type { DataOf } from '#contract/kernel/endpoint.ts';
import type { Offer } from '#contract/orders/offer-body.ts';
import type { Extension, offers } from '#contract/orders/offers.ts';
import type { Order } from '#contract/orders/order-data.ts';
import { AppError } from '#server/http/app-error.ts';
import { promisedDate } from '#server/modules/quotes/quotes.service.ts';
import { decideApproval, findPendingApproval, storeForApproval } from './approvals.queries.ts';
import { assertNotFree } from '../placing/assert-not-free.ts';
import { changeOrder, type ChangeContext, type OrderCall } from '../change-order.ts';
import { marginFloorFor, findMarginBelowFloor } from '../costing/order-costs.service.ts';
import { listItemRowsOf, presentOrder, type OrderRow, type Viewer } from '../reading/orders.queries.ts';
import type { MoveDeps } from '../reading/orders.service.ts';
import { prepareOffer, termsOf, type PreparedOffer } from './prepare-offer.service.ts';
import { insertItems, writeOfferedRevision } from '../revising/revisions.queries.ts';

export type OfferDeps = Pick<MoveDeps, 'database' | 'settings' | 'notifier'>;

/**
 * Sends an offer with manual prices to the customer of a request: a new revision with the same parts, files and models; validity and
 * delivery count from today. Lines that the formula prices keep the figures of the request. Only one of several
 * simultaneous offers succeeds. An offer whose discount exceeds the caller's limit, or whose margin is below the floor,
 * is stored until it is approved, and the request stays unchanged. Throws `record.not_found`, `order.not_requested`,
 * `record.changed`, `order.line_open`, `request.invalid`, `quote.invalid`.
 */
export function sendOffer(deps: OfferDeps, call: OrderCall<Offer>): Promise<DataOf<typeof offers.offer>> {
  const { session, now, body } = call;
  const { approvalReason = '', replacesId, version, ...offer } = body;
  const limitPercent = session.grant.discountLimit;
  return changeOrder<DataOf<typeof offers.offer>>({
    deps,
    call,
    check: ({ order, viewer }) => assertStatusAndVersion(acceptsOffers, order, version, viewer),
    async work(context) {
      const { tx, order, settings, by, viewer, audit, errorWithOrder } = context;
      const pending = await findPendingApproval(tx, order.id);
      if (pending && pending.id !== replacesId && pending.orderVersion === version) {
        const msg = `${pending.requestedName}的报价正在等待审批，请看过后再发送`;
        throw errorWithOrder('record.changed', { msg });
      }
      const prepared = await prepareOffer(tx, order, offer, by.userName, settings);
      if (pending) await decideApproval(tx, pending.id, { decision: 'replaced', by, now });
      const { percent } = prepared.reduction;
      const exceedsLimit = percent > limitPercent;
      const floorPercent = marginFloorFor(settings, session);
      const lowMargin = await findMarginBelowFloor(tx, prepared, floorPercent);
      if (!exceedsLimit && !lowMargin) {
        const { after, reason, text } = await deliverOffer(context, prepared, now);
        return {
          after,
          history: [{ to: after.status, reason }],
          notify: (author) => deps.notifier.offerSent(tx, after, text, author, now),
          response: { ...presentOrder(after, viewer), isForRelease: false },
        };
      }
      const reason = approvalReason.trim();
      const approval = await storeForApproval(tx, order, prepared, {
        limitPercent,
        ...(lowMargin ? { marginPercent: lowMargin.percent, floorPercent } : {}),
        reason,
        by,
        now,
      });
      audit({ ...(exceedsLimit ? { percent, limitPercent } : {}), approval: approval.id });
      // All staff read the history, so a margin is only shown to users who see costs.
      const limitText = exceedsLimit ? `折扣 ${percent}%，超过上限 ${limitPercent}%` : '';
      const event = ['提交审批', limitText, reason].filter(Boolean).join('：');
      return {
        history: [{ reason: event, isStaffOnly: true }],
        notify: () => deps.notifier.approvalRequested(tx, order, approval, now),
        response: { ...presentOrder(order, viewer), isForRelease: true },
      };
    },
  });
}

/** Stores an offer as the next revision of its request; returns the history text and the note to the customer. */
export async function deliverOffer(
  { tx, order: before, settings, by, audit }: ChangeContext,
  prepared: PreparedOffer,
  now: Date,
): Promise<{ after: OrderRow; reason: string; text: string }> {
  const text = (prepared.offer.note ?? '').trim();
  const terms = { ...termsOf(prepared, settings, now), userId: by.userId, now };
  const after = await writeOfferedRevision(tx, before, terms);
  await insertItems(tx, after, prepared.items);
  audit({
    revision: [before.revision, after.revision],
    price: [priceOf(before), priceOf(after)],
  });
  return { after, reason: offerReason(after.revision, text), text };
}

/**
 * Offers a quotation again, even an expired one, without changes: a new revision whose validity and delivery count from today.
 * Current review rules do not apply, and neither does the discount limit: the prices were within it or approved before.
 * Throws `record.not_found`, `order.not_quoted`, `record.changed`, `order.free`.
 */
export function extendOffer(deps: OfferDeps, call: OrderCall<Extension>): Promise<Order> {
  const { now, body } = call;
  const { validDays, note: text = '', version } = body;
  return changeOrder({
    deps,
    call,
    check: ({ order, viewer }) => assertStatusAndVersion(acceptsExtension, order, version, viewer),
    async work({ tx, order: before, settings, by: { userId }, audit }) {
      assertNotFree(before);
      const rows = await listItemRowsOf(tx, before);
      const after = await writeOfferedRevision(tx, before, {
        totalFen: before.totalFen,
        charges: before.charges,
        alternatives: before.alternatives,
        deliveryTime: before.deliveryTime,
        promisedDate: promisedDate(settings, before.deliveryTime, now),
        validUntil: validUntil(now, validDays),
        userId,
        now,
      });
      await insertItems(tx, after, rows);
      audit({
        revision: [before.revision, after.revision],
        validUntil: [before.validUntil, after.validUntil],
      });
      const extensionText = `有效期延长至 ${dateText(after.validUntil.toISOString())}，第 ${after.revision} 版`;
      return {
        after,
        history: [{ to: after.status, reason: [extensionText, text.trim()].filter(Boolean).join('：') }],
        notify: (author) => deps.notifier.offerExtended(tx, after, text, author, now),
      };
    },
  });
}

/** Throws `order.not_requested` or `order.not_quoted` for a wrong status, and `record.changed` for an outdated version. */
export function assertStatusAndVersion(
  isAllowed: typeof acceptsOffers,
  order: OrderRow,
  version: number,
  viewer: Viewer,
): void {
  const data = presentOrder(order, viewer);
  if (!isAllowed(order.status)) {
    throw new AppError(isAllowed === acceptsOffers ? 'order.not_requested' : 'order.not_quoted', { data });
  }
  if (order.version !== version) throw new AppError('record.changed', { data });
}
