import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import pg from 'pg';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { AppError } from '#server/http/app-error.ts';
import type { Database, Db, Transaction } from './database.ts';

/** Above every id in use, so that a new row of a copy collides with none. */
const FIRST_ID = 2_000_000_000;

const INSUFFICIENT_PRIVILEGE = '42501';

export interface ShadowedTables {
  copied: readonly PgTable[];
  /** Tables without their rows: `work` only deletes from them, or adds to them. */
  emptied: readonly PgTable[];
}

/**
 * Runs `work` on copies of these tables, which hide the tables themselves and end with the transaction. It reads one
 * snapshot of the database, locks nothing that a writer needs, and stores nothing: PostgreSQL refuses a write to any other
 * table, because the transaction is read-only. Triggers and foreign keys are not copied. Throws `server.error` with the reason when
 * the database's user may not create temporary tables.
 */
export function withShadows<T>(
  { db }: Pick<Database, 'db'>,
  { copied, emptied }: ShadowedTables,
  work: (shadowed: Pick<Database, 'db'>) => Promise<T>,
): Promise<T> {
  return db.transaction(
    async (tx) => {
      for (const table of [...copied, ...emptied]) await shadow(tx, table).catch(explainPrivilege);
      for (const table of copied) await copyRows(tx, table);
      await tx.execute(sql`set transaction read only`);
      const transaction: Transaction = (inner) => inner(tx);
      return work({ db: Object.assign(tx, { transaction }) });
    },
    { isolationLevel: 'repeatable read' },
  );
}

async function shadow(tx: Db, table: PgTable): Promise<void> {
  const name = sql.identifier(getTableName(table));
  await tx.execute(sql`create temporary table ${name} (like public.${name} including all) on commit drop`);
  const columns = Object.values<PgColumn>(getTableColumns(table));
  for (const { generatedIdentity, name: column } of columns) {
    if (!generatedIdentity) continue;
    await tx.execute(
      sql`alter table pg_temp.${name} alter column ${sql.identifier(column)} restart with ${sql.raw(String(FIRST_ID))}`,
    );
  }
}

/** Autovacuum never looks at temporary tables, so without `analyze` their queries would be planned blindly. */
async function copyRows(tx: Db, table: PgTable): Promise<void> {
  const name = sql.identifier(getTableName(table));
  await tx.execute(sql`insert into pg_temp.${name} overriding system value select * from public.${name}`);
  await tx.execute(sql`analyze pg_temp.${name}`);
}

function explainPrivilege(error: unknown): never {
  const cause = error instanceof Error ? error.cause : undefined;
  const isRefused = cause instanceof pg.DatabaseError && cause.code === INSUFFICIENT_PRIVILEGE;
  const msg = '无法预览导入：数据库用户没有建立临时表的权限，请管理员授予 TEMPORARY 权限';
  throw isRefused ? new AppError('server.error', { msg, cause: error }) : error;
}
