import { and, asc, desc, eq } from 'drizzle-orm';
import type { QueryOf } from '#contract/kernel/endpoint.ts';
import type { LoginLog, loginLogs as contract } from '#contract/system/logs.ts';
import type { Db } from '#server/db/database.ts';
import { containsInLog, pageOf, withinTimes, type Page, type PageQuery } from '#server/db/list-query.ts';
import { withWireTimes, type FiltersOf } from '#server/db/record-store.ts';
import { loginLogs } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { byUsersWithin } from '#server/modules/access/user-scope.ts';
import { findInLog, readLogPage } from './logs.queries.ts';

const { id, userId, username, ipaddr, status, loginTime } = loginLogs;
type Filters = FiltersOf<QueryOf<typeof contract.list>>;

const toLoginLog = ({ userId: _user, ...row }: typeof loginLogs.$inferSelect): LoginLog => ({
  ...withWireTimes(row),
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
    withinTimes(loginTime, filters),
  );
  const direction = (filters.loginTimeOrder ?? filters.createdAtOrder) === 'asc' ? asc : desc;
  const order = [direction(loginTime), direction(id)];
  const { rows, count } = await readLogPage(db, loginLogs, { where, order, page });
  return pageOf(rows.map(toLoginLog), count, page);
}

export async function findLoginLog(db: Db, scope: Scope, logId: number): Promise<LoginLog | undefined> {
  const [row] = await findInLog(db, loginLogs, scope, logId);
  return row && toLoginLog(row);
}
