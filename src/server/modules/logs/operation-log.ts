import pg from 'pg';
import { inBatches } from '#server/db/batches.ts';
import type { Database } from '#server/db/database.ts';
import type { operationLogs } from '#server/db/schema.ts';
import { asDatabaseFailure } from '#server/http/pg-errors.ts';
import { timeLimit } from '#server/system/time-limit.ts';
import { createRefusedOperations } from './refused-operations.ts';

export type OperationLogRow = typeof operationLogs.$inferInsert;

export interface OperationLog {
  /**
   * Writes a row. Resolves once the row is written, postponed or reported as failed, or after a second if the database is
   * slow: logging never blocks the operation.
   */
  write(row: OperationLogRow): Promise<void>;
}

const MAX_WAIT_MS = 1_000;

const SUCCESS_STATUS = '1';
/** Beyond this number, operations that cannot be stored appear only in the log of the process. */
const MAX_UNWRITTEN = 1_000;
const RETRY_EVERY_MS = 2_000;
const COUNT_EVERY_MS = 60_000;

interface OperationLogOptions {
  /** False when the database's disk has only its reserve left, which is for signing in and deleting. */
  hasDiskSpace: () => Promise<boolean>;
  /** Receives operations whose row is inserted later, when the database has space and is available. */
  onPostponed: (row: OperationLogRow) => void;
  onError: (error: unknown) => void;
  /** How often rows are inserted that count the refused operations without a row of their own. */
  countEveryMs?: number;
}

/** Inserts all rows in one statement. Reading `quick` applies the setting, so that the commit skips the disk flush. */
const insertText = `
with quick as materialized (select set_config('synchronous_commit', 'off', true) as setting)
insert into sys_opera_log (
  title, permission, request_method, oper_url, oper_name, user_id, oper_ip, user_agent, code, msg, status, request_id,
  latency_ms, changes, oper_time
)
select
  row."title", row."permission", row."requestMethod", row."operUrl", row."operName", row."userId", row."operIp",
  row."userAgent", row."code", row."msg", row."status", row."requestId", row."latencyMs", row."changes",
  coalesce(row."operTime", now())
from quick, jsonb_to_recordset($1::jsonb) as row (
  "title" text, "permission" text, "requestMethod" text, "operUrl" text, "operName" text, "userId" int,
  "operIp" text, "userAgent" text, "code" int, "msg" text, "status" text, "requestId" text, "latencyMs" float8,
  "changes" jsonb, "operTime" timestamptz
)
where quick.setting = 'off'`;

/**
 * Skips rows that an earlier attempt inserted although its answer was lost; the index on the time finds the rows of
 * the last hour. Clients can choose the request id, so the duration must match too.
 */
const retryText = `${insertText}
  and not exists (
    select from sys_opera_log as earlier
    where earlier.oper_time > now() - interval '1 hour' and earlier.request_id = row."requestId"
      and earlier.user_id = row."userId" and earlier.latency_ms = row."latencyMs"
  )`;

/**
 * Collects rows while a batch is being written and writes them together. The batch does not wait for the disk
 * (`synchronous_commit` off): a row survives the death of this process, and a database crash loses at most the last
 * fraction of a second. Orders are always flushed. Below the disk's reserve nothing is inserted: refused operations get
 * no row, successful ones get it later, as do all operations while the database is unavailable, for example during a
 * failover. Beyond a limit, refused operations of a user are only counted.
 */
export function createOperationLog(
  { pool }: Database,
  { hasDiskSpace, onPostponed, onError, countEveryMs = COUNT_EVERY_MS }: OperationLogOptions,
): OperationLog {
  type Rows = readonly OperationLogRow[];
  const insertRows = (rows: Rows) =>
    pool.query({ name: 'insert_operation_logs', text: insertText, values: [JSON.stringify(rows)] });
  const retryRows = (rows: Rows) =>
    pool.query({ name: 'retry_operation_logs', text: retryText, values: [JSON.stringify(rows)] });

  /** Inserts the rows together, or one by one: a row that the database rejects must not make the others fail. */
  async function insertAll(
    rows: Rows,
    {
      statement,
      onUnavailable,
    }: { statement: (rows: Rows) => Promise<unknown>; onUnavailable: (rows: Rows) => void },
  ): Promise<void> {
    try {
      await statement(rows);
    } catch (error) {
      if (isUnavailable(error)) onUnavailable(rows);
      else if (rows.length === 1 || !(error instanceof pg.DatabaseError)) onError(error);
      else {
        const unavailable: OperationLogRow[] = [];
        const onOneUnavailable = (failedRows: Rows) => unavailable.push(...failedRows);
        for (const row of rows) {
          // If the database is unreachable for one row, the next ones are not tried.
          if (unavailable.length > 0) unavailable.push(row);
          else await insertAll([row], { statement, onUnavailable: onOneUnavailable });
        }
        if (unavailable.length > 0) onUnavailable(unavailable);
      }
    }
  }

  /** Operations without a row yet, oldest first. */
  const unwritten: OperationLogRow[] = [];
  let retryTimer: NodeJS.Timeout | undefined;

  function postpone(row: OperationLogRow): void {
    onPostponed(row);
    if (unwritten.length >= MAX_UNWRITTEN) return;
    unwritten.push({ operTime: new Date(), ...row });
    scheduleRetry();
  }

  function scheduleRetry(): void {
    if (retryTimer || unwritten.length === 0) return;
    retryTimer = setTimeout(() => {
      retryTimer = undefined;
      void insertUnwritten().finally(scheduleRetry);
    }, RETRY_EVERY_MS).unref();
  }

  async function insertUnwritten(): Promise<void> {
    if (!(await hasDiskSpace())) return;
    await insertAll(unwritten.splice(0), {
      statement: retryRows,
      onUnavailable: (rows) => unwritten.unshift(...rows),
    });
  }

  const insert = inBatches({ max: 200, atOnce: 1 }, async (rows: OperationLogRow[]) => {
    if (unwritten.length > 0) await insertUnwritten();
    await insertAll(rows, {
      statement: insertRows,
      onUnavailable: (unavailable) => unavailable.forEach(postpone),
    });
    return rows;
  });

  const refusals = createRefusedOperations();
  let countTimer: NodeJS.Timeout | undefined;

  function scheduleCount(): void {
    countTimer ??= setTimeout(() => {
      countTimer = undefined;
      void insertCounted();
    }, countEveryMs).unref();
  }

  async function insertCounted(): Promise<void> {
    const rows = refusals.takeCounted();
    if (await hasDiskSpace()) await Promise.all(rows.map((row) => insert(row)));
  }

  return {
    async write(row) {
      if (!(await hasDiskSpace())) {
        if (row.status === SUCCESS_STATUS) postpone(row);
        return;
      }
      if (row.status !== SUCCESS_STATUS && !refusals.admits(row, new Date())) {
        scheduleCount();
        return;
      }
      await new Promise<void>((resolve) => {
        const timeout = setTimeout(resolve, timeLimit(MAX_WAIT_MS));
        void insert(row).finally(() => {
          clearTimeout(timeout);
          resolve();
        });
      });
    },
  };
}

/** Whether the same row may be inserted later: the database is unreachable, busy, stopping or no longer the leader. */
function isUnavailable(error: unknown): boolean {
  const { error: name } = asDatabaseFailure(error) ?? {};
  return name === 'server.unavailable' || name === 'server.busy' || name === 'storage.full';
}
