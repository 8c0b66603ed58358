import { users } from '#contract/people/users.ts';
import type { Database } from '#server/db/database.ts';
import { changesOf } from '#server/http/records.ts';
import { readingRoutes, writingRoutes } from '#server/http/record-routes.ts';
import { route, type App } from '#server/http/route.ts';
import { importRoutes } from '#server/imports/import-routes.ts';
import { userImport } from './users.import.ts';
import { findUser, listUsers } from './users.queries.ts';
import {
  changeAccess,
  createUser,
  removeSecondFactor,
  removeUsers,
  resetUserPassword,
  saveUser,
  setUserStatus,
} from './users.service.ts';

export function userRoutes(app: App, database: Database): void {
  const { db } = database;
  readingRoutes(app, database, users, { title: '用户', list: listUsers, find: findUser });
  writingRoutes(app, users, {
    create: async (...args) => (await createUser(database, ...args)).userId,
    edit: (...args) => changeAccess(database, (tx) => saveUser(tx, ...args)),
    remove: (...args) => changeAccess(database, (tx) => removeUsers(tx, ...args)),
    loggable: ({ password: _password, ...fields }) => fields,
  });
  route(app, users.updateById, async ({ body: { userId, ...edit }, session, now, audit }) => {
    const { before, after } = await changeAccess(database, (tx) => saveUser(tx, session, userId, edit, now));
    audit({ id: userId, ...changesOf(before, after) });
    return after;
  });
  importRoutes(app, database, userImport);
  route(app, users.setStatus, async ({ body, session, now, audit }) => {
    const before = await changeAccess(database, (tx) => setUserStatus(tx, session, body, now));
    audit({ id: body.userId, status: [before.status, body.status] });
    return body.userId;
  });
  route(app, users.resetPassword, ({ body, session, now, audit }) => {
    audit({ id: body.userId });
    return db.transaction((tx) => resetUserPassword(tx, session, body, now));
  });
  route(app, users.removeSecondFactor, ({ body, session, audit }) => {
    audit({ id: body.userId });
    return db.transaction((tx) => removeSecondFactor(tx, session, body.userId));
  });
}
