import { sql } from 'drizzle-orm';
import type { Database, Db } from '#server/db/database.ts';
import { dryRun } from '#server/db/dry-run.ts';
import { AppError } from '#server/http/app-error.ts';
import { asDatabaseFailure } from '#server/http/pg-errors.ts';
import { timeLimit } from '#server/system/time-limit.ts';
import type { TableRows } from '#server/tables/sheet-rows.ts';
import { errorsOf, refusalOf, writeRow } from './apply-records.ts';
import type { Comparison, PlannedRow } from './compare-records.ts';
import { planImport } from './plan-import.ts';
import type { ImportError } from './read-records.ts';
import type { RecordImport, WriteCall } from './record-import.ts';

/** Below PostgreSQL's `deadlock_timeout`, so that a deadlock ends the preview, never a save. */
const LOCK_MS = 500;
const STATEMENT_MS = 2_000;
/** How many rows a preview writes between two checks for waiting saves. */
const ROWS_PER_CHECK = 10;
const ATTEMPTS = 3;

/**
 * Compares a file with the records and writes its changes by the rules of the endpoints, in a transaction that is
 * rolled back. Restarts when another transaction waits for its locks. Throws `server.busy` when others keep the records
 * locked.
 */
export async function previewImport<R extends object, I extends object>(
  database: Pick<Database, 'db'>,
  resource: RecordImport<R, I>,
  table: TableRows,
  call: WriteCall,
): Promise<Comparison> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await dryRun(database, async (tx) => {
        const plan = await planImport(tx, resource, table, call.caller);
        return plan.errors.length > 0
          ? plan
          : { ...plan, errors: await tryRows(tx, resource, plan.planned, call) };
      });
    } catch (error) {
      if (asDatabaseFailure(error)?.error !== 'server.busy' && !(error instanceof BlocksOthers)) throw error;
      if (attempt < ATTEMPTS) continue;
      const msg = '其他人正在保存这些数据，暂时无法预览，没有写入任何内容，请稍后重新选择文件';
      throw new AppError('server.busy', { msg, cause: error, retryAfterSeconds: 1 });
    }
  }
}

class BlocksOthers extends Error {}

/** Writes each row in a savepoint, and returns the refusals. */
async function tryRows<R, I>(
  tx: Db,
  resource: RecordImport<R, I>,
  planned: readonly PlannedRow[],
  call: WriteCall,
): Promise<ImportError[]> {
  const [lock, statement] = [LOCK_MS, timeLimit(STATEMENT_MS)].map(String);
  await tx.execute(
    sql`select set_config('lock_timeout', ${lock}, true), set_config('statement_timeout', ${statement}, true)`,
  );
  const errors: ImportError[] = [];
  const createdIdByRow = new Map<number, number>();
  for (const [index, row] of planned.entries()) {
    if (index % ROWS_PER_CHECK === 0) await assertNotBlocking(tx);
    await tx.execute(sql`savepoint import_row`);
    try {
      await writeRow(tx, resource, row, createdIdByRow, call, undefined);
      await tx.execute(sql`release savepoint import_row`);
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      await tx.execute(sql`rollback to savepoint import_row`);
      errors.push(...errorsOf(refusal, row, resource.spec));
    }
  }
  await resource.checkAll?.(tx);
  return errors;
}

/** Throws when another transaction waits for a lock of this one. */
async function assertNotBlocking(tx: Db): Promise<void> {
  const { rows } = await tx.execute<{ isBlocking: boolean }>(
    sql`select exists (select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))) as "isBlocking"`,
  );
  if (rows[0]?.isBlocking) throw new BlocksOthers();
}
