import { notifications } from '#contract/system/notifications.ts';
import type { Database } from '#server/db/database.ts';
import { route, type App } from '#server/http/route.ts';
import type { NotificationStreams } from './notification-streams.ts';
import { countUnread, findLatest, listNotifications, markRead } from './notifications.queries.ts';

export function notificationRoutes(app: App, { db }: Database, streams: NotificationStreams): void {
  route(app, notifications.list, ({ query, session }) => listNotifications(db, session.userId, query));
  route(app, notifications.unread, async ({ session: { userId } }) => ({
    unread: await countUnread(db, userId),
    latest: await findLatest(db, userId),
  }));
  route(app, notifications.read, async ({ body, session, now, audit }) => {
    audit({ ids: body.ids });
    await markRead(db, session.userId, body.ids, now);
    return { unread: await countUnread(db, session.userId) };
  });
  route(app, notifications.readAll, async ({ session, now }) => {
    await markRead(db, session.userId, undefined, now);
    return { unread: await countUnread(db, session.userId) };
  });
  route(app, notifications.stream, ({ session }) => streams.open(session));
}
