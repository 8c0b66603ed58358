import {
  aliasedTable,
  and,
  asc,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { priceOf, targetPriceOf } from '#contract/kernel/amounts.ts';
import type { DataOf, QueryOf } from '#contract/kernel/endpoint.ts';
import {
  MAX_DESK_COUNT,
  MAX_SIMILAR_PARTS,
  SIMILAR_EDGE_TOLERANCE,
  type DeskRequest,
  type SimilarPart,
} from '#contract/orders/quote-desk.ts';
import type { quoteDesk } from '#contract/orders/quote-desk.ts';
import type { Db } from '#server/db/database.ts';
import { contains, containsExactly, countUpTo, limitAndOffset, pageOf } from '#server/db/list-query.ts';
import { orderItems, orders, users } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { customerName } from '../reading/customer-name.ts';
import { withinScope } from '#server/modules/access/order-scope.ts';
import { presentItem } from '../reading/present-item.service.ts';
import { replyMinutesLeft, type WorkingClock } from './reply-clock.ts';
import { isWaitingForApproval } from '../offering/waiting-for-approval.ts';

/** Who looks at the desk, and when. */
export interface DeskView {
  scope: Scope;
  userId: number;
  now: Date;
  workingMsBetween: WorkingClock;
}

const { id, status, ownerId, replyDueAt } = orders;

// Repeats the text of the partial index's condition, so that PostgreSQL can use the index.
const isRequested = sql`${status} = 'requested'`;
const ownedBy = (owner: QueryOf<typeof quoteDesk.list>['owner'], userId: number): SQL | undefined => {
  if (owner === 'mine') return eq(ownerId, userId);
  if (owner === 'free') return isNull(ownerId);
  return owner === 'others' ? ne(ownerId, userId) : undefined;
};
/** Overdue now, or already overdue when an unanswered question stopped the clock. */
const isLate = (now: Date) =>
  sql`${replyDueAt} < coalesce(${orders.waitingSince}, ${now.toISOString()}::timestamptz)`;

/** The requests of the desk, most urgent first. */
export async function listDesk(
  db: Db,
  view: DeskView,
  query: QueryOf<typeof quoteDesk.list>,
): Promise<DataOf<typeof quoteDesk.list>> {
  const { scope, userId, now } = view;
  const { owner, due, approval, orderNo, customer } = query;
  const where = and(
    isRequested,
    withinScope(scope),
    ownedBy(owner, userId),
    due ? isLate(now) : undefined,
    approval ? isWaitingForApproval : undefined,
    containsExactly(orders.orderNo, orderNo?.toUpperCase()),
    customer ? inArray(orders.userId, usersNamed(db, customer)) : undefined,
  );
  const [count, list] = await Promise.all([
    countUpTo(db, orders, where, MAX_DESK_COUNT),
    selectRequests(db, view, where, limitAndOffset(query)),
  ]);
  return pageOf(list, count, query);
}

const usersNamed = (db: Db, text: string) =>
  db
    .select({ id: users.userId })
    .from(users)
    .where(or(contains(users.username, text), contains(users.nickName, text)));

const owners = aliasedTable(users, 'owners');

const wasOffered = sql`exists (
  select from order_history offer where offer.order_id = ${id}
    and offer.from_status = 'requested' and offer.to_status = 'quoted')`;

async function selectRequests(
  db: Db,
  { userId, now, workingMsBetween }: DeskView,
  where: SQL | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<DeskRequest[]> {
  // Reads the ids first: an index-only scan skips the rows before the page.
  const pageIds = db
    .select({ id })
    .from(orders)
    .where(where)
    .orderBy(asc(replyDueAt), asc(id))
    .limit(limit)
    .offset(offset);
  const rows = await db
    .select({
      order: orders,
      ownerName: owners.nickName,
      ownerAccount: owners.username,
      isAgain: sql<boolean>`${wasOffered}`,
      isForRelease: sql<boolean>`${isWaitingForApproval}`,
    })
    .from(orders)
    .leftJoin(owners, eq(owners.userId, ownerId))
    .where(inArray(id, pageIds))
    .orderBy(asc(replyDueAt), asc(id));
  return rows.map(({ order, ownerName, ownerAccount, isAgain, isForRelease }) => ({
    id: order.id,
    orderNo: order.orderNo,
    customer: customerName(order.customer),
    summary: order.summary,
    itemCount: order.itemCount,
    pieceCount: order.pieceCount,
    price: priceOf(order),
    ...(order.lead ? { lead: order.lead.name } : {}),
    targetPrice: targetPriceOf(order),
    wishedDate: order.wishedDate,
    requestedAt: order.requestedAt?.toISOString() ?? null,
    replyDueAt: order.replyDueAt?.toISOString() ?? null,
    minutesLeft: replyMinutesLeft(order, now, workingMsBetween),
    isWaiting: order.waitingSince !== null,
    ownerId: order.ownerId,
    ownerName: (ownerName || ownerAccount) ?? '',
    isMine: order.ownerId === userId,
    isAgain,
    isForRelease,
  }));
}

/** A request within the scope; undefined for an order that is not a request. */
export async function findRequest(db: Db, view: DeskView, orderId: number): Promise<DeskRequest | undefined> {
  const where = and(isRequested, withinScope(view.scope), eq(id, orderId));
  return (await selectRequests(db, view, where, { limit: 1, offset: 0 }))[0];
}

export async function countDesk(
  db: Db,
  { scope, userId, now }: DeskView,
): Promise<DataOf<typeof quoteDesk.counts>> {
  const count = (filter?: SQL) =>
    countUpTo(db, orders, and(isRequested, withinScope(scope), filter), MAX_DESK_COUNT);
  const [all, mine, free, late, waiting] = await Promise.all([
    count(),
    count(ownedBy('mine', userId)),
    count(ownedBy('free', userId)),
    count(isLate(now)),
    count(isWaitingForApproval),
  ]);
  return { all, mine, free, late, waiting };
}

/** At most this many of the latest parts of the same material are compared. */
const MAX_COMPARED = 2_000;

/** Finds parts like this one in the latest orders within the scope. Reads at most `MAX_COMPARED` lines, by index. */
export async function findSimilar(
  db: Db,
  scope: Scope,
  part: typeof orderItems.$inferSelect,
): Promise<SimilarPart[]> {
  const { orderId, revision, materialName } = orderItems;
  const latest = db
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(and(eq(materialName, part.materialName), lt(orderId, part.orderId)))
    .orderBy(desc(orderId))
    .limit(MAX_COMPARED);
  const rows = await db
    .select({ order: orders, item: orderItems })
    .from(orderItems)
    .innerJoin(orders, and(eq(orders.id, orderId), eq(orders.revision, revision)))
    .where(
      and(
        inArray(orderItems.id, latest),
        isNotNull(orders.placedAt),
        sql`${status} <> 'cancelled'`,
        withinScope(scope),
      ),
    )
    .orderBy(desc(orderId), asc(orderItems.lineNo));
  return rows
    .filter(({ item }) => isSimilar(item, part))
    .slice(0, MAX_SIMILAR_PARTS)
    .flatMap(({ order, item }) =>
      order.placedAt
        ? [
            {
              orderId: order.id,
              orderNo: order.orderNo,
              placedAt: order.placedAt.toISOString(),
              customer: customerName(order.customer),
              item: presentItem(item),
            },
          ]
        : [],
    );
}

type Part = Pick<typeof orderItems.$inferSelect, 'length' | 'width' | 'height' | 'processes'>;

const edgesOf = ({ length, width, height }: Part) => [length, width, height].toSorted((a, b) => a - b);
const optionsOf = ({ processes }: Part) =>
  processes
    .map(({ optionId }) => optionId)
    .toSorted((a, b) => a - b)
    .join(' ');

/** Whether the options are the same and the edges, in any orientation, differ by at most `SIMILAR_EDGE_TOLERANCE`. */
function isSimilar(part: Part, other: Part): boolean {
  const edges = edgesOf(other);
  return (
    optionsOf(part) === optionsOf(other) &&
    edgesOf(part).every(
      (edge, n) => Math.abs(edge - (edges[n] ?? 0)) <= SIMILAR_EDGE_TOLERANCE * (edges[n] ?? 0),
    )
  );
}
