import { hasPermission } from '#domain/permissions.ts';
import {
  APPROVE_PERMISSION,
  MOVE_PERMISSION,
  movesFrom,
  needsReason,
  OFFER_PERMISSION,
  type Actor,
} from '#domain/orders/moves.ts';
import { NO_DISCOUNT_LIMIT } from '#domain/pricing/reduction.ts';
import { lastOfferNote } from '#domain/orders/offer-history.ts';
import { UNDO_MS, undoableMove, type Undo } from '#domain/orders/undo.ts';
import { isExpired, keepsValidQuotation } from '#domain/orders/validity.ts';
import { alternativeInYuan } from '#contract/orders/alternatives.ts';
import { chargeInYuan } from '#contract/orders/charges.ts';
import { COST_PERMISSION } from '#contract/catalogue/costs.ts';
import type { Order, OrderItem, OrderWithExt } from '#contract/orders/order-data.ts';
import { MESSAGE_PERMISSION } from '#contract/orders/order-messages.ts';
import type { Db } from '#server/db/database.ts';
import type { orderHistory } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import { foundOrThrow } from '#server/http/records.ts';
import type { Caller, Scope } from '#server/modules/access/caller.ts';
import type { Notifier } from '#server/modules/notifications/notifications.service.ts';
import { listOrderFiles } from '#server/modules/files/attach-files.service.ts';
import { findReferenceOrders } from '#server/modules/models/unchecked-models.service.ts';
import { listOrderModels } from '#server/modules/models/part-models.service.ts';
import { wasOffered } from '#domain/orders/was-offered.ts';
import { findLastApproval, presentApproval } from '../offering/approvals.queries.ts';
import { presentWait } from '../moving/order-waiting.service.ts';
import { readRuleCharges } from '../offering/rule-charges.queries.ts';
import {
  findLastEvent,
  findOrder,
  insertHistory,
  listHistory,
  listItems,
  presentOrder,
  type OrderRow,
  type Viewer,
} from './orders.queries.ts';
import type { OrderDeps } from '../placing/place-order.service.ts';
import { findDocument, findRevision, listRevisions } from '../revising/revisions.queries.ts';

/** The order within the scope. Throws `record.not_found`, also for orders outside it. */
export async function getOrder(db: Db, scope: Scope, id: number): Promise<OrderRow> {
  return foundOrThrow(await findOrder(db, scope, id));
}

/** A revision of an order, with its items and creation time. Throws `record.not_found`, also for an order outside the scope. */
export async function getOrderWithItems(
  db: Db,
  scope: Scope,
  id: number,
  revision: number,
): Promise<{ order: OrderRow; items: OrderItem[]; createdAt: Date }> {
  const current = await getOrder(db, scope, id);
  const { order, createdAt } = foundOrThrow(await findRevision(db, current, revision));
  return { order, items: await listItems(db, order), createdAt };
}

export const viewerOf = (caller: Caller, now: Date): Viewer => ({
  now,
  isStaff: actorOf(caller) === 'staff',
  readsInternal: hasPermission(caller.grant.permissions, MESSAGE_PERMISSION),
});

/** Only users who may handle orders count as staff; a customer may have other back-office permissions. */
export const actorOf = ({ grant }: Caller): Actor =>
  hasPermission(grant.permissions, 'mfr:order:handle') ? 'staff' : 'customer';

/** The order in the wire format, with a mark for customers if its price and ship date are for reference only. */
export async function presentWithReference(db: Db, order: OrderRow, viewer: Viewer): Promise<Order> {
  const isReference = !viewer.isStaff && (await findReferenceOrders(db, [order])).has(order.id);
  return { ...presentOrder(order, viewer), ...(isReference ? { isReference } : {}) };
}

/** The order with all data of its page, and the moves that the caller may make now. Throws `record.not_found`. */
export async function getOrderWithExt(
  { database: { db }, settings }: Pick<OrderDeps, 'database' | 'settings'>,
  caller: Caller,
  id: number,
  now: Date,
): Promise<OrderWithExt> {
  const order = await getOrder(db, caller.grant.scope, id);
  const viewer = viewerOf(caller, now);
  const { deptName: _deptName, ...customer } = order.customer;
  const isQuotationExpired = order.status === 'quoted' && isExpired(order.validUntil, now);
  const undo = await findUndo(db, caller, order, now);
  const history = await listHistory(db, id, viewer);
  return {
    ...(await presentWithReference(db, order, viewer)),
    items: await listItems(db, order),
    charges: order.charges.map(chargeInYuan),
    alternatives: order.alternatives.map(alternativeInYuan),
    history,
    customer: { userId: order.userId, ...customer },
    files: await listOrderFiles(db, id, order.revision),
    models: await listOrderModels(db, { orderId: id, revision: order.revision }, viewer),
    revisions: await listRevisions(db, order, history),
    document: await findDocument(db, order),
    moves: hasPermission(caller.grant.permissions, MOVE_PERMISSION)
      ? movesFrom(order.status, actorOf(caller), keepsValidQuotation(order, now))
          .filter(({ to }) => !(to === 'placed' && isQuotationExpired))
          .map(({ to }) => ({ to, needsReason: needsReason(order.status, to, actorOf(caller)) }))
      : [],
    wait: order.waitingSince && presentWait(order, await settings(caller.settingsRevision), now),
    gates: order.status === 'requested' || (viewer.isStaff && order.requestedAt) ? [...order.gates] : [],
    isOffered: order.offeredRevision === order.revision,
    ...(await readOffering(db, caller, order)),
    undo: undo ? { to: undo.to, msLeft: undo.until.getTime() - now.getTime() } : null,
  };
}

/** The shop's note to the customer with the offer of a revision; '' without one. Excludes staff-only texts. */
export const readOfferNote = async (db: Db, orderId: number, revision: number): Promise<string> =>
  lastOfferNote(await listHistory(db, orderId, { isStaff: false }), revision);

/** For a request, if the caller prices or approves: the last approval, the caller's limit, and the rule charges. */
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
    ...(ruleCharges.length > 0 ? { ruleCharges: ruleCharges.map(chargeInYuan) } : {}),
    ...(row
      ? { approval: presentApproval(row, order, { userId, mayDecide, seesCosts, discountLimit }) }
      : {}),
    ...(discountLimit < NO_DISCOUNT_LIMIT ? { discountLimit } : {}),
  };
}

/** The last move of the order, if the caller may still undo it. */
export async function findUndo(
  db: Db,
  caller: Caller,
  order: OrderRow,
  now: Date,
): Promise<Undo | undefined> {
  if (actorOf(caller) !== 'staff' || !hasPermission(caller.grant.permissions, MOVE_PERMISSION)) {
    return undefined;
  }
  // Avoids a query for orders that have not changed recently.
  if (now.getTime() - order.updatedAt.getTime() >= UNDO_MS) return undefined;
  const lastEvent = await findLastEvent(db, order.id);
  return undoableMove(lastEvent, { changedAt: order.updatedAt, userId: caller.userId, now });
}

/** Reports changes to the operation log, `{field: [before, after]}`. */
export type Audit = (changes: Record<string, unknown>) => void;

export type MoveDeps = Pick<OrderDeps, 'database' | 'settings' | 'catalogue'> & { notifier: Notifier };

/** Throws `order.not_offered` for a revision that was never offered: it has no document and no share link. */
export async function assertOffered(db: Db, order: OrderRow, revision: number): Promise<void> {
  const history = await listHistory(db, order.id, { isStaff: true });
  const revisions = await listRevisions(db, order, history);
  if (wasOffered({ ...order, history, revisions }, revision)) return;
  const isOpenRequest = order.status === 'requested' && revision === order.revision;
  throw new AppError(
    'order.not_offered',
    isOpenRequest ? {} : { msg: `第 ${revision} 版只是询价，没有报价单` },
  );
}

/** Adds a row to an order's history that only staff see. */
export const addStaffEvent = (
  tx: Db,
  {
    status,
    ...event
  }: Omit<typeof orderHistory.$inferInsert, 'from' | 'to'> & { status: OrderRow['status'] },
): Promise<void> => insertHistory(tx, { ...event, from: status, to: status, isStaffOnly: true });
