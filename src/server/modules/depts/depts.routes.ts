import { depts } from '#contract/people/depts.ts';
import type { Database } from '#server/db/database.ts';
import { writingRoutes } from '#server/http/record-routes.ts';
import { route, type App } from '#server/http/route.ts';
import { readDeptOptions, readDeptTree } from './depts.queries.ts';
import { createDept, editDept, getDept, removeDepts } from './depts.service.ts';

export function deptRoutes(app: App, { db }: Database): void {
  route(app, depts.tree, ({ query, session }) => readDeptTree(db, session, query));
  route(app, depts.options, ({ session }) => readDeptOptions(db, session));
  route(app, depts.one, ({ params, session }) => getDept(db, session, params.id));
  writingRoutes(app, depts, {
    create: async (...args) => (await db.transaction((tx) => createDept(tx, ...args))).deptId,
    edit: (...args) => db.transaction((tx) => editDept(tx, ...args)),
    remove: (...args) => db.transaction((tx) => removeDepts(tx, ...args)),
  });
}
