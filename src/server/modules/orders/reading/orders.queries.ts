import { and, asc, desc, eq } from 'drizzle-orm';
import { isExpired, keepsValidQuotation } from '#domain/orders/validity.ts';
import type { Order, OrderItem, OrderWithExt } from '#contract/orders/order-data.ts';
import { priceOf, targetPriceOf } from '#contract/kernel/amounts.ts';
import type { Db } from '#server/db/database.ts';
import { orderHistory, orderItems, orders, type OrderRow } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { withinScope } from '#server/modules/access/order-scope.ts';
import { presentItem } from './present-item.service.ts';

export type { OrderRow };

/** The order with this id, if it is within the scope. */
export async function findOrder(db: Db, scope: Scope, id: number): Promise<OrderRow | undefined> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), withinScope(scope)));
  return row;
}

export interface Viewer {
  now: Date;
  isStaff: boolean;
  /** Whether the viewer may read staff-only messages; false by default. */
  readsInternal?: boolean;
}

/** The fields that each revision of an order has separately, in the wire format. */
export const presentTerms = (row: OrderRow) => ({
  orderNo: row.orderNo,
  revision: row.revision,
  price: priceOf(row),
  delivery_time: row.deliveryTime,
  ...(row.lead ? { lead: row.lead } : {}),
  promisedDate: row.promisedDate,
  validUntil: row.validUntil.toISOString(),
  contactName: row.contactName,
  contactPhone: row.contactPhone,
  address: row.address,
  remark: row.remark,
});

/**
 * The order in the wire format. Names every field, because no schema filters the data of a conflict; only staff see
 * the shop's note.
 */
export const presentOrder = (row: OrderRow, { now, isStaff }: Viewer): Order => ({
  ...presentTerms(row),
  isDateByHand: row.isDateByHand,
  id: row.id,
  status: row.status,
  isExpired: row.status === 'quoted' && isExpired(row.validUntil, now),
  ...(keepsValidQuotation(row, now) ? { keepsQuotation: true } : {}),
  itemCount: row.itemCount,
  pieceCount: row.pieceCount,
  summary: row.summary,
  userId: row.userId,
  username: row.customer.username,
  nickName: row.customer.nickName,
  deptId: row.deptId,
  deptName: row.customer.deptName,
  staffNote: isStaff ? row.staffNote : '',
  placedAt: row.placedAt?.toISOString() ?? null,
  shippedAt: row.shippedAt?.toISOString() ?? null,
  carrier: row.carrier,
  trackingNo: row.trackingNo,
  requestedAt: row.requestedAt?.toISOString() ?? null,
  replyDueAt: (row.status === 'requested' && row.replyDueAt?.toISOString()) || null,
  waitingSince: row.waitingSince?.toISOString() ?? null,
  targetPrice: targetPriceOf(row),
  wishedDate: row.wishedDate,
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** The stored items of an order's current revision, in the order of the lines. */
export async function listItemRowsOf(
  db: Db,
  { id, revision }: Pick<OrderRow, 'id' | 'revision'>,
): Promise<(typeof orderItems.$inferSelect)[]> {
  return db
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.orderId, id), eq(orderItems.revision, revision)))
    .orderBy(asc(orderItems.lineNo));
}

/** The items of an order's current revision, in the wire format. */
export const listItems = async (db: Db, order: OrderRow): Promise<OrderItem[]> =>
  (await listItemRowsOf(db, order)).map(presentItem);

/** The history of an order, oldest first. Omits staff-only rows unless the viewer is staff. */
export async function listHistory(
  db: Db,
  orderId: number,
  { isStaff }: Pick<Viewer, 'isStaff'>,
): Promise<OrderWithExt['history']> {
  const rows = await db
    .select()
    .from(orderHistory)
    .where(and(eq(orderHistory.orderId, orderId), isStaff ? undefined : eq(orderHistory.isStaffOnly, false)))
    .orderBy(asc(orderHistory.id));
  return rows.map(({ from, to, reason, userName, createdAt, isStaffOnly, isByShop }) => ({
    from,
    to,
    reason,
    userName,
    createdAt: createdAt.toISOString(),
    ...(isStaffOnly ? { isStaffOnly } : {}),
    ...(isByShop ? { isByShop } : {}),
  }));
}

/** The last row of an order's history. */
export async function findLastEvent(
  db: Db,
  orderId: number,
): Promise<typeof orderHistory.$inferSelect | undefined> {
  const [row] = await db
    .select()
    .from(orderHistory)
    .where(eq(orderHistory.orderId, orderId))
    .orderBy(desc(orderHistory.id))
    .limit(1);
  return row;
}

export async function insertHistory(db: Db, row: typeof orderHistory.$inferInsert): Promise<void> {
  await db.insert(orderHistory).values(row);
}
