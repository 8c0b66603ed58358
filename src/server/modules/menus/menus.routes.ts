import { menus } from '#contract/people/menus.ts';
import type { Database } from '#server/db/database.ts';
import { changesOf, foundOrThrow } from '#server/http/records.ts';
import { route, type App } from '#server/http/route.ts';
import { findMenu, readMenuTree } from './menus.queries.ts';
import { createMenu, editMenu, removeMenus } from './menus.service.ts';

export function menuRoutes(app: App, database: Database): void {
  const { db } = database;

  route(app, menus.tree, ({ query }) => readMenuTree(db, query));
  route(app, menus.one, async ({ params }) => foundOrThrow(await findMenu(db, params.id)));
  route(app, menus.create, async ({ body, session, now, note }) => {
    const { menuId } = await createMenu(database, session, body, now);
    note({ id: menuId, ...changesOf({}, body) });
    return menuId;
  });
  route(app, menus.update, async ({ params, body, session, now, note }) => {
    const { before, after } = await editMenu(database, session, params.id, body, now);
    note({ id: params.id, ...changesOf(before, after) });
    return after;
  });
  route(app, menus.remove, ({ body, session, now, note }) => {
    note({ ids: body.ids });
    return removeMenus(database, session, body.ids, now);
  });
}
