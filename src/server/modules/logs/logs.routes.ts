import { loginLogs, operationLogs } from '#contract/logs.ts';
import type { Database } from '#server/db/database.ts';
import { allOf, found } from '#server/http/records.ts';
import { route, type App } from '#server/http/route.ts';
import { rowsOf, tableFile } from '#server/http/table-file.ts';
import { deleteLoginLogs, findLoginLog, listLoginLogs } from './login-logs.queries.ts';
import { exportedRows } from './logs.ts';
import { deleteOperationLogs, findOperationLog, listOperationLogs } from './operation-logs.queries.ts';

/** Both logs can be read and, with a permission of its own, deleted from; a deletion is itself a row of the operation log. */
export function logRoutes(app: App, { db }: Database): void {
  route(app, loginLogs.list, ({ query }) => listLoginLogs(db, query, query));
  route(app, loginLogs.export, async ({ query }) => {
    const rows = await exportedRows((page) => listLoginLogs(db, query, page));
    return tableFile('登录日志', query.format, rowsOf(loginLogs.export.columns, rows));
  });
  route(app, loginLogs.one, async ({ params }) => found(await findLoginLog(db, params.id)));
  route(app, loginLogs.remove, ({ body: { ids }, note }) => {
    note({ ids });
    return db.transaction(async (tx) => allOf(ids, await deleteLoginLogs(tx, ids)));
  });

  route(app, operationLogs.list, ({ query }) => listOperationLogs(db, query, query));
  route(app, operationLogs.export, async ({ query }) => {
    const rows = await exportedRows((page) => listOperationLogs(db, query, page));
    return tableFile('操作日志', query.format, rowsOf(operationLogs.export.columns, rows));
  });
  route(app, operationLogs.one, async ({ params }) => found(await findOperationLog(db, params.id)));
  route(app, operationLogs.remove, ({ body: { ids }, note }) => {
    note({ ids });
    return db.transaction(async (tx) => allOf(ids, await deleteOperationLogs(tx, ids)));
  });
}
