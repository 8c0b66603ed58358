import { and, asc, count, desc, eq, gte, inArray, lte, sql, type SQL } from 'drizzle-orm';
import { ORDER_STATUSES } from '#domain/orders/order-status.ts';
import type { QueryOf } from '#contract/kernel/endpoint.ts';
import type { Order } from '#contract/orders/order-data.ts';
import type { orders as orderContract } from '#contract/orders/orders.ts';
import type { Db } from '#server/db/database.ts';
import { distinctValues } from '#server/db/distinct-values.ts';
import {
  contains,
  countUpTo,
  limitAndOffset,
  pageOf,
  withinTimes,
  type Page,
  type PageQuery,
} from '#server/db/list-query.ts';
import { files, orderItemFiles, orderItems, orders, users } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import {
  countUncheckedModels,
  hasUncheckedModels,
  findReferenceOrders,
} from '#server/modules/models/unchecked-models.service.ts';
import { readStatusSums } from '#server/modules/order-sums/order-sums.service.ts';
import { dueOrders } from './due-orders.service.ts';
import { isSold, hasLead, onDays, withNumber, withTotal } from './order-filters.service.ts';
import { hasUnread } from '../messages/order-messages.queries.ts';
import { withinScope } from '#server/modules/access/order-scope.ts';
import { presentOrder, type Viewer } from './orders.queries.ts';

type Filters = Omit<QueryOf<typeof orderContract.list>, keyof PageQuery>;

/** Orders that the stored sums cannot count are counted up to this number; an export counts up to its own limit. */
const MAX_COUNTED = 10_000;
/** Orders with a common material are counted by scanning the list, up to this number. */
const MAX_SCANNED = 1_000;
/** If a material has at most this many items, its orders are found through them; the second, lower limit is for pages. */
const FEW_ITEMS = 20_000;
const VERY_FEW_ITEMS = 2_000;

interface Match {
  /** The condition for reading a page. */
  page: SQL | undefined;
  /** The same condition in the form that counts faster. */
  all: SQL | undefined;
  countLimit: number;
}

/**
 * The conditions for the orders that match the filters within the scope. Every filter uses an index: the names of customers
 * and materials are few, so the matching ones are looked up first.
 */
async function matchOrders(
  db: Db,
  scope: Scope,
  { now, readsInternal = false }: Viewer,
  filters: Omit<Filters, 'status'>,
  status?: Filters['status'],
  countLimit = MAX_COUNTED,
): Promise<Match> {
  const { priceFrom, priceTo, promisedDateFrom, promisedDateTo } = filters;
  const { placedAtFrom, placedAtTo, shippedAtFrom, shippedAtTo } = filters;
  const ofAnyStatus = and(
    withinScope(scope),
    withNumber(filters.orderNo),
    filters.username || filters.nickName ? inArray(orders.userId, usersNamed(db, filters)) : undefined,
    filters.deptId ? eq(orders.deptId, filters.deptId) : undefined,
    withinTimes(orders.createdAt, filters),
    filters.due ? dueOrders(filters.due, now) : undefined,
    filters.models ? hasUncheckedModels : undefined,
    filters.talk === 'unread' ? hasUnread({ userId: scope.userId, readsInternal }) : undefined,
    filters.talk === 'waiting' ? isWaiting : undefined,
    filters.leadClassId === undefined ? undefined : hasLead(filters.leadClassId),
    withTotal(priceFrom, priceTo),
    onDays(orders.placedAt, placedAtFrom, placedAtTo),
    onDays(orders.shippedAt, shippedAtFrom, shippedAtTo),
    filters.sold ? isSold : undefined,
    promisedDateFrom ? gte(orders.promisedDate, promisedDateFrom) : undefined,
    promisedDateTo ? lte(orders.promisedDate, promisedDateTo) : undefined,
  );
  const common = and(
    ofAnyStatus,
    status ? eq(orders.status, status) : undefined,
    filters.part ? withPart(db, ofAnyStatus, filters.part) : undefined,
  );
  if (!filters.materialName) return { page: common, all: common, countLimit };
  const material = await withMaterial(db, filters.materialName);
  const isExact = material.itemCount <= FEW_ITEMS || countLimit > MAX_COUNTED;
  return {
    page: and(common, material.itemCount <= VERY_FEW_ITEMS ? material.byItems : material.byScan),
    all: and(common, isExact ? material.byItems : material.byScan),
    countLimit: isExact ? countLimit : MAX_SCANNED,
  };
}

// Repeats the text of the partial index's condition.
const isWaiting = sql`${orders.waitingSince} is not null`;

/** No index finds text inside part names, so at most this many of the latest matching orders are searched. */
const MAX_SEARCHED = 10_000;

/**
 * Orders, among the latest that match the other filters, whose current revision has a part with this text in its name,
 * remark or a file's name.
 */
function withPart(db: Db, otherFilters: SQL | undefined, text: string): SQL {
  const latest = db
    .select({ id: orders.id, revision: orders.revision })
    .from(orders)
    .where(otherFilters)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(MAX_SEARCHED);
  const { orderId, revision, name, remark } = orderItems;
  return sql`${orders.id} in (
    select latest.id from (${latest}) as latest where exists (
      select from ${orderItems}
      where ${orderId} = latest.id and ${revision} = latest.revision and (${contains(name, text)} or ${contains(remark, text)})
    ) or exists (
      select from ${orderItemFiles} join ${files} on ${files.id} = ${orderItemFiles.fileId}
      where ${orderItemFiles.orderId} = latest.id and ${orderItemFiles.revision} = latest.revision
        and ${contains(files.name, text)}
    )
  )`;
}

/** User names never change; nick names match as they are now. */
function usersNamed(db: Db, { username, nickName }: Pick<Filters, 'username' | 'nickName'>) {
  return db
    .select({ id: users.userId })
    .from(users)
    .where(and(contains(users.username, username), contains(users.nickName, nickName)));
}

interface MaterialCondition {
  /** The number of items of this material, counted up to one more than `FEW_ITEMS`. */
  itemCount: number;
  /** Starts from the items; for revised orders, checks that the item belongs to the current revision. */
  byItems: SQL;
  /** Checks the items of each order in list order: for a common material a page is soon full. */
  byScan: SQL;
}

/** Orders whose current revision has a material whose name contains the text. */
async function withMaterial(db: Db, text: string): Promise<MaterialCondition> {
  const names = await distinctValues(db, orderItems.materialName, text);
  if (names.length === 0) return { itemCount: 0, byItems: sql`false`, byScan: sql`false` };
  const { orderId, revision, materialName } = orderItems;
  const hasName = sql`${materialName} = any(${sql.param(names)}::text[])`;
  // Without the offset, PostgreSQL may read all items of these names first.
  const byScan = sql`exists (
    select from ${orderItems} where ${orderId} = ${orders.id} and ${revision} = ${orders.revision} and ${hasName} offset 0
  )`;
  const ids = db.selectDistinct({ orderId }).from(orderItems).where(hasName);
  return {
    itemCount: await countUpTo(db, orderItems, hasName, FEW_ITEMS + 1),
    byItems: sql`(${orders.id} = any(array(${ids})) and (${orders.revision} = 1 or ${byScan}))`,
    byScan,
  };
}

const { id, orderNo, status, totalFen, promisedDate, createdAt } = orders;
const sortColumns = { id, orderNo, status, price: totalFen, promisedDate, createdAt };

/**
 * The sort order of the list. The last columns follow the direction of the sorted one, as in the indexes. `isReversed`
 * reverses every column.
 */
function sortOrder(filters: Filters, isReversed = false): SQL[] {
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

/** Filters that the stored sums support, and query parameters that do not filter. */
const SUMMED: ReadonlySet<string> = new Set(['status', 'username', 'nickName', 'deptId']);
const NOT_FILTERS: ReadonlySet<string> = new Set(['pageIndex', 'pageSize', 'format']);

/** Whether the stored sums can count the orders that match the filters. */
const hasSums = (filters: Omit<Filters, 'status'>) =>
  Object.entries(filters).every(
    ([name, value]) =>
      value === undefined ||
      value === '' ||
      SUMMED.has(name) ||
      NOT_FILTERS.has(name) ||
      name.endsWith('Order'),
  );

function readSums(db: Db, scope: Scope, filters: Filters) {
  const where = and(
    sql`true`,
    filters.status ? sql`status = ${filters.status}` : undefined,
    filters.username || filters.nickName ? sql`user_id in ${usersNamed(db, filters)}` : undefined,
    filters.deptId ? sql`dept_id = ${filters.deptId}` : undefined,
  );
  return readStatusSums(db, scope, where);
}

/**
 * A page of the orders within the scope, newest first unless sorted otherwise. `count` is exact where the stored sums
 * have it, otherwise at most `countLimit`.
 */
export async function listOrders(
  db: Db,
  scope: Scope,
  filters: Filters,
  page: PageQuery,
  viewer: Viewer,
  countLimit = MAX_COUNTED,
): Promise<Page<Order>> {
  const match = await matchOrders(db, scope, viewer, filters, filters.status, countLimit);
  const sums = hasSums(filters) ? await readSums(db, scope, filters) : undefined;
  const total = sums
    ? sums.reduce((sum, row) => sum + row.count, 0)
    : await countUpTo(db, orders, match.all, match.countLimit);
  const { limit, offset } = limitAndOffset(page);
  // Pages in the second half are read from the end.
  const isReversed = offset > total / 2 && (sums !== undefined || total < match.countLimit);
  const size = isReversed ? Math.max(0, Math.min(limit, total - offset)) : limit;
  // Reads the ids first: an index-only scan skips the rows before a far page.
  const pageIds = db
    .select({ id })
    .from(orders)
    .where(match.page)
    .orderBy(...sortOrder(filters, isReversed))
    .limit(size)
    .offset(isReversed ? total - offset - size : offset);
  const rows =
    size === 0
      ? []
      : await db
          .select()
          .from(orders)
          .where(inArray(id, pageIds))
          .orderBy(...sortOrder(filters));
  const openModels = viewer.isStaff
    ? await countUncheckedModels(
        db,
        rows.filter((row) => row.status === 'placed').map((row) => row.id),
      )
    : undefined;
  const referenceIds = viewer.isStaff ? undefined : await findReferenceOrders(db, rows);
  const list = rows.map((row) => ({
    ...presentOrder(row, viewer),
    openModels: openModels?.get(row.id),
    ...(referenceIds?.has(row.id) ? { isReference: true } : {}),
  }));
  return pageOf(list, total, page);
}

/**
 * The number of matching orders within the scope by status; a status without orders is absent. Exact where the stored
 * sums have it or few orders match; otherwise each status is counted up to the limit of a list.
 */
export async function countByStatus(
  db: Db,
  scope: Scope,
  filters: Omit<Filters, 'status'>,
  viewer: Viewer,
): Promise<Record<string, number>> {
  const countsOf = (rows: readonly { status: string; count: number }[]) =>
    Object.fromEntries(rows.map((row) => [row.status, row.count]));
  if (hasSums(filters)) return countsOf(await readSums(db, scope, filters));
  const { all, countLimit } = await matchOrders(db, scope, viewer, filters);
  if (filters.materialName && countLimit === MAX_COUNTED) {
    return countsOf(await db.select({ status, count: count() }).from(orders).where(all).groupBy(status));
  }
  const { rows } = await db.execute<{ status: string; count: number }>(sql`
    select each_status.status, counted.count
    from unnest(${sql.param([...ORDER_STATUSES])}::text[]) as each_status (status)
    cross join lateral (
      select count(*)::int as count
      from (select from ${orders} where ${and(sql`${status} = each_status.status`, all)} limit ${countLimit}) as matched
    ) as counted
    where counted.count > 0`);
  return countsOf(rows);
}
