import { and, count, desc, eq, gt, inArray, type SQL } from 'drizzle-orm';
import type { DataOf, QueryOf } from '#contract/kernel/endpoint.ts';
import { onlineSessions } from '#contract/people/online-sessions.ts';
import type { Database, Db } from '#server/db/database.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { contains, limitAndOffset, pageOf, sortOrder } from '#server/db/list-query.ts';
import { withWireTimes } from '#server/db/record-store.ts';
import { depts, sessions, users } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import { assertAllRemoved } from '#server/http/records.ts';
import { route, type App } from '#server/http/route.ts';
import { loadGrant } from '#server/modules/access/access.service.ts';
import type { Caller, Grant } from '#server/modules/access/caller.ts';
import { usersWithin } from '#server/modules/access/user-scope.ts';

const { id, ip, createdAt, lastSeenAt, idleUntil, expiresAt } = sessions;

/** Open sessions of the users within the caller's scope. */
const isVisible = (caller: Caller, now: Date): SQL | undefined =>
  and(gt(idleUntil, now), gt(expiresAt, now), usersWithin(caller.grant.scope));

type Query = QueryOf<typeof onlineSessions.list>;

async function listSessions(
  db: Db,
  caller: Caller,
  query: Query,
  now: Date,
): Promise<DataOf<typeof onlineSessions.list>> {
  const where = and(isVisible(caller, now), contains(users.username, query.username), contains(ip, query.ip));
  const { limit, offset } = limitAndOffset(query);
  const { userId, username, nickName } = users;
  const rows = await db
    .select({
      id,
      userId,
      username,
      nickName,
      ip,
      createdAt,
      lastSeenAt,
      expiresAt,
      userAgent: sessions.userAgent,
      deptName: depts.deptName,
    })
    .from(sessions)
    .innerJoin(users, eq(users.userId, sessions.userId))
    .leftJoin(depts, eq(depts.deptId, users.deptId))
    .where(where)
    .orderBy(...sortOrder(query, { createdAt, lastSeenAt }, desc(lastSeenAt), desc(id)))
    .limit(limit)
    .offset(offset);
  const total = onlyRow(
    await db
      .select({ count: count() })
      .from(sessions)
      .innerJoin(users, eq(users.userId, sessions.userId))
      .where(where),
  );
  const list = rows.map((row) => ({
    ...withWireTimes(row),
    deptName: row.deptName ?? '',
    isCurrent: row.id === caller.sessionId,
  }));
  return pageOf(list, total.count, query);
}

function assertMayEnd({ grant }: Caller, other: Grant): void {
  if (other.isAdmin && !grant.isAdmin) {
    throw new AppError('permission.denied', { msg: '只有系统管理员可以结束系统管理员的会话' });
  }
}

/** Lists and ends sessions: a deleted session is refused from the next request on. */
export function onlineSessionRoutes(app: App, { db }: Database): void {
  route(app, onlineSessions.list, ({ query, session, now }) => listSessions(db, session, query, now));
  route(app, onlineSessions.remove, ({ body: { ids }, session, now, audit }) =>
    db.transaction(async (tx) => {
      const sessionsToEnd = await tx
        .select({ id, username: users.username, userId: users.userId, deptId: users.deptId })
        .from(sessions)
        .innerJoin(users, eq(users.userId, sessions.userId))
        .where(and(inArray(id, [...ids]), isVisible(session, now)));
      for (const { userId, deptId } of sessionsToEnd)
        assertMayEnd(session, await loadGrant(tx, userId, deptId));
      audit({ ids, usernames: [...new Set(sessionsToEnd.map((row) => row.username))] });
      const ended = assertAllRemoved(
        ids,
        sessionsToEnd.map((row) => row.id),
      );
      await tx.delete(sessions).where(inArray(id, ended));
      return ended;
    }),
  );
}
