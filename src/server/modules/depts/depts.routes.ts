import { depts } from '#contract/people/depts.ts';
import type { Database } from '#server/db/database.ts';
import { changesOf } from '#server/http/records.ts';
import { route, type App } from '#server/http/route.ts';
import { readDeptOptions, readDeptTree } from './depts.queries.ts';
import { createDept, editDept, getWithin, removeDepts } from './depts.service.ts';

export function deptRoutes(app: App, database: Database): void {
  const { db } = database;

  route(app, depts.tree, ({ query, session }) => readDeptTree(db, session, query));
  route(app, depts.options, ({ session }) => readDeptOptions(db, session));
  route(app, depts.one, ({ params, session }) => getWithin(db, session, params.id));
  route(app, depts.create, async ({ body, session, now, note }) => {
    const { deptId } = await db.transaction((tx) => createDept(tx, session, body, now));
    note({ id: deptId, ...changesOf({}, body) });
    return deptId;
  });
  route(app, depts.update, async ({ params, body, session, now, note }) => {
    const { before, after } = await db.transaction((tx) => editDept(tx, session, params.id, body, now));
    note({ id: params.id, ...changesOf(before, after) });
    return after;
  });
  route(app, depts.remove, ({ body, session, now, note }) => {
    note({ ids: body.ids });
    return db.transaction((tx) => removeDepts(tx, session, body.ids, now));
  });
}
