import { and, asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { QueryOf } from '#contract/kernel/endpoint.ts';
import type { OperationLog, operationLogs as contract } from '#contract/system/logs.ts';
import type { Db } from '#server/db/database.ts';
import {
  contains,
  containsInLog,
  pageOf,
  withinTimes,
  type Page,
  type PageQuery,
} from '#server/db/list-query.ts';
import { distinctValues } from '#server/db/distinct-values.ts';
import { withWireTimes, type FiltersOf } from '#server/db/record-store.ts';
import { operationLogs, orders, users } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { byUsersWithin } from '#server/modules/access/user-scope.ts';
import { findInLog, MAX_COUNTED, readLogPage } from './logs.queries.ts';

const { id, title, userId, operUrl, operIp, requestMethod, status, code, latencyMs, operTime } =
  operationLogs;
type Filters = FiltersOf<QueryOf<typeof contract.list>>;

const toOperationLog = ({ userId: _userId, ...row }: typeof operationLogs.$inferSelect): OperationLog => ({
  ...withWireTimes(row),
  createdAt: row.operTime.toISOString(),
});

const ORDER_PERMISSION_PREFIX = 'mfr:order:';

/** The rows as the API returns them. Operations on an order get its number, even if their row has only the id. */
async function toOperationLogs(
  db: Db,
  rows: readonly (typeof operationLogs.$inferSelect)[],
): Promise<OperationLog[]> {
  const idOf = ({ permission, changes }: (typeof rows)[number]): number | undefined => {
    const { id: orderId, orderNo } = Object(changes) as { id?: unknown; orderNo?: unknown };
    const needsNoNumber = !permission.startsWith(ORDER_PERMISSION_PREFIX) || typeof orderNo === 'string';
    return needsNoNumber || !Number.isSafeInteger(orderId) ? undefined : Number(orderId);
  };
  const ids = rows.flatMap((row) => idOf(row) ?? []);
  const orderRows =
    ids.length === 0
      ? []
      : await db
          .select({ id: orders.id, orderNo: orders.orderNo })
          .from(orders)
          .where(inArray(orders.id, ids));
  const numbers = new Map(orderRows.map((order) => [order.id, order.orderNo]));
  return rows.map((row) => {
    const orderNo = numbers.get(idOf(row) ?? 0);
    return toOperationLog(
      orderNo === undefined ? row : { ...row, changes: { orderNo, ...Object(row.changes) } },
    );
  });
}

/** A page of the write attempts of users within the scope, newest first unless sorted otherwise. */
export async function listOperationLogs(
  db: Db,
  scope: Scope,
  filters: Filters,
  page: PageQuery,
): Promise<Page<OperationLog>> {
  const where = and(
    byUsersWithin(db, scope, userId),
    filters.title ? await hasTitle(db, filters.title) : undefined,
    filters.operName ? inArray(userId, usersNamed(db, filters.operName)) : undefined,
    containsInLog(operUrl, filters.operUrl),
    containsInLog(operIp, filters.operIp),
    filters.requestMethod ? eq(requestMethod, filters.requestMethod) : undefined,
    filters.status ? eq(status, filters.status) : undefined,
    filters.code ? eq(code, filters.code) : undefined,
    withinTimes(operTime, filters),
  );
  const source = filters.record ? operationsOnRecord(filters.record) : undefined;
  const order = sortOrder(filters);
  const { rows, count } = await readLogPage(db, operationLogs, { source, where, order, page });
  return pageOf(await toOperationLogs(db, rows), count, page);
}

/**
 * The names of a record in the log, as in `admin:sysConfig/3`. A parameter has two, because it can also be saved by
 * key, with another permission.
 */
const namesOf = (record: string): SQL =>
  sql`${sql.param([record, record.replace(/^admin:sysConfig\//, 'admin:sysConfigSet/')])}::text[]`;

/**
 * The successful operations on one record, as a relation to read instead of the table. The index on `operation_records`
 * (migration 0017) finds them among millions; `materialized` reads them before they are sorted, so that no plan walks the
 * index on the time and calls the function for each row. A record with more than `MAX_COUNTED` operations shows some of
 * them.
 */
export const operationsOnRecord = (record: string): SQL => sql`(
  with matching as materialized (
    select id, title, user_id, oper_url, oper_ip, request_method, status, code, latency_ms, oper_time
    from sys_opera_log
    where operation_records(permission, oper_url, changes) && ${namesOf(record)} and status = '1'
    limit ${MAX_COUNTED}
  )
  select * from matching
) as ${operationLogs}`;

function sortOrder({ latencyMsOrder, operTimeOrder, createdAtOrder }: Filters): SQL[] {
  // The last columns follow the direction of the first, as in the indexes.
  const direction = (latencyMsOrder ?? operTimeOrder ?? createdAtOrder) === 'asc' ? asc : desc;
  return [...(latencyMsOrder ? [direction(latencyMs)] : []), direction(operTime), direction(id)];
}

/** User names never change, so the current name of a row's user is also the name at that time. */
function usersNamed(db: Db, name: string) {
  return db.select({ id: users.userId }).from(users).where(contains(users.username, name));
}

/** Lists the matching titles first: there are only as many as endpoints. */
const hasTitle = async (db: Db, text: string): Promise<SQL> =>
  inArray(title, await distinctValues(db, title, text));

export async function findOperationLog(
  db: Db,
  scope: Scope,
  logId: number,
): Promise<OperationLog | undefined> {
  return (await toOperationLogs(db, await findInLog(db, operationLogs, scope, logId)))[0];
}
