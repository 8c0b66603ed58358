import { and, desc, eq, gte, inArray, lte } from 'drizzle-orm';
import type { QueryOf } from '#contract/kernel/endpoint.ts';
import type { LoginLog, loginLogs as contract } from '#contract/system/logs.ts';
import type { Db } from '#server/db/database.ts';
import {
  containsInLog,
  countUpTo,
  limitAndOffset,
  pageOf,
  type Page,
  type PageQuery,
} from '#server/db/list-query.ts';
import type { FiltersOf } from '#server/db/record-store.ts';
import { loginLogs } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { byUsersWithin } from '#server/modules/access/user-scope.ts';
import { MAX_COUNTED } from './logs.ts';

const { id, userId, username, ipaddr, status, loginTime } = loginLogs;
type Filters = FiltersOf<QueryOf<typeof contract.list>>;

const present = ({ userId: _user, ...row }: typeof loginLogs.$inferSelect): LoginLog => ({
  ...row,
  loginTime: row.loginTime.toISOString(),
  createdAt: row.loginTime.toISOString(),
});

/** A page of the sign-ins of users within the scope, newest first unless sorted otherwise. */
export async function listLoginLogs(
  db: Db,
  scope: Scope,
  filters: Filters,
  page: PageQuery,
): Promise<Page<LoginLog>> {
  const where = and(
    byUsersWithin(db, scope, userId),
    containsInLog(username, filters.username, { ignoreCase: true }),
    containsInLog(ipaddr, filters.ipaddr),
    filters.status ? eq(status, filters.status) : undefined,
    filters.beginTime ? gte(loginTime, filters.beginTime) : undefined,
    filters.endTime ? lte(loginTime, filters.endTime) : undefined,
  );
  const order =
    (filters.loginTimeOrder ?? filters.createdAtOrder) === 'asc'
      ? [loginTime, id]
      : [desc(loginTime), desc(id)];
  const { limit, offset } = limitAndOffset(page);
  const wanted = db
    .select({ id })
    .from(loginLogs)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  const rows = await db
    .select()
    .from(loginLogs)
    .where(inArray(id, wanted))
    .orderBy(...order);
  return pageOf(rows.map(present), await countUpTo(db, loginLogs, where, MAX_COUNTED), page);
}

export async function findLoginLog(db: Db, scope: Scope, logId: number): Promise<LoginLog | undefined> {
  const [row] = await db
    .select()
    .from(loginLogs)
    .where(and(eq(id, logId), byUsersWithin(db, scope, userId)));
  return row && present(row);
}

/** Deletes rows of users within the scope and returns the ids that existed. */
export async function deleteLoginLogs(db: Db, scope: Scope, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .delete(loginLogs)
    .where(and(inArray(id, [...ids]), byUsersWithin(db, scope, userId)))
    .returning({ id });
  return rows.map((row) => row.id);
}
