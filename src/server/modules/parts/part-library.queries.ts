import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { DataOf, QueryOf } from '#contract/kernel/endpoint.ts';
import type { ListedPart, partLibrary as contract, RepeatedLine } from '#contract/orders/part-library.ts';
import { libraryTitle } from '#domain/parts/line-title.ts';
import type { Db } from '#server/db/database.ts';
import { distinctValues } from '#server/db/distinct-values.ts';
import { countUpTo, limitAndOffset, pageOf } from '#server/db/list-query.ts';
import { orderItems, orders, parts } from '#server/db/schema.ts';
import {
  findParts,
  linesOf,
  occurrenceColumns,
  presentOccurrence,
  withEdges,
  withText,
  type FoundPart,
  type Library,
} from './parts.queries.ts';

type Filters = QueryOf<typeof contract.list>;

const MAX_COUNTED = 10_000;
/** If a material has at most this many items, its parts are found through them; for a common material, by scanning the list. */
const FEW_ITEMS = 20_000;

/** A page of the parts with a line within the library, by default the latest line first. */
export async function listLibrary(
  db: Db,
  library: Library,
  filters: Filters,
): Promise<DataOf<typeof contract.list>> {
  const { part, size, deptId, materialName, lastAtOrder = 'desc' } = filters;
  const { limit, offset } = limitAndOffset(filters);
  const where = and(
    sql`${parts.lastAt} is not null`,
    withText(part),
    size ? withSize(size) : undefined,
    deptId === undefined ? undefined : eq(parts.owner, deptId),
    library.scope.all && library.owner === 'all' ? undefined : hasLine(library),
    materialName ? await withMaterial(db, library, materialName) : undefined,
  );
  const rows = await db
    .select({ id: parts.id })
    .from(parts)
    .where(where)
    .orderBy(
      ...[parts.lastAt, parts.id].map((column) => (lastAtOrder === 'asc' ? asc(column) : desc(column))),
    )
    .limit(limit)
    .offset(offset);
  const ownedParts = await withOwners(
    db,
    await findParts(
      db,
      library,
      rows.map(({ id }) => id),
    ),
  );
  return pageOf(ownedParts.map(toListedPart), await countUpTo(db, parts, where, MAX_COUNTED), filters);
}

/** Parts with the sizes in a text such as `120×60`; none if it has no size or more than three. */
function withSize(text: string): SQL | undefined {
  const sizes = (text.normalize('NFKC').match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
  return sizes.length === 0 || sizes.length > 3 ? sql`false` : withEdges(sizes);
}

const hasLine = (library: Library, condition: SQL = sql`true`): SQL =>
  sql`exists (select from part_line line where line.part_id = ${parts.id} and ${linesOf(library)} and ${condition})`;

/** Parts with a line of a material whose name contains the text. */
async function withMaterial(db: Db, library: Library, text: string): Promise<SQL> {
  const names = await distinctValues(db, orderItems.materialName, text);
  if (names.length === 0) return sql`false`;
  const hasName = sql`material_name = any(${sql.param(names)}::text[])`;
  if ((await countUpTo(db, orderItems, hasName, FEW_ITEMS + 1)) <= FEW_ITEMS)
    return sql`${parts.id} = any(array(
      select line.part_id from order_item item
      join orders on orders.id = item.order_id and orders.revision = item.revision
      join part_line line on line.order_id = item.order_id and line.line_no = item.line_no
      where item.${hasName} and ${linesOf(library)}))`;
  // Without the offset, PostgreSQL may read all items of these names first.
  return hasLine(
    library,
    sql`exists (select from order_item item join orders on orders.id = item.order_id and orders.revision = item.revision
      where item.order_id = line.order_id and item.line_no = line.line_no and item.${hasName} offset 0)`,
  );
}

type OwnedPart = FoundPart & Pick<ListedPart, 'deptId' | 'deptName' | 'customerName'>;

/** Adds the names of company and customer from each part's last order. */
export async function withOwners(db: Db, foundParts: readonly FoundPart[]): Promise<OwnedPart[]> {
  const ids = foundParts.map(({ orderId }) => orderId);
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: orders.id, deptId: orders.deptId, customer: orders.customer })
    .from(orders)
    .where(sql`${orders.id} = any(${sql.param(ids)}::int[])`);
  const byOrder = new Map(rows.map((row) => [row.id, row]));
  return foundParts.flatMap((part) => {
    const order = byOrder.get(part.orderId);
    if (!order) return [];
    const { deptId, customer } = order;
    return [{ ...part, deptId, deptName: customer.deptName, customerName: customer.nickName }];
  });
}

const toListedPart = ({ item, isOrdered, lastOrderCreatedAt, ...part }: OwnedPart): ListedPart => ({
  ...part,
  name: libraryTitle(part.name, item),
  size: `${item.length}×${item.width}×${item.height}`,
  materialName: item.materialName,
  last: { lineTotal: item.line_total, num: item.num, isOrdered },
  lastAt: lastOrderCreatedAt,
});

/** Counts how often each part of an order was ordered before in the library. The caller checks access to the order. */
export async function listRepeats(db: Db, library: Library, orderId: number): Promise<RepeatedLine[]> {
  const { rows } = await db.execute<{
    lineNo: number;
    partId: number;
    times: number;
    lastOrder: number | null;
    lastLine: number | null;
  }>(sql`
    select this_line.line_no as "lineNo", this_line.part_id as "partId", count(distinct line.order_id)::int as times,
      (array_agg(line.order_id order by line.ordered_at desc, line.order_id desc, line.line_no))[1] as "lastOrder",
      (array_agg(line.line_no order by line.ordered_at desc, line.order_id desc, line.line_no))[1] as "lastLine"
    from part_line this_line
    left join part_line line on line.part_id = this_line.part_id and line.order_id <> this_line.order_id
      and line.ordered_at < coalesce(this_line.ordered_at, 'infinity') and ${linesOf(library)}
    where this_line.order_id = ${orderId}
    group by this_line.line_no, this_line.part_id
    order by this_line.line_no`);
  const repeats = rows.filter(({ lastOrder }) => lastOrder !== null);
  const lastOccurrences = await listOccurrences(
    db,
    repeats.map(({ lastOrder, lastLine }) => [lastOrder ?? 0, lastLine ?? 0]),
  );
  return rows.map(({ lineNo, partId, times, lastOrder, lastLine }) => ({
    lineNo,
    partId,
    times,
    last: lastOccurrences.get(`${lastOrder} ${lastLine}`) ?? null,
  }));
}

/** The occurrences at these pairs of order id and line number, by `<order id> <line number>`. */
async function listOccurrences(db: Db, keys: readonly (readonly [number, number])[]) {
  if (keys.length === 0) return new Map<string, never>();
  const { orderId, lineNo, revision } = orderItems;
  const rows = await db
    .select({ order: occurrenceColumns, item: orderItems })
    .from(orders)
    .innerJoin(orderItems, and(eq(orderId, orders.id), eq(revision, orders.revision)))
    .where(
      sql`(${orders.id}, ${lineNo}) in (select * from unnest(
        ${sql.param(keys.map(([order]) => order))}::int[], ${sql.param(keys.map(([, line]) => line))}::int[]))`,
    );
  return new Map(
    rows.map(({ order, item }) => [`${order.orderId} ${item.lineNo}`, presentOccurrence(order, item)]),
  );
}
