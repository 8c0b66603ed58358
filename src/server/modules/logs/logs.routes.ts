import { loginLogs, operationLogs } from '#contract/system/logs.ts';
import type { Database } from '#server/db/database.ts';
import { loginLogs as loginLogTable, operationLogs as operationLogTable } from '#server/db/schema.ts';
import { assertAllRemoved } from '#server/http/records.ts';
import { readingRoutes } from '#server/http/record-routes.ts';
import { route, type App } from '#server/http/route.ts';
import { findLoginLog, listLoginLogs } from './login-logs.queries.ts';
import { deleteFromLog } from './logs.queries.ts';
import { findOperationLog, listOperationLogs } from './operation-logs.queries.ts';

/**
 * Both logs can be read and, with a separate permission, rows can be deleted; the operation log records deletions. Rows
 * of unknown users, such as sign-ins with a mistyped name, are visible to callers whose scope is all data.
 */
export function logRoutes(app: App, database: Database): void {
  const { db } = database;
  readingRoutes(app, database, loginLogs, { title: '登录日志', list: listLoginLogs, find: findLoginLog });
  route(app, loginLogs.remove, ({ body: { ids }, session, audit }) => {
    audit({ ids });
    return db.transaction(async (tx) =>
      assertAllRemoved(ids, await deleteFromLog(tx, loginLogTable, session.grant.scope, ids)),
    );
  });

  readingRoutes(app, database, operationLogs, {
    title: '操作日志',
    list: listOperationLogs,
    find: findOperationLog,
  });
  route(app, operationLogs.remove, ({ body: { ids }, session, audit }) => {
    audit({ ids });
    return db.transaction(async (tx) =>
      assertAllRemoved(ids, await deleteFromLog(tx, operationLogTable, session.grant.scope, ids)),
    );
  });
}
