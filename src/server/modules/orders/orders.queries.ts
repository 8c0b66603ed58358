import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm';
import { ASKED } from '#domain/gates/gates-of.ts';
import { yuanText } from '#domain/money.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import type { Shipment } from '#domain/orders/shipment.ts';
import { isExpired, keepsQuotation } from '#domain/orders/validity.ts';
import type { Order, OrderItem, OrderWithExt } from '#contract/order-data.ts';
import type { Db } from '#server/db/database.ts';
import { stampOfChange } from '#server/db/record-store.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { orderHistory, orderItems, orders } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { withinScope } from './order-scope.service.ts';
import { presentItem } from './present-item.service.ts';

export type OrderRow = typeof orders.$inferSelect;

/** The order of this id within the scope. */
export async function findOrder(db: Db, scope: Scope, id: number): Promise<OrderRow | undefined> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), withinScope(scope)));
  return row;
}

/** Until the transaction ends only its own writes change the order. */
export async function lockOrder(tx: Db, id: number): Promise<void> {
  await tx.execute(sql`select 1 from orders where id = ${id} for update`);
}

/** The viewer of an order and the current time. */
export interface Viewer {
  now: Date;
  isStaff: boolean;
  /** Also reads messages that are for staff alone; no unless given. */
  readsInternal?: boolean;
}

/** The fields that each revision of an order has separately, in the wire format. */
export const presentTerms = (row: OrderRow) => ({
  orderNo: row.orderNo,
  revision: row.revision,
  price: yuanText(row.totalFen),
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
 * The order in the wire format. Lists every field, because no schema trims the answer to a conflict; staff alone see
 * the shop's note.
 */
export const presentOrder = (row: OrderRow, { now, isStaff }: Viewer): Order => ({
  ...presentTerms(row),
  isDateByHand: row.isDateByHand,
  id: row.id,
  status: row.status,
  isExpired: row.status === 'quoted' && isExpired(row.validUntil, now),
  ...(keepsQuotation(row, now) ? { keepsQuotation: true } : {}),
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
  targetPrice: row.targetFen === null ? null : yuanText(row.targetFen),
  wishedDate: row.wishedDate,
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** The items of the order's current revision, as sold. */
export async function listItems(db: Db, order: OrderRow): Promise<OrderItem[]> {
  const rows = await db
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.orderId, order.id), eq(orderItems.revision, order.revision)))
    .orderBy(asc(orderItems.lineNo));
  return rows.map(presentItem);
}

/** Every change of status, oldest first; the rows for staff alone only to staff. */
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

/** Moves an order if status and version are as the caller saw them; undefined otherwise. */
export async function updateStatus(
  db: Db,
  order: Pick<OrderRow, 'id' | 'status'>,
  change: {
    to: OrderStatus;
    version: number;
    userId: number;
    now: Date;
    promisedDate?: string;
    /** A promise begins or ends with the move. */
    waitingSince?: SQL;
    /** For moves to `requested` by the customer; unset when an offer is withdrawn. */
    asked?: { requestedAt: Date; replyDueAt: Date } | undefined;
    /** For moves to `requested`. */
    keepsQuotation?: boolean;
    /** For moves to `placed`: the day of which it takes a slot. */
    slotDay?: string | undefined;
    /** For moves to `cancelled`. */
    refusal?: string | undefined;
    /** For moves to `shipped`. */
    shipment?: Shipment;
  },
): Promise<OrderRow | undefined> {
  const [row] = await db
    .update(orders)
    .set({
      status: change.to,
      version: sql`${orders.version} + 1`,
      updateBy: change.userId,
      updatedAt: change.now,
      promisedDate: change.promisedDate,
      waitingSince: change.waitingSince,
      refusal: change.refusal,
      slotDay: change.slotDay,
      ...(change.to === 'placed' ? { placedAt: change.now } : {}),
      // Who asks again, or withdraws an offer, wants a person to price it.
      ...(change.to === 'requested'
        ? { ...change.asked, gates: [ASKED], keepsQuotation: change.keepsQuotation }
        : {}),
      ...(change.to === 'shipped' ? { shippedAt: change.now, ...change.shipment } : {}),
    })
    .where(and(eq(orders.id, order.id), eq(orders.status, order.status), eq(orders.version, change.version)))
    .returning();
  return row;
}

/** Returns a locked order to an earlier status. */
export async function revertStatus(
  tx: Db,
  { id, status, requestedAt, updatedAt }: OrderRow,
  { to, userId, now }: { to: OrderStatus; userId: number; now: Date },
): Promise<OrderRow> {
  // A withdrawal made it a request that nobody had asked for.
  const isUnasked = status === 'requested' && requestedAt?.getTime() === updatedAt.getTime();
  const reverted = await tx
    .update(orders)
    .set({
      status: to,
      refusal: '',
      ...stampOfChange(orders, { userId, now }),
      ...(status === 'shipped' ? { shippedAt: null, carrier: '', trackingNo: '' } : {}),
      ...(isUnasked ? { requestedAt: null, replyDueAt: null } : {}),
    })
    .where(eq(orders.id, id))
    .returning();
  return onlyRow(reverted);
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

/** Changes the shop's fields of an order; undefined when the version is stale. */
export async function updateShopFields(
  db: Db,
  id: number,
  change: {
    staffNote: string;
    promisedDate: string;
    isDateByHand: boolean;
    /** For a changed date. */
    waitingSince?: SQL;
    version: number;
    userId: number;
    now: Date;
  },
): Promise<OrderRow | undefined> {
  const { staffNote, promisedDate, isDateByHand, waitingSince, version, userId, now } = change;
  const [row] = await db
    .update(orders)
    .set({
      staffNote,
      promisedDate,
      isDateByHand,
      waitingSince,
      ...stampOfChange(orders, { userId, now }),
    })
    .where(and(eq(orders.id, id), eq(orders.version, version)))
    .returning();
  return row;
}

/** Changes how an order travels if status and version are as the caller saw them; undefined otherwise. */
export async function updateShipment(
  db: Db,
  order: Pick<OrderRow, 'id' | 'status'>,
  { version, userId, now, ...shipment }: Shipment & { version: number; userId: number; now: Date },
): Promise<OrderRow | undefined> {
  const [row] = await db
    .update(orders)
    .set({ ...shipment, ...stampOfChange(orders, { userId, now }) })
    .where(and(eq(orders.id, order.id), eq(orders.status, order.status), eq(orders.version, version)))
    .returning();
  return row;
}

/** What its customer may change on an order that is not confirmed; a missing contact field keeps its value. */
export interface Amendment {
  contactName?: string;
  contactPhone?: string;
  address?: string;
  version: number;
  userId: number;
  now: Date;
}

/** Amends an order if status and version are as the caller saw them; undefined otherwise. */
export async function amendOrder(
  db: Db,
  order: Pick<OrderRow, 'id' | 'status'>,
  { version, userId, now, ...contact }: Amendment,
): Promise<OrderRow | undefined> {
  const [row] = await db
    .update(orders)
    .set({ ...contact, ...stampOfChange(orders, { userId, now }) })
    .where(and(eq(orders.id, order.id), eq(orders.status, order.status), eq(orders.version, version)))
    .returning();
  return row;
}

export async function insertHistory(db: Db, row: typeof orderHistory.$inferInsert): Promise<void> {
  await db.insert(orderHistory).values(row);
}
