import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { QueryOf } from '#contract/kernel/endpoint.ts';
import type { parts as contract, Part } from '#contract/orders/parts.ts';
import { enteredName } from '#domain/parts/line-title.ts';
import type { Db } from '#server/db/database.ts';
import { contains, limitAndOffset, pageOf } from '#server/db/list-query.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { modelBodies, orderItems, orders, partLines, partModels, parts } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { customerName } from '#server/modules/orders/reading/customer-name.ts';
import { withinScope } from '#server/modules/access/order-scope.ts';
import { presentItem } from '#server/modules/orders/reading/present-item.service.ts';

type Filters = QueryOf<typeof contract.list>;

export interface PartOwner {
  userId: number;
  /** Null for a customer without a company. */
  deptId: number | null;
}

/** The parts of a customer and the customer's company, or of all customers within the scope. */
export interface Library {
  owner: PartOwner | 'all';
  scope: Scope;
}

const isCurrentItem = and(eq(orderItems.orderId, orders.id), eq(orderItems.revision, orders.revision));

/** A condition for queries on `orders`: the orders whose parts a library lists. */
export const ordersOf = ({ owner, scope }: Library): SQL =>
  and(owner === 'all' ? undefined : ofCustomer(owner), withinScope(scope)) ?? sql`true`;

const ofCustomer = ({ userId, deptId }: PartOwner): SQL =>
  deptId === null
    ? sql`${orders.userId} = ${userId}`
    : sql`(${orders.userId} = ${userId} or ${orders.deptId} = ${deptId})`;

/** The condition of `ordersOf` for `part_line`, aliased `line`, which has the customer and company of its order. */
export function linesOf({ owner, scope }: Library): SQL {
  const isOwned = owner === 'all' ? sql`true` : linesOfCustomer(owner);
  if (scope.all) return isOwned;
  const visible = [
    scope.own ? sql`line.user_id = ${scope.userId}` : sql`false`,
    sql`line.dept_id = any(${sql.param([...scope.deptIds])}::int[])`,
  ];
  return sql`${isOwned} and (${sql.join(visible, sql` or `)})`;
}

function linesOfCustomer({ userId, deptId }: PartOwner): SQL {
  const ofUser = sql`line.user_id = ${userId}`;
  return deptId === null ? ofUser : sql`(${ofUser} or line.dept_id = ${deptId})`;
}

interface PartRow extends Record<string, unknown> {
  id: number;
  code: string;
  revision: string;
  name: string;
  version: number;
  orders: number;
  pieces: number;
  quotations: number;
  lastOrderedAt: string | null;
  lastOrderCreatedAt: string;
  total: number;
}

/** The parts of a library with their sums, by default all; `where` refers to columns of `part`. */
const selectParts = (library: Library, where: SQL | undefined, ids?: readonly number[]): SQL => sql`
  select ${parts.id}, ${parts.code}, ${parts.revision}, ${parts.name}, ${parts.version},
    sums.orders::int, sums.pieces::float8, sums.quotations::int, sums."lastOrderedAt", sums."lastOrderCreatedAt"
  from (
    select line.part_id, count(line.ordered_at) as orders, count(*) - count(line.ordered_at) as quotations,
      coalesce(sum(line.num) filter (where line.ordered_at is not null), 0) as pieces,
      max(line.ordered_at) as "lastOrderedAt", max(line.made_at) as "lastOrderCreatedAt"
    from part_line line where ${linesOf(library)}
      ${ids ? sql`and line.part_id = any(${sql.param([...ids])}::int[])` : sql``} group by line.part_id
  ) as sums join ${parts} on ${parts.id} = sums.part_id
  ${where ? sql`where ${where}` : sql``}`;

/** Default tolerance of a size, in mm. */
const TOLERANCE_MM = 0.5;

/** Parts whose edges match the sizes in any order, each edge matching at most one size. */
export function withEdges(sizes: readonly number[], tolerance = TOLERANCE_MM): SQL | undefined {
  if (sizes.length === 0) return undefined;
  const edges = [parts.longMm, parts.middleMm, parts.shortMm];
  const isWithin = (edge: (typeof edges)[number], size: number) =>
    sql`abs(${edge} - ${size}::float8) <= ${tolerance}::float8 + 1e-9`;
  const matches = arrangements(edges, sizes.length).map(
    (chosen) =>
      sql`(${sql.join(
        chosen.map((edge, index) => isWithin(edge, sizes[index] ?? 0)),
        sql` and `,
      )})`,
  );
  return sql`(${sql.join(matches, sql` or `)})`;
}

/** All ordered selections of this many elements. */
function arrangements<T>(all: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  return all.flatMap((element) =>
    arrangements(
      all.filter((other) => other !== element),
      count - 1,
    ).map((rest) => [element, ...rest]),
  );
}

/** Parts with this text in number, revision or name. */
export const withText = (text: string | undefined): SQL | undefined =>
  contains(sql`${parts.code} || ' ' || ${parts.revision} || ' ' || ${parts.name}`, text);

const matchFilters = ({ text, length, width, height, tolerance }: Filters): SQL | undefined =>
  and(
    withText(text),
    withEdges(
      [length, width, height].filter((size) => size !== undefined),
      tolerance,
    ),
  );

const direction = (order: 'asc' | 'desc') => sql.raw(order === 'asc' ? 'asc nulls first' : 'desc nulls last');

/** A page of a library, by default the most recently ordered part first. */
export async function listParts(db: Db, library: Library, filters: Filters) {
  const { ordersOrder, lastOrderedAtOrder = 'desc' } = filters;
  const { limit, offset } = limitAndOffset(filters);
  const partsQuery = selectParts(library, matchFilters(filters));
  const sorted = [
    ...(ordersOrder ? [sql`orders ${direction(ordersOrder)}`] : []),
    sql`"lastOrderedAt" ${direction(lastOrderedAtOrder)}`,
    sql`"lastOrderCreatedAt" ${direction(lastOrderedAtOrder)}`,
    sql`id ${direction(lastOrderedAtOrder)}`,
  ];
  const { rows } = await db.execute<PartRow>(sql`
    select *, count(*) over ()::int as total from (${partsQuery}) as part
    order by ${sql.join(sorted, sql`, `)} limit ${limit} offset ${offset}`);
  const count =
    rows[0]?.total ??
    (offset === 0
      ? 0
      : onlyRow(
          (
            await db.execute<{ count: number }>(
              sql`select count(*)::int as count from (${partsQuery}) as part`,
            )
          ).rows,
        ).count);
  return pageOf(await withLastLine(db, library, rows), count, filters);
}

export type FoundPart = Part & { lastOrderCreatedAt: string };

/** The parts of a library with these ids; omits those that it does not have. */
export async function findParts(db: Db, library: Library, ids: readonly number[]): Promise<FoundPart[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<PartRow>(selectParts(library, undefined, ids));
  const foundParts = await withLastLine(db, library, rows);
  return ids.flatMap((id) => foundParts.find((part) => part.id === id) ?? []);
}

/** Adds the last line of each part: the last ordered one, else the last quotation. */
async function withLastLine(db: Db, library: Library, rows: readonly PartRow[]): Promise<FoundPart[]> {
  if (rows.length === 0) return [];
  const last = sql`(
    select requested.id as part_id, newest.order_id, newest.line_no
    from unnest(${sql.param(rows.map(({ id }) => id))}::int[]) as requested (id)
    cross join lateral (
      select line.order_id, line.line_no from part_line line
      where line.part_id = requested.id and ${linesOf(library)}
      order by line.ordered_at desc nulls last, line.made_at desc, line.order_id desc, line.line_no limit 1
    ) as newest) as last`;
  const lineRows = await db
    .select({
      partId: sql<number>`last.part_id`,
      item: orderItems,
      order: occurrenceColumns,
      modelId: partModels.modelId,
      body: partModels.body,
      hasThumbnail: sql<boolean>`${modelBodies.thumbnail} is not null`,
    })
    .from(last)
    .innerJoin(orders, sql`${orders.id} = last.order_id`)
    .innerJoin(orderItems, and(isCurrentItem, sql`${orderItems.lineNo} = last.line_no`))
    .leftJoin(
      partModels,
      and(
        eq(partModels.orderId, orders.id),
        eq(partModels.revision, orders.revision),
        sql`${partModels.lineNo} = last.line_no`,
      ),
    )
    .leftJoin(
      modelBodies,
      and(eq(modelBodies.modelId, partModels.modelId), eq(modelBodies.body, partModels.body)),
    );
  const byPart = new Map(lineRows.map((row) => [row.partId, row]));
  return rows.flatMap(({ total: _total, ...row }) => {
    const lastLine = byPart.get(row.id);
    if (!lastLine) return [];
    const { modelId, body, hasThumbnail } = lastLine;
    return {
      ...row,
      // Older parts that were never edited have the name of their material.
      name:
        row.version > 1
          ? row.name
          : enteredName({ name: row.name, materialName: lastLine.item.materialName }),
      lastOrderedAt: row.lastOrderedAt === null ? null : new Date(row.lastOrderedAt).toISOString(),
      lastOrderCreatedAt: new Date(row.lastOrderCreatedAt).toISOString(),
      model: modelId === null || body === null ? null : { id: modelId, body, hasThumbnail },
      ...presentOccurrence(lastLine.order, lastLine.item),
    };
  });
}

export const occurrenceColumns = {
  orderId: orders.id,
  orderNo: orders.orderNo,
  status: orders.status,
  placedAt: orders.placedAt,
  createdAt: orders.createdAt,
};

export const presentOccurrence = (
  {
    orderId,
    orderNo,
    status,
    placedAt,
    createdAt,
  }: Pick<typeof orders.$inferSelect, 'orderNo' | 'status' | 'placedAt' | 'createdAt'> & { orderId: number },
  item: typeof orderItems.$inferSelect,
) => ({
  orderId,
  orderNo,
  at: (placedAt ?? createdAt).toISOString(),
  isOrdered: placedAt !== null && status !== 'cancelled',
  item: presentItem(item),
});

/** A page of the lines of a part within a library, latest first. */
export async function listHistoryOfPart(
  db: Db,
  library: Library,
  partId: number,
  query: QueryOf<typeof contract.history>,
) {
  const { limit, offset } = limitAndOffset(query);
  const rows = await db
    .select({
      order: occurrenceColumns,
      customer: orders.customer,
      item: orderItems,
      total: sql<number>`count(*) over ()::int`,
    })
    .from(partLines)
    .innerJoin(orders, eq(orders.id, partLines.orderId))
    .innerJoin(orderItems, and(isCurrentItem, eq(orderItems.lineNo, partLines.lineNo)))
    .where(and(eq(partLines.partId, partId), ordersOf(library)))
    .orderBy(sql`${partLines.madeAt} desc, ${partLines.orderId} desc, ${partLines.lineNo}`)
    .limit(limit)
    .offset(offset);
  const list = rows.map(({ order, customer, item }) => ({
    ...presentOccurrence(order, item),
    lineNo: item.lineNo,
    status: order.status,
    customerName: customerName(customer),
  }));
  return pageOf(list, rows[0]?.total ?? 0, query);
}
