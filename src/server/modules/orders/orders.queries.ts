import { and, asc, count, desc, eq, gte, lte, sql } from 'drizzle-orm';
import { yuanFromFen, yuanText } from '#domain/money.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import { isExpired } from '#domain/orders/validity.ts';
import type { DataOf, QueryOf } from '#contract/endpoint.ts';
import type { Order, OrderItem, OrderWithExt, orders as orderContract } from '#contract/orders.ts';
import type { Db } from '#server/db/database.ts';
import { contains, orderOf, pageOf } from '#server/db/list-query.ts';
import { depts, orderHistory, orderItems, orders, users, type CustomerAsOrdered } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { withinScope } from './order-scope.ts';

export type OrderRow = Omit<typeof orders.$inferSelect, 'status'> & { status: OrderStatus };

/** The order of this id within the scope. */
export async function findOrder(db: Db, scope: Scope, id: number): Promise<OrderRow | undefined> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), withinScope(scope)));
  return row && { ...row, status: toStatus(row.status) };
}

// The column is written by our moves alone; the contract's serialiser checks it again.
const toStatus = (text: string) => text as OrderStatus;

/** For whom, and when, an order is shown. */
export interface Viewer {
  now: Date;
  isStaff: boolean;
}

/** The order as the wire shows it; the shop's note only to the shop. */
export function presentOrder(row: OrderRow, { now, isStaff }: Viewer): Order {
  const { customer } = row;
  return {
    ...row,
    price: yuanText(row.totalFen),
    delivery_time: row.deliveryTime,
    validUntil: row.validUntil.toISOString(),
    isExpired: row.status === 'quoted' && isExpired(row.validUntil, now),
    username: customer.username,
    nickName: customer.nickName,
    deptName: customer.deptName,
    staffNote: isStaff ? row.staffNote : '',
    placedAt: row.placedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

type ListQuery = QueryOf<typeof orderContract.list>;

/** A page of the orders within the scope, newest first unless sorted otherwise. */
export async function listOrders(
  db: Db,
  scope: Scope,
  query: ListQuery,
  viewer: Viewer,
): Promise<DataOf<typeof orderContract.list>> {
  const where = and(
    withinScope(scope),
    contains(orders.orderNo, query.orderNo),
    query.status ? eq(orders.status, query.status) : undefined,
    query.username
      ? sql`${orders.customer}->>'username' ilike ${`%${escapeLike(query.username)}%`}`
      : undefined,
    query.deptId ? eq(orders.deptId, query.deptId) : undefined,
    query.beginTime ? gte(orders.createdAt, query.beginTime) : undefined,
    query.endTime ? lte(orders.createdAt, query.endTime) : undefined,
    query.materialName
      ? sql`exists (select 1 from ${orderItems} where ${orderItems.orderId} = ${orders.id} and ${contains(orderItems.materialName, query.materialName)})`
      : undefined,
  );
  const { id, orderNo, status, totalFen, promisedDate, createdAt } = orders;
  const rows = await db
    .select()
    .from(orders)
    .where(where)
    .orderBy(...orderOf(query, { id, orderNo, status, price: totalFen, promisedDate, createdAt }, desc(id)))
    .limit(pageOf(query).limit)
    .offset(pageOf(query).offset);
  const [total] = await db.select({ count: count() }).from(orders).where(where);
  return {
    list: rows.map((row) => presentOrder({ ...row, status: toStatus(row.status) }, viewer)),
    count: total?.count ?? 0,
    pageIndex: query.pageIndex,
    pageSize: query.pageSize,
    maxUpdatedAt: null,
  };
}

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** The items of the order's current revision, as sold. */
export async function listItems(db: Db, order: OrderRow): Promise<OrderItem[]> {
  const rows = await db
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.orderId, order.id), eq(orderItems.revision, order.revision)))
    .orderBy(asc(orderItems.lineNo));
  return rows.map(presentItem);
}

function presentItem(row: typeof orderItems.$inferSelect): OrderItem {
  const selections = row.processes.map(
    ({ processId, optionId }) => [`process_${processId}`, optionId] as const,
  );
  return {
    ...Object.fromEntries(selections),
    id: row.id,
    lineNo: row.lineNo,
    name: row.name,
    material: row.materialId,
    materialName: row.materialName,
    materialTag: row.materialTag,
    num: row.num,
    length: row.length,
    width: row.width,
    height: row.height,
    remark: row.remark,
    processes: row.processes,
    unit_price: yuanFromFen(row.unitPriceFen),
    sub_total: yuanFromFen(row.subTotalFen),
    delivery_time: row.deliveryTime,
    trace: { ...row.trace, options: [...row.trace.options] },
  };
}

/** Every change of status, oldest first. */
export async function listHistory(db: Db, orderId: number): Promise<OrderWithExt['history']> {
  const rows = await db
    .select()
    .from(orderHistory)
    .where(eq(orderHistory.orderId, orderId))
    .orderBy(asc(orderHistory.id));
  return rows.map(({ from, to, reason, userName, createdAt }) => ({
    from,
    to,
    reason,
    userName,
    createdAt: createdAt.toISOString(),
  }));
}

/** Moves an order if it still stands as the caller saw it; undefined when somebody was faster. */
export async function updateStatus(
  db: Db,
  order: Pick<OrderRow, 'id' | 'status'>,
  change: { to: OrderStatus; version: number; userId: number; now: Date },
): Promise<OrderRow | undefined> {
  const [row] = await db
    .update(orders)
    .set({
      status: change.to,
      version: sql`${orders.version} + 1`,
      updateBy: change.userId,
      updatedAt: change.now,
      ...(change.to === 'placed' ? { placedAt: change.now } : {}),
    })
    .where(and(eq(orders.id, order.id), eq(orders.status, order.status), eq(orders.version, change.version)))
    .returning();
  return row && { ...row, status: toStatus(row.status) };
}

export async function insertHistory(db: Db, row: typeof orderHistory.$inferInsert): Promise<void> {
  await db.insert(orderHistory).values(row);
}

/** A user as an order keeps it. */
export async function findCustomer(db: Db, userId: number): Promise<CustomerAsOrdered | undefined> {
  const [row] = await db
    .select({
      username: users.username,
      nickName: users.nickName,
      phone: users.phone,
      email: users.email,
      companyTitle: users.companyTitle,
      deptName: sql<string>`coalesce(${depts.deptName}, '')`,
    })
    .from(users)
    .leftJoin(depts, eq(depts.deptId, users.deptId))
    .where(eq(users.userId, userId));
  return row;
}
