import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { depts } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Caller } from '#server/modules/access/caller.ts';

/**
 * Throws `record.not_found` unless the company exists and is within the caller's data scope; the caller's own always
 * is.
 */
export async function assertCompany(
  db: Db,
  { deptId: own, grant: { scope } }: Caller,
  deptId: number,
): Promise<void> {
  const isSeen = scope.all || deptId === own || scope.deptIds.includes(deptId);
  if (!isSeen || !(await isCompany(db, deptId))) {
    throw new AppError('record.not_found', { msg: '公司不存在或无权查看' });
  }
}

/** Whether this department exists, so that prices and defaults can be agreed with it. */
export async function isCompany(db: Db, deptId: number): Promise<boolean> {
  const rows = await db
    .select({ deptId: depts.deptId })
    .from(depts)
    .where(and(eq(depts.deptId, deptId), isNull(depts.deletedAt)));
  return rows.length > 0;
}

/** The names of these companies, also of those that are deleted. */
export async function pastCompanyNames(db: Db, deptIds: readonly number[]): Promise<Map<number, string>> {
  if (deptIds.length === 0) return new Map();
  const { deptId, deptName } = depts;
  const rows = await db
    .select({ deptId, deptName })
    .from(depts)
    .where(inArray(deptId, [...deptIds]));
  return new Map(rows.map((row) => [row.deptId, row.deptName]));
}

/** The names of these companies; those that are deleted are missing. */
export async function companyNames(db: Db, deptIds: readonly number[]): Promise<Map<number, string>> {
  if (deptIds.length === 0) return new Map();
  const rows = await db
    .select({ deptId: depts.deptId, deptName: depts.deptName })
    .from(depts)
    .where(and(inArray(depts.deptId, [...deptIds]), isNull(depts.deletedAt)));
  return new Map(rows.map(({ deptId, deptName }) => [deptId, deptName]));
}
