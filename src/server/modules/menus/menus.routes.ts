import { menus } from '#contract/people/menus.ts';
import type { Database } from '#server/db/database.ts';
import { writingRoutes } from '#server/http/record-routes.ts';
import { foundOrThrow } from '#server/http/records.ts';
import { route, type App } from '#server/http/route.ts';
import { menuStore, readMenuTree } from './menus.queries.ts';
import { createMenu, editMenu, removeMenus } from './menus.service.ts';

export function menuRoutes(app: App, { db }: Database): void {
  route(app, menus.tree, ({ query }) => readMenuTree(db, query));
  route(app, menus.one, async ({ params }) => foundOrThrow(await menuStore.find(db, params.id)));
  writingRoutes(app, menus, {
    create: async (...args) => (await db.transaction((tx) => createMenu(tx, ...args))).menuId,
    edit: (...args) => db.transaction((tx) => editMenu(tx, ...args)),
    remove: (...args) => db.transaction((tx) => removeMenus(tx, ...args)),
  });
}
