import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Notification, NotificationKind } from '#contract/system/notifications.ts';
import type { Db } from '#server/db/database.ts';
import { limitAndOffset, pageOf } from '#server/db/list-query.ts';
import { withWireTimes } from '#server/db/record-store.ts';
import { notifications } from '#server/db/schema.ts';
import { NOTIFICATION_CHANNEL } from './insert-notifications.queries.ts';

const presentNotification = (row: typeof notifications.$inferSelect): Notification => ({
  ...withWireTimes(row),
  kind: row.kind as NotificationKind,
});

/** One page of a user's notifications, newest first. */
export async function listNotifications(
  db: Db,
  userId: number,
  query: { pageIndex: number; pageSize: number; unread?: 'true' | 'false' | undefined },
) {
  const { unread } = query;
  const readCondition =
    unread === undefined
      ? undefined
      : unread === 'true'
        ? isNull(notifications.readAt)
        : isNotNull(notifications.readAt);
  const where = and(eq(notifications.userId, userId), readCondition);
  const { limit, offset } = limitAndOffset(query);
  const rows = await db
    .select()
    .from(notifications)
    .where(where)
    .orderBy(desc(notifications.id))
    .limit(limit)
    .offset(offset);
  return pageOf(rows.map(presentNotification), await db.$count(notifications, where), query);
}

export async function countUnread(db: Db, userId: number): Promise<number> {
  return db.$count(notifications, and(eq(notifications.userId, userId), isNull(notifications.readAt)));
}

/** The newest notification of a user, read or not. */
export async function findLatest(db: Db, userId: number): Promise<{ id: number; title: string } | null> {
  const [latest] = await db
    .select({ id: notifications.id, title: notifications.title })
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(desc(notifications.id))
    .limit(1);
  return latest ?? null;
}

/**
 * Marks the user's notifications with these ids as read, or all of the user's without ids, and asks the user's other
 * pages to refresh.
 */
export async function markRead(
  db: Db,
  userId: number,
  ids: readonly number[] | undefined,
  now: Date,
): Promise<void> {
  await db.execute(sql`
    with marked as (
      update notification set read_at = ${now.toISOString()}
      where user_id = ${userId} and read_at is null
        and ${ids === undefined ? sql`true` : inArray(notifications.id, [...ids])}
      returning id
    )
    select pg_notify(${NOTIFICATION_CHANNEL}, ${`${userId}`}::text) where exists (select from marked)`);
}

/** Marks a notification as read for all its recipients, when one of them has done what it asked for. */
export async function markReadForAll(
  tx: Db,
  { key, createdAt }: { key: string; createdAt: Date },
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    with marked as (
      update notification set read_at = ${now.toISOString()}
      where created_at = ${createdAt.toISOString()} and once_key = ${key} and read_at is null
      returning user_id
    )
    select pg_notify(${NOTIFICATION_CHANNEL}, user_id::text) from marked`);
}
