import { hasPermission } from '#domain/permissions.ts';
import {
  APPROVE_PERMISSION,
  canMove,
  MOVE_PERMISSION,
  movesFrom,
  needsReason,
  OFFER_PERMISSION,
  type Actor,
} from '#domain/orders/moves.ts';
import { NO_DISCOUNT_LIMIT } from '#domain/pricing/reduction.ts';
import { keepsDate } from '#domain/orders/keeps-date.ts';
import { lastOfferNote } from '#domain/orders/offer-event.ts';
import { shipmentText } from '#domain/orders/shipment.ts';
import { UNDO_MS, undoOf, type Undo } from '#domain/orders/undo.ts';
import { isPromised } from '#domain/orders/waiting.ts';
import { isExpired, keepsQuotation } from '#domain/orders/validity.ts';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import { COST_PERMISSION } from '#contract/costs.ts';
import type { Order, OrderItem, OrderWithExt } from '#contract/order-data.ts';
import { MESSAGE_PERMISSION } from '#contract/order-messages.ts';
import type { MoveOrder } from '#contract/order-moves.ts';
import type { Db } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import { foundOrThrow } from '#server/http/records.ts';
import type { Caller, Scope } from '#server/modules/access/caller.ts';
import type { Catalogue } from '#server/modules/catalogue/catalogue.service.ts';
import type { Notifier } from '#server/modules/notifications/notifications.service.ts';
import { listOrderFiles } from '#server/modules/files/attach-files.service.ts';
import { referenceOrders } from '#server/modules/models/open-models.service.ts';
import { assertModelsChecked, listOrderModels } from '#server/modules/models/part-models.service.ts';
import { promisedDate, replyDue } from '#server/modules/quotes/quotes.service.ts';
import type { Settings } from '#server/modules/settings/settings.service.ts';
import { findLastApproval, presentApproval } from './approvals.queries.ts';
import { assertNotFree } from './assert-not-free.service.ts';
import { freeSlot, slotsOf, takeSlot } from './lead-slots.queries.ts';
import { assertContact } from './order-contact.service.ts';
import { presentWait, waitEvent, waitFrom, waitOf } from './order-waiting.service.ts';
import { refusalLabel } from './refusal.queries.ts';
import { readRuleCharges } from './rule-charges.queries.ts';
import { takeChosen } from './take-alternatives.service.ts';
import { assertSavedUngated } from './saved-gates.service.ts';
import {
  findLastEvent,
  findOrder,
  insertHistory,
  listHistory,
  listItems,
  presentOrder,
  updateStatus,
  type OrderRow,
  type Viewer,
} from './orders.queries.ts';
import type { OrderDeps } from './place-order.service.ts';
import { findIssued, findRevision, listRevisions } from './revisions.queries.ts';

/** The order within the scope. Throws `record.not_found`, also for orders outside it. */
export async function getOrder(db: Db, scope: Scope, id: number): Promise<OrderRow> {
  const order = await findOrder(db, scope, id);
  if (!order) throw new AppError('record.not_found');
  return order;
}

/** The order within the scope with its items, in this revision, and when that was made. Throws `record.not_found`. */
export async function getOrderWithItems(
  db: Db,
  scope: Scope,
  id: number,
  revision: number,
): Promise<{ order: OrderRow; items: OrderItem[]; madeAt: Date }> {
  const current = await getOrder(db, scope, id);
  const { order, madeAt } = foundOrThrow(await findRevision(db, current, revision));
  return { order, items: await listItems(db, order), madeAt };
}

/** The caller as a viewer of orders. */
export const viewerOf = (caller: Caller, now: Date): Viewer => ({
  now,
  isStaff: actorOf(caller) === 'staff',
  readsInternal: hasPermission(caller.grant.permissions, MESSAGE_PERMISSION),
});

/** Staff are those who may handle orders; a customer with some other back-office page is not. */
const actorOf = ({ grant }: Caller): Actor =>
  hasPermission(grant.permissions, 'mfr:order:handle') ? 'staff' : 'customer';

/** The order, and for its customer whether its price and day are for reference. */
export async function presentWithReference(db: Db, order: OrderRow, viewer: Viewer): Promise<Order> {
  const isReference = !viewer.isStaff && (await referenceOrders(db, [order])).has(order.id);
  return { ...presentOrder(order, viewer), ...(isReference ? { isReference } : {}) };
}

/** The order with everything its page shows, and the moves that the caller may make now. */
export async function getOrderWithExt(
  { database: { db }, settings }: Pick<OrderDeps, 'database' | 'settings'>,
  caller: Caller,
  id: number,
  now: Date,
): Promise<OrderWithExt> {
  const order = await getOrder(db, caller.grant.scope, id);
  const viewer = viewerOf(caller, now);
  const { deptName: _deptName, ...customer } = order.customer;
  const isLate = order.status === 'quoted' && isExpired(order.validUntil, now);
  const undo = await findUndo(db, caller, order, now);
  const history = await listHistory(db, id, viewer);
  return {
    ...(await presentWithReference(db, order, viewer)),
    items: await listItems(db, order),
    charges: order.charges,
    alternatives: order.alternatives,
    history,
    customer: { userId: order.userId, ...customer },
    files: await listOrderFiles(db, id, order.revision),
    models: await listOrderModels(db, { orderId: id, revision: order.revision }, viewer),
    revisions: await listRevisions(db, order, history),
    document: await findIssued(db, order),
    moves: hasPermission(caller.grant.permissions, MOVE_PERMISSION)
      ? movesFrom(order.status, actorOf(caller), keepsQuotation(order, now))
          .filter(({ to }) => !(to === 'placed' && isLate))
          .map(({ to }) => ({ to, needsReason: needsReason(order.status, to, actorOf(caller)) }))
      : [],
    wait: order.waitingSince && presentWait(order, await settings(caller.settingsRevision), now),
    gates: order.status === 'requested' || (viewer.isStaff && order.requestedAt) ? [...order.gates] : [],
    isOffered: order.offeredRevision === order.revision,
    ...(await readOffering(db, caller, order)),
    undo: undo ? { to: undo.to, msLeft: undo.until.getTime() - now.getTime() } : null,
  };
}

/** The shop's note to the customer with the offer of a revision; '' without one. What is for staff alone stays out. */
export const readOfferNote = async (db: Db, orderId: number, revision: number): Promise<string> =>
  lastOfferNote(await listHistory(db, orderId, { isStaff: false }), revision);

/** For a request, for those who price or release: the last offer that had to wait, and their limit. */
async function readOffering(
  db: Db,
  { userId, grant: { permissions, discountLimit } }: Caller,
  order: OrderRow,
): Promise<Pick<OrderWithExt, 'approval' | 'discountLimit' | 'ruleCharges'>> {
  const mayDecide = hasPermission(permissions, APPROVE_PERMISSION);
  const seesCosts = hasPermission(permissions, COST_PERMISSION);
  const mayRead = mayDecide || hasPermission(permissions, OFFER_PERMISSION);
  if (order.status !== 'requested' || !mayRead) return {};
  const row = await findLastApproval(db, order.id);
  const ruleCharges = await readRuleCharges(db, order);
  return {
    ...(ruleCharges.length > 0 ? { ruleCharges } : {}),
    ...(row
      ? { approval: presentApproval(row, order, { userId, mayDecide, seesCosts, discountLimit }) }
      : {}),
    ...(discountLimit < NO_DISCOUNT_LIMIT ? { discountLimit } : {}),
  };
}

/** The last move of the order, while the caller may undo it. */
export async function findUndo(
  db: Db,
  caller: Caller,
  order: OrderRow,
  now: Date,
): Promise<Undo | undefined> {
  if (actorOf(caller) !== 'staff' || !hasPermission(caller.grant.permissions, MOVE_PERMISSION)) {
    return undefined;
  }
  // Most orders did not just change, and need no query.
  if (now.getTime() - order.updatedAt.getTime() >= UNDO_MS) return undefined;
  const last = await findLastEvent(db, order.id);
  return undoOf(last, { changedAt: order.updatedAt, userId: caller.userId, now });
}

/** Counts from the day the order is placed, not from the quotation's, unless staff agreed on a day. */
const dateOfPlacing = (order: OrderRow, settings: Settings, now: Date): string =>
  keepsDate(order, now) ? order.promisedDate : promisedDate(settings, order.deliveryTime, now);

/** Reports changes to the operation log, `{field: [before, after]}`. */
export type Note = (changes: Record<string, unknown>) => void;

/** What a move needs. */
export type MoveDeps = Pick<OrderDeps, 'database' | 'settings' | 'catalogue'> & { notifier: Notifier };

/**
 * Moves an order along the table of legal moves: one conditional update and one history row in a transaction.
 * Throws `record.not_found`, `order.illegal_move`, `order.reason_required`, `order.expired`, `request.invalid` for an incomplete
 * contact or alternatives that the offer does not have, `order.needs_review`, `order.free`, `order.model_unchecked`, `order.holds_unseen`,
 * `record.changed`, `order.lead_full`, `order.model_waiting`.
 */
export async function moveOrder(
  { database: { db }, settings, catalogue: readCatalogue, notifier }: MoveDeps,
  caller: Caller,
  id: number,
  body: MoveOrder,
  now: Date,
  note: Note,
): Promise<Order> {
  // Outside the transaction, where reading would need a second connection.
  const current = await settings(caller.settingsRevision);
  const catalogue = await readCatalogue(caller.catalogueRevision);
  return db.transaction((tx) =>
    moveWithin(tx, { settings: current, catalogue, notifier }, caller, id, body, now, note),
  );
}

/** What a move needs inside of a transaction. */
interface MovingDeps {
  settings: Settings;
  catalogue: Catalogue;
  notifier: Notifier;
}

/** `moveOrder` inside of a transaction. */
export async function moveWithin(
  tx: Db,
  { settings: current, catalogue, notifier }: MovingDeps,
  caller: Caller,
  id: number,
  { to, reason: text = '', version: seen, refusal = '', seenHolds = [], chosen = [], ...sent }: MoveOrder,
  now: Date,
  note: Note,
): Promise<Order> {
  const viewer = viewerOf(caller, now);
  const saved = await getOrder(tx, caller.grant.scope, id);
  const by = { userId: caller.userId, userName: caller.nickName };
  const reason = [await refusalLabel(tx, to, refusal), text].filter((part) => part.trim() !== '').join('：');
  const shipment = { carrier: sent.carrier ?? '', trackingNo: sent.trackingNo ?? '' };
  note({ id, orderNo: saved.orderNo, status: [saved.status, to], reason, ...sent });
  if (!canMove(saved.status, to, actorOf(caller), keepsQuotation(saved, now)))
    throw new AppError('order.illegal_move', { data: presentOrder(saved, viewer) });
  if (needsReason(saved.status, to, actorOf(caller)) && reason.trim() === '') {
    throw new AppError('order.reason_required', { fields: { reason: '请填写原因' } });
  }
  if (to === 'placed' && isExpired(saved.validUntil, now)) throw new AppError('order.expired');
  if (to === 'placed' && !viewer.isStaff) assertContact(current, saved);
  if (to !== 'placed' && chosen.length > 0) {
    throw new AppError('request.invalid', { fields: { chosen: '接受报价时才能选择方案' } });
  }
  if (to !== 'shipped' && shipmentText(shipment) !== '') {
    throw new AppError('request.invalid', { fields: { trackingNo: '发货时才能填写承运方和运单号' } });
  }
  const changed = async () => {
    const latest = await getOrder(tx, caller.grant.scope, id);
    return new AppError('record.changed', { data: presentOrder(latest, viewer) });
  };
  const order =
    chosen.length === 0
      ? saved
      : await takeChosen(tx, saved, chosen, { version: seen, by, settings: current, now });
  if (!order) throw await changed();
  if (to === 'placed') assertNotFree(order);
  if (to === 'placed') await assertSavedUngated({ db: tx, catalogue, settings: current }, order, now);
  const revision = { orderId: id, revision: order.revision };
  const seenLines = to === 'confirmed' ? await assertModelsChecked(tx, revision, seenHolds) : [];
  // Goods that leave are no longer promised: the day takes in the wait until then.
  const wait = isPromised(to) ? undefined : waitOf(order, current, now);
  const slots = to === 'placed' ? slotsOf(catalogue, order.lead) : null;
  const today = dayText(dayNumber(now));
  const moved = await updateStatus(tx, order, {
    to,
    version: order === saved ? seen : order.version,
    userId: caller.userId,
    now,
    promisedDate: to === 'placed' ? dateOfPlacing(order, current, now) : wait?.date,
    waitingSince: wait || to === 'placed' || to === 'requested' ? waitFrom(now) : undefined,
    ...(to === 'requested' ? { keepsQuotation: !viewer.isStaff } : {}),
    asked:
      viewer.isStaff && order.requestedAt
        ? undefined
        : { requestedAt: now, replyDueAt: replyDue(current, now) },
    // A cancellation without a reason keeps that of an expired quotation.
    refusal: to === 'cancelled' && refusal === '' ? undefined : refusal,
    shipment,
    slotDay: slots === null ? undefined : today,
  });
  if (!moved) throw await changed();
  if (order.lead && slots !== null) await takeSlot(tx, { lead: order.lead, day: today }, slots);
  if (order.lead && order.slotDay !== null && to === 'cancelled')
    await freeSlot(tx, { lead: order.lead, day: order.slotDay });
  const event = { orderId: id, from: order.status, ...by, createdAt: now };
  if (to === 'placed' && order.isDateByHand && moved.promisedDate !== order.promisedDate) {
    const reason = `承诺发货日 ${order.promisedDate} → ${moved.promisedDate}：提交订单时原定的日期已过，已重新计算`;
    await insertHistory(tx, { ...event, to: order.status, reason });
  }
  if (wait && wait.days > 0) {
    const reason = waitEvent(order.promisedDate, wait);
    await insertHistory(tx, { ...event, to: order.status, reason });
  }
  if (seenLines.length > 0) {
    const reason = `核对三维模型提示：零件 ${seenLines.join('、')}`;
    await insertHistory(tx, { ...event, to: order.status, reason });
  }
  await insertHistory(tx, { ...event, to, reason, isByShop: viewer.isStaff });
  const author = { userId: caller.userId, isStaff: viewer.isStaff };
  await notifier.orderMoved(tx, moved, { from: order.status, reason }, author, now);
  return presentOrder(moved, viewer);
}
