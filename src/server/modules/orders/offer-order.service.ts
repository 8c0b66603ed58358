import { isOpenToExtension, isOpenToOffers } from '#domain/orders/moves.ts';
import { offerEvent } from '#domain/orders/offer-event.ts';
import { validUntil } from '#domain/orders/validity.ts';
import { yuanText } from '#domain/money.ts';
import { dateText } from '#domain/shanghai-time.ts';
import type { DataOf } from '#contract/endpoint.ts';
import type { Offer } from '#contract/offer-body.ts';
import type { Extension, offers } from '#contract/offers.ts';
import type { Order } from '#contract/order-data.ts';
import type { Db } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import type { Notifier } from '#server/modules/notifications/notifications.service.ts';
import { promisedDate } from '#server/modules/quotes/quotes.service.ts';
import type { Settings } from '#server/modules/settings/settings.service.ts';
import { decideApproval, findWaiting, keepForApproval, type Staff } from './approvals.queries.ts';
import { assertNotFree } from './assert-not-free.service.ts';
import { insertHistory, lockOrder, presentOrder, type OrderRow } from './orders.queries.ts';
import { getOrder, viewerOf, type Note } from './orders.service.ts';
import { floorFor, offerBelowFloor } from './order-costs.service.ts';
import type { OrderDeps } from './place-order.service.ts';
import { prepareOffer, termsOf, type PreparedOffer } from './prepare-offer.service.ts';
import { insertItems, listItemRowsOf, writeOfferedRevision, type OfferedHead } from './revisions.queries.ts';

export type OfferDeps = Pick<OrderDeps, 'database' | 'settings'> & { notifier: Notifier };

/**
 * Prices a request by hand and sends it to its customer: a new revision with the same parts, files and models, valid and
 * promised from today. Lines that the formula prices keep the figures of the request. One of several simultaneous offers
 * wins; the others are refused. An offer below the automatic price by more than the caller may reduce, or whose margin is below
 * the floor, is kept until somebody releases it, and the request stays as it is.
 * Throws `record.not_found`, `order.not_requested`, `record.changed`, `order.line_open`, `request.invalid`, `quote.invalid`.
 */
export async function sendOffer(
  { database: { db }, settings: readSettings, notifier }: OfferDeps,
  caller: Caller,
  id: number,
  { approvalReason = '', replacesId, version, ...offer }: Offer,
  now: Date,
  note: Note,
): Promise<DataOf<typeof offers.offer>> {
  // Outside the transaction, where reading would need a second connection.
  const settings = await readSettings(caller.settingsRevision);
  const viewer = viewerOf(caller, now);
  const author = { userId: caller.userId, userName: caller.nickName };
  const limitPercent = caller.grant.discountLimit;
  return db.transaction(async (tx) => {
    const before = await lockFor(tx, caller, { id, version, now, isOpen: isOpenToOffers, note });
    const waiting = await findWaiting(tx, id);
    if (waiting && waiting.id !== replacesId && waiting.orderVersion === version) {
      const msg = `${waiting.requestedName}的报价正在等待审批，请看过后再发送`;
      throw new AppError('record.changed', { msg, data: presentOrder(before, viewer) });
    }
    const prepared = await prepareOffer(tx, before, offer, author.userName, settings);
    if (waiting) await decideApproval(tx, waiting.id, { decision: 'replaced', by: author, now });
    const { percent } = prepared.reduction;
    const isAbove = percent > limitPercent;
    const floorPercent = floorFor(settings, caller);
    const below = await offerBelowFloor(tx, prepared, floorPercent);
    if (isAbove || below) {
      const reason = approvalReason.trim();
      const kept = await keepForApproval(tx, before, prepared, {
        limitPercent,
        ...(below ? { marginPercent: below.percent, floorPercent } : {}),
        reason,
        by: author,
        now,
      });
      // All staff read the history: a margin is named to those alone who see costs.
      const why = isAbove ? `折扣 ${percent}%，超过上限 ${limitPercent}%` : '';
      const text = ['提交审批', why, reason].filter(Boolean).join('：');
      await insertHistory(tx, { ...eventOf(before, before, author, now), reason: text, isStaffOnly: true });
      note({ id, orderNo: before.orderNo, ...(isAbove ? { percent, limitPercent } : {}), approval: kept.id });
      await notifier.approvalAsked(tx, before, kept, now);
      return { ...presentOrder(before, viewer), isForRelease: true };
    }
    const writer = { userId: author.userId, isStaff: viewer.isStaff };
    const after = await deliverOffer(tx, before, prepared, { notifier, settings, author, writer, now, note });
    return { ...presentOrder(after, viewer), isForRelease: false };
  });
}

interface Delivery {
  notifier: Notifier;
  settings: Settings;
  /** Who made the offer. */
  author: Staff;
  /** Who sends it. */
  writer: { userId: number; isStaff: boolean };
  now: Date;
  note: Note;
}

/** Makes an offer the next revision of a locked request, and notifies its customer. */
export async function deliverOffer(
  tx: Db,
  before: OrderRow,
  prepared: PreparedOffer,
  { notifier, settings, author, writer, now, note }: Delivery,
): Promise<OrderRow> {
  const text = (prepared.offer.note ?? '').trim();
  const head = { ...termsOf(prepared, settings, now), userId: writer.userId, now };
  const after = await offeredOrThrow(tx, before, head);
  await insertItems(tx, after, prepared.items);
  const reason = offerEvent(after.revision, text);
  await insertHistory(tx, { ...eventOf(before, after, author, now), reason });
  note({
    id: after.id,
    orderNo: after.orderNo,
    revision: [before.revision, after.revision],
    price: [yuanText(before.totalFen), yuanText(after.totalFen)],
  });
  await notifier.offerSent(tx, after, text, writer, now);
  return after;
}

/**
 * Offers a quotation once more as it is: a new revision with the same parts, prices, charges, files and models, valid and
 * promised from today, which is placed whatever the rules say now. Also for one that has expired. The prices are those that
 * were within a limit or released, so that no limit applies again.
 * Throws `record.not_found`, `order.not_quoted`, `record.changed`, `order.free`.
 */
export async function extendOffer(
  { database: { db }, settings: readSettings, notifier }: OfferDeps,
  caller: Caller,
  id: number,
  { validDays, note: text = '', version }: Extension,
  now: Date,
  note: Note,
): Promise<Order> {
  // Outside the transaction, where reading would need a second connection.
  const settings = await readSettings(caller.settingsRevision);
  const viewer = viewerOf(caller, now);
  const { userId, nickName: userName } = caller;
  return db.transaction(async (tx) => {
    const before = await lockFor(tx, caller, { id, version, now, isOpen: isOpenToExtension, note });
    assertNotFree(before);
    const rows = await listItemRowsOf(tx, before);
    const after = await offeredOrThrow(tx, before, {
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
    const until = `有效期延长至 ${dateText(after.validUntil.toISOString())}，第 ${after.revision} 版`;
    const reason = [until, text.trim()].filter(Boolean).join('：');
    await insertHistory(tx, { ...eventOf(before, after, { userId, userName }, now), reason });
    note({
      id,
      orderNo: after.orderNo,
      revision: [before.revision, after.revision],
      validUntil: [before.validUntil, after.validUntil],
    });
    await notifier.offerExtended(tx, after, text, { userId, isStaff: viewer.isStaff }, now);
    return presentOrder(after, viewer);
  });
}

interface Locking {
  id: number;
  version: number;
  now: Date;
  isOpen: (status: OrderRow['status']) => boolean;
  note: Note;
}

/** Locks an order that is open to what the shop does, in the version that it saw. */
export async function lockFor(
  tx: Db,
  caller: Caller,
  { id, version, now, isOpen, note }: Locking,
): Promise<OrderRow> {
  const { scope } = caller.grant;
  await getOrder(tx, scope, id); // Locks no order outside the scope.
  await lockOrder(tx, id);
  const before = await getOrder(tx, scope, id);
  note({ id, orderNo: before.orderNo });
  assertOpenTo(isOpen, before, caller, { version, now });
  return before;
}

/** Throws `order.not_requested`, `order.not_quoted`, `record.changed` unless the order is open to it in this version. */
export function assertOpenTo(
  isOpen: (status: OrderRow['status']) => boolean,
  order: OrderRow,
  caller: Caller,
  { version, now }: { version: number; now: Date },
): void {
  const data = presentOrder(order, viewerOf(caller, now));
  if (!isOpen(order.status)) {
    throw new AppError(isOpen === isOpenToOffers ? 'order.not_requested' : 'order.not_quoted', { data });
  }
  if (order.version !== version) throw new AppError('record.changed', { data });
}

/** The next revision of a locked order. */
async function offeredOrThrow(tx: Db, before: OrderRow, head: OfferedHead): Promise<OrderRow> {
  const after = await writeOfferedRevision(tx, before, head);
  if (!after) throw new Error(`order ${before.id} changed while it was locked`);
  return after;
}

/** A row of an order's history, without its reason. */
export const eventOf = (before: OrderRow, after: OrderRow, { userId, userName }: Staff, createdAt: Date) => ({
  orderId: after.id,
  from: before.status,
  to: after.status,
  userId,
  userName,
  createdAt,
});
