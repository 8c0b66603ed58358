import { roles } from '#contract/people/roles.ts';
import type { Database } from '#server/db/database.ts';
import { changesOf, foundOrThrow } from '#server/http/records.ts';
import { readingRoutes, writingRoutes } from '#server/http/record-routes.ts';
import { route, type App } from '#server/http/route.ts';
import { readDeptOptions } from '#server/modules/depts/depts.service.ts';
import { readMenuOptions } from '#server/modules/menus/menus.service.ts';
import { changeAccess } from '#server/modules/users/users.service.ts';
import { findRole, listRoles } from './roles.queries.ts';
import { createRole, editRole, removeRoles, setRoleScope, setRoleStatus } from './roles.service.ts';

export function roleRoutes(app: App, database: Database): void {
  const { db } = database;
  /** The role for the option trees; 0 means a new role. */
  const roleOf = async (id: number) =>
    id === 0 ? { menuIds: [], deptIds: [] } : foundOrThrow(await findRole(db, id));

  readingRoutes(app, database, roles, {
    title: '角色',
    list: listRoles,
    find: (tx, scope, id) => findRole(tx, id, scope),
  });
  route(app, roles.menuTree, async ({ params }) => ({
    checkedKeys: (await roleOf(params.id)).menuIds,
    menus: await readMenuOptions(db),
  }));
  route(app, roles.deptTree, async ({ params, session }) => ({
    checkedKeys: (await roleOf(params.id)).deptIds,
    depts: await readDeptOptions(db, session),
  }));
  writingRoutes(app, roles, {
    create: (...args) => changeAccess(database, (tx) => createRole(tx, ...args)),
    edit: (...args) => changeAccess(database, (tx) => editRole(tx, ...args)),
    remove: (...args) => changeAccess(database, (tx) => removeRoles(tx, ...args)),
  });
  route(app, roles.setStatus, async ({ body, session, now, audit }) => {
    const before = await changeAccess(database, (tx) => setRoleStatus(tx, session, body, now));
    audit({ id: body.roleId, status: [before.status, body.status] });
    return body.roleId;
  });
  route(app, roles.setScope, async ({ body, session, now, audit }) => {
    const { dataScope, deptIds } = await changeAccess(database, (tx) => setRoleScope(tx, session, body, now));
    audit({
      id: body.roleId,
      ...changesOf({ dataScope, deptIds }, { dataScope: body.dataScope, deptIds: body.deptIds }),
    });
    return body.roleId;
  });
}
