import { and, desc, eq, exists, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import { MAX_RESULTS_PER_KIND, type SearchResult } from '#contract/system/search.ts';
import type { Db } from '#server/db/database.ts';
import { contains, containsExactly } from '#server/db/list-query.ts';
import { depts, orderItems, orderMessages, orders, users } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { customerName } from '#server/modules/orders/reading/customer-name.ts';
import { withinScope } from '#server/modules/access/order-scope.ts';

/** The index on order numbers needs three characters. */
const MIN_NUMBER_LENGTH = 3;
/** Limit of customers or companies with a matching name: the most recently added ones with orders within the scope. */
const MAX_MATCHES = 20;
/** Limit of orders that the index on order numbers finds, in any order, in addition to the latest. */
const MAX_BY_NUMBER = 200;
/** Part names and messages have no text index: only this many of the latest orders within the scope are searched. */
const MAX_LATEST = 2_000;

/**
 * The newest orders within the scope with this text in their number, in the name of customer, company or a part, or in
 * a message that the caller may read.
 */
export async function findOrders(
  db: Db,
  scope: Scope,
  text: string,
  { readsInternal }: { readsInternal: boolean },
): Promise<SearchResult[]> {
  // Not in parallel, so that a search takes one connection. In the order of relevance.
  const ids = [
    ...new Set([
      ...(await byNumber(db, scope, text)),
      ...(await byCustomer(db, scope, text)),
      ...(await byCompany(db, scope, text)),
      ...(await byPart(db, scope, text)),
      ...(await byMessage(db, scope, text, readsInternal)),
    ]),
  ].slice(0, MAX_RESULTS_PER_KIND);
  if (ids.length === 0) return [];
  const { id, orderNo, summary, customer } = orders;
  const rows = await db.select({ id, orderNo, summary, customer }).from(orders).where(inArray(id, ids));
  return rows
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((row) => ({
      kind: 'order',
      id: row.id,
      title: row.orderNo,
      text: `${customerName(row.customer)} · ${row.summary}`,
    }));
}

const newest = [desc(orders.createdAt), desc(orders.id)];

/** The latest orders within the scope, for searches without an index. */
const latestWithin = (db: Db, scope: Scope) =>
  db
    .select({
      id: orders.id,
      orderNo: orders.orderNo,
      revision: orders.revision,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .where(withinScope(scope))
    .orderBy(...newest)
    .limit(MAX_LATEST)
    .as('latest');

/** Texts that match most orders have their newest matches among the latest; the index finds rare ones of any age. */
async function byNumber(db: Db, scope: Scope, text: string): Promise<number[]> {
  if (text.length < MIN_NUMBER_LENGTH) return [];
  const number = text.toUpperCase();
  const latest = latestWithin(db, scope);
  const amongLatest = db
    .select({ id: latest.id, createdAt: latest.createdAt })
    .from(latest)
    .where(containsExactly(latest.orderNo, number))
    .orderBy(desc(latest.createdAt), desc(latest.id))
    .limit(MAX_RESULTS_PER_KIND);
  const anywhere = db
    .select({ id: orders.id, createdAt: orders.createdAt })
    .from(orders)
    .where(and(containsExactly(orders.orderNo, number), withinScope(scope)))
    .limit(MAX_BY_NUMBER);
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from (${amongLatest} union ${anywhere}) as numbered
    order by created_at desc, id desc limit ${MAX_RESULTS_PER_KIND}`);
  return rows.map((row) => row.id);
}

/** One lookup per customer or company: `offset 0` prevents PostgreSQL from joining all orders. */
const hasOrderWithin = (db: Db, scope: Scope, belongsToMatch: SQL): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(orders)
      .where(and(belongsToMatch, withinScope(scope)))
      .offset(0),
  );

/** User names never change, so the current names identify the users of old orders. */
async function byCustomer(db: Db, scope: Scope, text: string): Promise<number[]> {
  const { userId, username, nickName, companyTitle } = users;
  const matches = await db
    .select({ id: userId })
    .from(users)
    .where(
      and(
        or(contains(username, text), contains(nickName, text), contains(companyTitle, text)),
        hasOrderWithin(db, scope, eq(orders.userId, userId)),
      ),
    )
    .orderBy(desc(userId))
    .limit(MAX_MATCHES);
  return newestOfEach(db, matches, sql`${orders.userId} = matched.id`, scope);
}

async function byCompany(db: Db, scope: Scope, text: string): Promise<number[]> {
  const { deptId, deptName, companyTitle, deletedAt } = depts;
  const matches = await db
    .select({ id: deptId })
    .from(depts)
    .where(
      and(
        or(contains(deptName, text), contains(companyTitle, text)),
        isNull(deletedAt),
        hasOrderWithin(db, scope, eq(orders.deptId, deptId)),
      ),
    )
    .orderBy(desc(deptId))
    .limit(MAX_MATCHES);
  return newestOfEach(db, matches, sql`${orders.deptId} = matched.id`, scope);
}

/** The newest orders of these customers or companies; an index finds the newest ones of each. */
async function newestOfEach(
  db: Db,
  matches: readonly { id: number }[],
  belongsToMatch: SQL,
  scope: Scope,
): Promise<number[]> {
  if (matches.length === 0) return [];
  const ids = matches.map(({ id }) => id);
  const newestOfMatch = db
    .select({ id: orders.id, createdAt: orders.createdAt })
    .from(orders)
    .where(and(belongsToMatch, withinScope(scope)))
    .orderBy(...newest)
    .limit(MAX_RESULTS_PER_KIND);
  const { rows } = await db.execute<{ id: number }>(sql`
    select newest.id from unnest(${sql.param(ids)}::int[]) as matched (id)
    cross join lateral (${newestOfMatch}) as newest
    order by newest.created_at desc, newest.id desc limit ${MAX_RESULTS_PER_KIND}`);
  return rows.map((row) => row.id);
}

async function byPart(db: Db, scope: Scope, text: string): Promise<number[]> {
  const { orderId, revision, name } = orderItems;
  return newestWith(
    db,
    scope,
    (latest) => sql`(select from ${orderItems}
      where ${orderId} = ${latest.id} and ${revision} = ${latest.revision} and ${contains(name, text)})`,
  );
}

async function byMessage(db: Db, scope: Scope, text: string, readsInternal: boolean): Promise<number[]> {
  const { orderId, audience, text: messageText } = orderMessages;
  const isReadable = readsInternal ? sql`true` : eq(audience, 'customer');
  return newestWith(
    db,
    scope,
    (latest) => sql`(select from ${orderMessages}
      where ${orderId} = ${latest.id} and ${isReadable} and ${contains(messageText, text)})`,
  );
}

/** The newest of the latest orders within the scope for which the subquery finds a row. */
async function newestWith(
  db: Db,
  scope: Scope,
  matchingRow: (latest: ReturnType<typeof latestWithin>) => SQL,
): Promise<number[]> {
  const latest = latestWithin(db, scope);
  const rows = await db
    .select({ id: latest.id })
    .from(latest)
    .where(exists(matchingRow(latest)))
    .orderBy(desc(latest.createdAt), desc(latest.id))
    .limit(MAX_RESULTS_PER_KIND);
  return rows.map((row) => row.id);
}
