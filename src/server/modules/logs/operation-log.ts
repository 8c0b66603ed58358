import pg from 'pg';
import { inBatches } from '#server/db/batches.ts';
import type { Database } from '#server/db/database.ts';
import type { operationLogs } from '#server/db/schema.ts';

export type OperationLogRow = typeof operationLogs.$inferInsert;

export interface OperationLog {
  /**
   * Writes a row. Resolves when it is written, when that failed and was reported, or after a second with a slower
   * database: a log never blocks its subject.
   */
  write(row: OperationLogRow): Promise<void>;
}

const MAX_WAIT_MS = 1_000;

/** `status` of an operation that was not refused. */
const CARRIED_OUT = '1';
/** Beyond this number, operations that cannot be stored appear in the process' log only. */
const MAX_HELD = 1_000;

interface OperationLogOptions {
  /** False below the reserve of the database's disk, which is left for signing in and deleting. */
  hasDiskSpace: () => Promise<boolean>;
  /** Receives successful operations whose row is inserted later, when there is space. */
  onHeld: (row: OperationLogRow) => void;
  onError: (error: unknown) => void;
}

/** Inserts all rows in one statement that does not wait for the disk. */
const text = `
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
 * Collects rows while a batch is being written and writes them together. The batch does not wait for the disk
 * (`synchronous_commit` off): a row survives the death of this process, and a database crash loses at most the last
 * fraction of a second. Orders are always flushed. Below the disk's reserve nothing is inserted: refused operations get no
 * row, successful ones get it later.
 */
export function createOperationLog(
  { pool }: Database,
  { hasDiskSpace, onHeld, onError }: OperationLogOptions,
): OperationLog {
  const insertRows = (rows: OperationLogRow[]) =>
    pool.query({ name: 'insert_operation_logs', text, values: [JSON.stringify(rows)] });

  const insert = inBatches({ max: 200, atOnce: 1 }, async (rows: OperationLogRow[]) => {
    try {
      await insertRows(rows);
    } catch (error) {
      // A row that the database rejects must not take the others with it.
      if (rows.length > 1 && error instanceof pg.DatabaseError) {
        await Promise.all(rows.map((row) => insertRows([row]).catch(onError)));
      } else onError(error);
    }
    return rows;
  });
  /** Successful operations without a row yet, oldest first. */
  const held: OperationLogRow[] = [];

  return {
    async write(row) {
      if (!(await hasDiskSpace())) {
        if (row.status !== CARRIED_OUT) return;
        onHeld(row);
        if (held.length < MAX_HELD) held.push({ ...row, operTime: new Date() });
        return;
      }
      for (const earlier of held.splice(0)) void insert(earlier);
      await new Promise<void>((resolve) => {
        const patience = setTimeout(resolve, MAX_WAIT_MS);
        void insert(row).finally(() => {
          clearTimeout(patience);
          resolve();
        });
      });
    },
  };
}
