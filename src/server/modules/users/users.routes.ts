import { users } from '#contract/users.ts';
import type { Database } from '#server/db/database.ts';
import { changesOf, found } from '#server/http/records.ts';
import { route, type App } from '#server/http/route.ts';
import { assertExportable, MAX_EXPORT_ROWS, rowsOf, tableFile } from '#server/http/table-file.ts';
import { findUser, listUsers } from './users.queries.ts';
import {
  createUser,
  editUser,
  removeSecondFactor,
  removeUsers,
  resetUserPassword,
  setUserStatus,
} from './users.service.ts';

export function userRoutes(app: App, database: Database): void {
  const { db } = database;

  route(app, users.list, ({ query, session }) => listUsers(db, session.grant.scope, query, query));
  route(app, users.export, async ({ query, session }) => {
    const page = { pageIndex: 1, pageSize: MAX_EXPORT_ROWS };
    const { list, count } = await listUsers(db, session.grant.scope, query, page);
    assertExportable(count);
    return tableFile('用户', query.format, rowsOf(users.export.columns, list));
  });
  route(app, users.one, async ({ params, session }) =>
    found(await findUser(db, session.grant.scope, params.id)),
  );
  route(app, users.create, async ({ body, session, now, note }) => {
    const user = await createUser(database, session, body, now);
    const { password: _password, ...fields } = body;
    note({ id: user.userId, ...changesOf({}, fields) });
    return user.userId;
  });
  route(app, users.update, async ({ params, body, session, now, note }) => {
    const { before, after } = await editUser(database, session, params.id, body, now);
    note({ id: params.id, ...changesOf(before, after) });
    return after;
  });
  route(app, users.setStatus, async ({ body, session, now, note }) => {
    const before = await setUserStatus(database, session, body, now);
    note({ id: body.userId, status: [before.status, body.status] });
    return body.userId;
  });
  route(app, users.resetPassword, ({ body, session, now, note }) => {
    note({ id: body.userId });
    return resetUserPassword(database, session, body, now);
  });
  route(app, users.removeSecondFactor, ({ body, session, note }) => {
    note({ id: body.userId });
    return removeSecondFactor(database, session, body.userId);
  });
  route(app, users.remove, ({ body, session, now, note }) => {
    note({ ids: body.ids });
    return removeUsers(database, session, body.ids, now);
  });
}
