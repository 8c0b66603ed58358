import { loginLogs, operationLogs } from '#contract/system/logs.ts';
import type { Database } from '#server/db/database.ts';
import { exportRecords } from '#server/http/export-records.ts';
import { assertAllRemoved, foundOrThrow } from '#server/http/records.ts';
import { route, type App } from '#server/http/route.ts';
import { deleteLoginLogs, findLoginLog, listLoginLogs } from './login-logs.queries.ts';
import { deleteOperationLogs, findOperationLog, listOperationLogs } from './operation-logs.queries.ts';

/**
 * Both logs can be read and, with a separate permission, rows can be deleted; a deletion is itself a row of the operation
 * log. Rows of unknown users, such as sign-ins with a mistyped name, are visible to those who see all data.
 */
export function logRoutes(app: App, database: Database): void {
  const { db } = database;
  route(app, loginLogs.list, ({ query, session }) => listLoginLogs(db, session.grant.scope, query, query));
  route(app, loginLogs.export, ({ query, session }) =>
    exportRecords(database, {
      title: '登录日志',
      format: query.format,
      columns: loginLogs.export.columns,
      read: (tx, page) => listLoginLogs(tx, session.grant.scope, query, page),
    }),
  );
  route(app, loginLogs.one, async ({ params, session }) =>
    foundOrThrow(await findLoginLog(db, session.grant.scope, params.id)),
  );
  route(app, loginLogs.remove, ({ body: { ids }, session, note }) => {
    note({ ids });
    return db.transaction(async (tx) =>
      assertAllRemoved(ids, await deleteLoginLogs(tx, session.grant.scope, ids)),
    );
  });

  route(app, operationLogs.list, ({ query, session }) =>
    listOperationLogs(db, session.grant.scope, query, query),
  );
  route(app, operationLogs.export, ({ query, session }) =>
    exportRecords(database, {
      title: '操作日志',
      format: query.format,
      columns: operationLogs.export.columns,
      read: (tx, page) => listOperationLogs(tx, session.grant.scope, query, page),
    }),
  );
  route(app, operationLogs.one, async ({ params, session }) =>
    foundOrThrow(await findOperationLog(db, session.grant.scope, params.id)),
  );
  route(app, operationLogs.remove, ({ body: { ids }, session, note }) => {
    note({ ids });
    return db.transaction(async (tx) =>
      assertAllRemoved(ids, await deleteOperationLogs(tx, session.grant.scope, ids)),
    );
  });
}
