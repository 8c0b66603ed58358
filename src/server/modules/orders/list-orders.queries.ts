import { and, asc, count, desc, eq, gte, inArray, lte, sql, type SQL } from 'drizzle-orm';
import type { QueryOf } from '#contract/endpoint.ts';
import type { Order, orders as orderContract } from '#contract/orders.ts';
import type { Db } from '#server/db/database.ts';
import { contains, containsExactly, orderOf, pageOf } from '#server/db/list-query.ts';
import type { PageQuery } from '#server/db/record-store.ts';
import { orderItems, orders, users } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { withinScope } from './order-scope.service.ts';
import { presentOrder, type Viewer } from './orders.queries.ts';

type Filters = Omit<QueryOf<typeof orderContract.list>, keyof PageQuery>;

interface Match {
  /** Where a page is taken from them; where they are counted. */
  page: SQL | undefined;
  all: SQL | undefined;
}

/**
 * The orders that the filters let through within the scope. Each filter is answered by an index: what a customer or a
 * material is called is looked up first, in the few names that there are.
 */
async function matching(
  db: Db,
  scope: Scope,
  filters: Omit<Filters, 'status'>,
  status?: Filters['status'],
): Promise<Match> {
  const common = and(
    withinScope(scope),
    containsExactly(orders.orderNo, filters.orderNo?.toUpperCase()),
    status ? eq(orders.status, status) : undefined,
    filters.username ? inArray(orders.userId, usersNamed(db, filters.username)) : undefined,
    filters.deptId ? eq(orders.deptId, filters.deptId) : undefined,
    filters.beginTime ? gte(orders.createdAt, filters.beginTime) : undefined,
    filters.endTime ? lte(orders.createdAt, filters.endTime) : undefined,
  );
  if (!filters.materialName) return { page: common, all: common };
  const material = await withMaterial(db, filters.materialName);
  return { page: and(common, material.page), all: and(common, material.all) };
}

/** Names of users never change, so that the order's user is the one who was called so. */
function usersNamed(db: Db, name: string) {
  return db.select({ id: users.userId }).from(users).where(contains(users.username, name));
}

/**
 * Orders whose current revision holds such a material. A page walks the newest orders and soon has its twenty; to count
 * them, those of the items are looked up, and only revised orders are compared with their items once more.
 */
async function withMaterial(db: Db, text: string): Promise<{ page: SQL; all: SQL }> {
  const names = await listMaterialNames(db, text);
  if (names.length === 0) return { page: sql`false`, all: sql`false` };
  const { orderId, revision, materialName } = orderItems;
  const hasName = inArray(materialName, names);
  const current = sql`(${orders.id}, ${orders.revision}) in ${db.select({ orderId, revision }).from(orderItems).where(hasName)}`;
  const ids = db.selectDistinct({ orderId }).from(orderItems).where(hasName);
  return {
    page: current,
    all: sql`(${orders.id} = any(array(${ids})) and (${orders.revision} = 1 or ${current}))`,
  };
}

/** The names of materials that were ever sold and contain the text: one step into the index for each name. */
async function listMaterialNames(db: Db, text: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    with recursive sold as (
      (select material_name as name from order_item order by material_name limit 1)
      union all
      select (select material_name from order_item where material_name > sold.name order by material_name limit 1)
      from sold where sold.name is not null
    )
    select name from sold where ${contains(sql`name`, text)}`);
  return rows.map((row) => row.name);
}

const { id, orderNo, status, totalFen, promisedDate, createdAt } = orders;
const sortColumns = { id, orderNo, status, price: totalFen, promisedDate, createdAt };

/** The last columns run the way of the sorted one, as the indexes have them. */
function orderWithin(filters: Filters): SQL[] {
  const isAscending = Object.keys(sortColumns).some(
    (field) => Reflect.get(filters, `${field}Order`) === 'asc',
  );
  const newest = isAscending ? [asc(createdAt), asc(id)] : [desc(createdAt), desc(id)];
  return orderOf(
    filters,
    sortColumns,
    ...(filters.priceOrder || filters.promisedDateOrder ? newest.slice(1) : newest),
  );
}

/** A page of the orders within the scope, newest first unless sorted otherwise. */
export async function listOrders(
  db: Db,
  scope: Scope,
  filters: Filters,
  page: PageQuery,
  viewer: Viewer,
): Promise<{ list: Order[]; count: number; pageIndex: number; pageSize: number; maxUpdatedAt: null }> {
  const match = await matching(db, scope, filters, filters.status);
  const order = orderWithin(filters);
  const { limit, offset } = pageOf(page);
  // Ids first: what a far page skips is read from an index alone.
  const wanted = db
    .select({ id })
    .from(orders)
    .where(match.page)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  const rows = await db
    .select()
    .from(orders)
    .where(inArray(id, wanted))
    .orderBy(...order);
  const [total] = await db.select({ count: count() }).from(orders).where(match.all);
  return {
    list: rows.map((row) => presentOrder(row, viewer)),
    count: total?.count ?? 0,
    pageIndex: page.pageIndex,
    pageSize: page.pageSize,
    maxUpdatedAt: null,
  };
}

/** How many orders the filters let through within the scope, by status; a status without orders is absent. */
export async function countByStatus(
  db: Db,
  scope: Scope,
  filters: Omit<Filters, 'status'>,
): Promise<Record<string, number>> {
  const { all } = await matching(db, scope, filters);
  const rows = await db.select({ status, count: count() }).from(orders).where(all).groupBy(status);
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
}
