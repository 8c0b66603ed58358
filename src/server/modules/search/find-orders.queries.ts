import { and, desc, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import { MAX_FOUND, type FoundRecord } from '#contract/search.ts';
import type { Db } from '#server/db/database.ts';
import { contains, containsExactly } from '#server/db/list-query.ts';
import { depts, orderItems, orders, users } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { withinScope } from '#server/modules/orders/order-scope.service.ts';

/** The index on order numbers needs three characters. */
const MIN_NUMBER_LENGTH = 3;
/** So many customers or companies of a name are looked at. */
const MAX_NAMED = 20;
/** So many orders of a number are found before the newest are chosen. */
const MAX_NUMBERED = 200;
/** No index finds words inside of part names: so many of the latest orders within the scope are looked through. */
const MAX_LATEST = 2_000;

/** The newest orders within the scope with this text in their number, or their customer's, company's or a part's name. */
export async function findOrders(db: Db, scope: Scope, text: string): Promise<FoundRecord[]> {
  const found = await Promise.all([
    byNumber(db, scope, text),
    byCustomer(db, scope, text),
    byCompany(db, scope, text),
    byPart(db, scope, text),
  ]);
  // A number is the most exact, a part's name the least.
  const ids = [...new Set(found.flat())].slice(0, MAX_FOUND);
  if (ids.length === 0) return [];
  const { id, orderNo, summary, customer } = orders;
  const rows = await db.select({ id, orderNo, summary, customer }).from(orders).where(inArray(id, ids));
  return rows
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((row) => ({
      kind: 'order',
      id: row.id,
      title: row.orderNo,
      text: `${row.customer.companyTitle || row.customer.deptName || row.customer.nickName || row.customer.username} · ${row.summary}`,
    }));
}

const newest = [desc(orders.createdAt), desc(orders.id)];

async function byNumber(db: Db, scope: Scope, text: string): Promise<number[]> {
  if (text.length < MIN_NUMBER_LENGTH) return [];
  const numbered = db
    .select({ id: orders.id, createdAt: orders.createdAt })
    .from(orders)
    .where(and(containsExactly(orders.orderNo, text.toUpperCase()), withinScope(scope)))
    .limit(MAX_NUMBERED)
    .as('numbered');
  const rows = await db
    .select({ id: numbered.id })
    .from(numbered)
    .orderBy(desc(numbered.createdAt), desc(numbered.id))
    .limit(MAX_FOUND);
  return rows.map((row) => row.id);
}

/** User names never change, so the current names identify the users of old orders. */
async function byCustomer(db: Db, scope: Scope, text: string): Promise<number[]> {
  const { userId, username, nickName, companyTitle } = users;
  const named = await db
    .select({ id: userId })
    .from(users)
    .where(or(contains(username, text), contains(nickName, text), contains(companyTitle, text)))
    .limit(MAX_NAMED);
  return newestOfEach(
    db,
    named.map((row) => row.id),
    sql`${orders.userId} = named.id`,
    scope,
  );
}

async function byCompany(db: Db, scope: Scope, text: string): Promise<number[]> {
  const { deptId, deptName, deletedAt } = depts;
  const named = await db
    .select({ id: deptId })
    .from(depts)
    .where(and(contains(deptName, text), isNull(deletedAt)))
    .limit(MAX_NAMED);
  return newestOfEach(
    db,
    named.map((row) => row.id),
    sql`${orders.deptId} = named.id`,
    scope,
  );
}

/** The newest orders of these customers or companies; an index finds the newest ones of each. */
async function newestOfEach(db: Db, ids: readonly number[], isOfNamed: SQL, scope: Scope): Promise<number[]> {
  if (ids.length === 0) return [];
  const ofOne = db
    .select({ id: orders.id, createdAt: orders.createdAt })
    .from(orders)
    .where(and(isOfNamed, withinScope(scope)))
    .orderBy(...newest)
    .limit(MAX_FOUND);
  const { rows } = await db.execute<{ id: number }>(sql`
    select found.id from unnest(${sql.param([...ids])}::int[]) as named (id)
    cross join lateral (${ofOne}) as found
    order by found.created_at desc, found.id desc limit ${MAX_FOUND}`);
  return rows.map((row) => row.id);
}

async function byPart(db: Db, scope: Scope, text: string): Promise<number[]> {
  const latest = db
    .select({ id: orders.id, revision: orders.revision, createdAt: orders.createdAt })
    .from(orders)
    .where(withinScope(scope))
    .orderBy(...newest)
    .limit(MAX_LATEST)
    .as('latest');
  const { orderId, revision, name } = orderItems;
  const hasPart = sql`exists (select from ${orderItems}
    where ${orderId} = ${latest.id} and ${revision} = ${latest.revision} and ${contains(name, text)})`;
  const rows = await db
    .select({ id: latest.id })
    .from(latest)
    .where(hasPart)
    .orderBy(desc(latest.createdAt), desc(latest.id))
    .limit(MAX_FOUND);
  return rows.map((row) => row.id);
}
