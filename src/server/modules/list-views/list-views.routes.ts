import { and, eq, ne } from 'drizzle-orm';
import { listViews as endpoints, MAX_VIEWED_LISTS, type ViewSets } from '#contract/system/list-views.ts';
import type { Database } from '#server/db/database.ts';
import { listViews } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import { route, type App } from '#server/http/route.ts';

export function listViewRoutes(app: App, { db }: Database): void {
  const { userId, list, views } = listViews;
  route(app, endpoints.read, async ({ session }): Promise<ViewSets> => {
    const rows = await db.select({ list, views }).from(listViews).where(eq(userId, session.userId));
    return Object.fromEntries(rows.map((row) => [row.list, row.views]));
  });
  route(app, endpoints.save, async ({ params, body, session }) => {
    const ownRows = eq(userId, session.userId);
    if (body.views.length === 0) {
      await db.delete(listViews).where(and(ownRows, eq(list, params.list)));
      return null;
    }
    const row = { userId: session.userId, list: params.list, views: body };
    const otherLists = await db
      .select({ list })
      .from(listViews)
      .where(and(ownRows, ne(list, params.list)));
    if (otherLists.length >= MAX_VIEWED_LISTS)
      throw new AppError('request.invalid', { msg: `最多为${MAX_VIEWED_LISTS}个列表保存视图` });
    await db
      .insert(listViews)
      .values(row)
      .onConflictDoUpdate({ target: [userId, list], set: { views: body } });
    return null;
  });
}
