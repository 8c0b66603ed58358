import { and, desc, eq, gte, inArray, lte } from 'drizzle-orm';
import type { QueryOf } from '#contract/endpoint.ts';
import type { LoginLog, loginLogs as contract } from '#contract/logs.ts';
import type { Db } from '#server/db/database.ts';
import { countUpTo, containsInLog, limitAndOffset } from '#server/db/list-query.ts';
import type { FiltersOf, PageQuery } from '#server/db/record-store.ts';
import { loginLogs } from '#server/db/schema.ts';
import { logPage, MAX_COUNTED, type LogPage } from './logs.ts';

const { id, username, ipaddr, status, loginTime } = loginLogs;
type Filters = FiltersOf<QueryOf<typeof contract.list>>;

const present = ({ userId: _userId, ...row }: typeof loginLogs.$inferSelect): LoginLog => ({
  ...row,
  loginTime: row.loginTime.toISOString(),
});

/** A page of sign-ins, newest first unless sorted otherwise. */
export async function listLoginLogs(db: Db, filters: Filters, page: PageQuery): Promise<LogPage<LoginLog>> {
  const where = and(
    containsInLog(username, filters.username, { ignoreCase: true }),
    containsInLog(ipaddr, filters.ipaddr),
    filters.status ? eq(status, filters.status) : undefined,
    filters.beginTime ? gte(loginTime, filters.beginTime) : undefined,
    filters.endTime ? lte(loginTime, filters.endTime) : undefined,
  );
  const order = filters.loginTimeOrder === 'asc' ? [loginTime, id] : [desc(loginTime), desc(id)];
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
  return logPage(rows.map(present), await countUpTo(db, loginLogs, where, MAX_COUNTED), page);
}

export async function findLoginLog(db: Db, logId: number): Promise<LoginLog | undefined> {
  const [row] = await db.select().from(loginLogs).where(eq(id, logId));
  return row && present(row);
}

/** Deletes rows and returns the ids that existed. */
export async function deleteLoginLogs(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .delete(loginLogs)
    .where(inArray(id, [...ids]))
    .returning({ id });
  return rows.map((row) => row.id);
}
