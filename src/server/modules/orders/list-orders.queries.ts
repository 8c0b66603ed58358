import { and, asc, count, desc, eq, gte, inArray, lte, sql, type SQL } from 'drizzle-orm';
import { ORDER_STATUSES } from '#domain/orders/order-status.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { Order, orders as orderContract } from '#contract/orders.ts';
import type { Db } from '#server/db/database.ts';
import { contains, containsExactly, countUpTo, pageOf } from '#server/db/list-query.ts';
import type { PageQuery } from '#server/db/record-store.ts';
import { orderItems, orders, users } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { readStatusSums } from '#server/modules/order-sums/order-sums.service.ts';
import { withinScope } from './order-scope.service.ts';
import { presentOrder, type Viewer } from './orders.queries.ts';

type Filters = Omit<QueryOf<typeof orderContract.list>, keyof PageQuery>;

/** What is not counted by the kept sums is counted no further, unless an export asks. */
const MAX_COUNTED = 10_000;
/** Orders with a material that many hold are counted by walking the list: no further than this. */
const MAX_WALKED = 1_000;
/** Orders with a material of no more items than these are counted by the items; a page needs them for fewer still. */
const FEW_ITEMS = 20_000;
const VERY_FEW_ITEMS = 2_000;

interface Match {
  page: SQL | undefined;
  /** The same orders, where all of them are counted. */
  all: SQL | undefined;
  /** How far they are counted. */
  most: number;
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
  most = MAX_COUNTED,
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
  if (!filters.materialName) return { page: common, all: common, most };
  const material = await withMaterial(db, filters.materialName);
  const isExact = material.items <= FEW_ITEMS || most > MAX_COUNTED;
  return {
    page: and(common, material.items <= VERY_FEW_ITEMS ? material.byItems : material.byWalk),
    all: and(common, isExact ? material.byItems : material.byWalk),
    most: isExact ? most : MAX_WALKED,
  };
}

/** Names of users never change, so that the order's user is the one who was called so. */
function usersNamed(db: Db, name: string) {
  return db.select({ id: users.userId }).from(users).where(contains(users.username, name));
}

interface Material {
  /** How many items hold it, counted as far as it matters. */
  items: number;
  /** Looks up the orders of the items; only revised orders are compared with their items once more. */
  byItems: SQL;
  /** Looks up the items of each order on the way: a page of the newest soon has its twenty. */
  byWalk: SQL;
}

/** Orders whose current revision holds such a material. */
async function withMaterial(db: Db, text: string): Promise<Material> {
  const names = await listMaterialNames(db, text);
  if (names.length === 0) return { items: 0, byItems: sql`false`, byWalk: sql`false` };
  const { orderId, revision, materialName } = orderItems;
  const hasName = sql`${materialName} = any(${sql.param(names)}::text[])`;
  // Without the offset PostgreSQL might read all items of these names first.
  const byWalk = sql`exists (
    select from ${orderItems} where ${orderId} = ${orders.id} and ${revision} = ${orders.revision} and ${hasName} offset 0
  )`;
  const ids = db.selectDistinct({ orderId }).from(orderItems).where(hasName);
  return {
    items: await countUpTo(db, orderItems, hasName, FEW_ITEMS + 1),
    byItems: sql`(${orders.id} = any(array(${ids})) and (${orders.revision} = 1 or ${byWalk}))`,
    byWalk,
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

/**
 * The columns of the list's order. The last ones run the way of the sorted one, as the indexes have them; `isReversed`
 * turns all of them.
 */
function orderWithin(filters: Filters, isReversed = false): SQL[] {
  const fields = Object.entries(sortColumns).flatMap(([field, column]) => {
    const direction: unknown = Reflect.get(filters, `${field}Order`);
    return direction === 'asc' || direction === 'desc' ? [{ column, direction }] : [];
  });
  const direction = fields.some((field) => field.direction === 'asc') ? 'asc' : 'desc';
  const newest = [createdAt, id].map((column) => ({ column, direction }));
  const last = filters.priceOrder || filters.promisedDateOrder ? newest.slice(1) : newest;
  return [...fields, ...last].map(({ column, direction }) =>
    (direction === 'asc') === isReversed ? desc(column) : asc(column),
  );
}

/** Whether the kept sums know how many orders the filters let through. */
const isKept = ({ orderNo, materialName, beginTime, endTime }: Omit<Filters, 'status'>) =>
  !orderNo && !materialName && !beginTime && !endTime;

function readKept(db: Db, scope: Scope, filters: Filters) {
  const where = and(
    sql`true`,
    filters.status ? sql`status = ${filters.status}` : undefined,
    filters.username ? sql`user_id in ${usersNamed(db, filters.username)}` : undefined,
    filters.deptId ? sql`dept_id = ${filters.deptId}` : undefined,
  );
  return readStatusSums(db, scope, where);
}

/**
 * A page of the orders within the scope, newest first unless sorted otherwise. Their number is exact where the kept sums
 * know it, and up to `most` otherwise.
 */
export async function listOrders(
  db: Db,
  scope: Scope,
  filters: Filters,
  page: PageQuery,
  viewer: Viewer,
  most = MAX_COUNTED,
): Promise<{ list: Order[]; count: number; pageIndex: number; pageSize: number; maxUpdatedAt: null }> {
  const match = await matching(db, scope, filters, filters.status, most);
  const kept = isKept(filters) ? await readKept(db, scope, filters) : undefined;
  const total = kept
    ? kept.reduce((sum, row) => sum + row.count, 0)
    : await countUpTo(db, orders, match.all, match.most);
  const { limit, offset } = pageOf(page);
  // What is nearer to the end is read from there.
  const isReversed = offset > total / 2 && (kept !== undefined || total < match.most);
  const size = isReversed ? Math.max(0, Math.min(limit, total - offset)) : limit;
  // Ids first: what a far page skips is read from an index alone.
  const wanted = db
    .select({ id })
    .from(orders)
    .where(match.page)
    .orderBy(...orderWithin(filters, isReversed))
    .limit(size)
    .offset(isReversed ? total - offset - size : offset);
  const rows =
    size === 0
      ? []
      : await db
          .select()
          .from(orders)
          .where(inArray(id, wanted))
          .orderBy(...orderWithin(filters));
  return {
    list: rows.map((row) => presentOrder(row, viewer)),
    count: total,
    pageIndex: page.pageIndex,
    pageSize: page.pageSize,
    maxUpdatedAt: null,
  };
}

/**
 * How many orders the filters let through within the scope, by status; a status without orders is absent. Exact where
 * the kept sums know it or few orders match, otherwise each status is counted as far as a list is.
 */
export async function countByStatus(
  db: Db,
  scope: Scope,
  filters: Omit<Filters, 'status'>,
): Promise<Record<string, number>> {
  const countsOf = (rows: readonly { status: string; count: number }[]) =>
    Object.fromEntries(rows.map((row) => [row.status, row.count]));
  if (isKept(filters)) return countsOf(await readKept(db, scope, filters));
  const { all, most } = await matching(db, scope, filters);
  if (filters.materialName && most === MAX_COUNTED) {
    return countsOf(await db.select({ status, count: count() }).from(orders).where(all).groupBy(status));
  }
  const { rows } = await db.execute<{ status: string; count: number }>(sql`
    select one.status, counted.count
    from unnest(${sql.param([...ORDER_STATUSES])}::text[]) as one (status)
    cross join lateral (
      select count(*)::int as count
      from (select from ${orders} where ${and(sql`${status} = one.status`, all)} limit ${most}) as found
    ) as counted
    where counted.count > 0`);
  return countsOf(rows);
}
