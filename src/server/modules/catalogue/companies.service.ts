import { and, inArray, isNull } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { depts } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { readExistingIds } from '#server/db/record-store.ts';

/** Whether a company is within the caller's data scope, or is the caller's own. */
export const seesCompany = ({ deptId: ownDeptId, grant: { scope } }: Caller, deptId: number): boolean =>
  scope.all || deptId === ownDeptId || scope.deptIds.includes(deptId);

/** Throws `record.not_found` unless the company exists and the caller sees it. */
export async function assertCompany(db: Db, caller: Caller, deptId: number): Promise<void> {
  if (!seesCompany(caller, deptId) || !(await isCompany(db, deptId)))
    throw new AppError('record.not_found', { msg: '公司不存在或无权查看' });
}

/** Whether this department exists and so can have its own prices and defaults. */
export const isCompany = async (db: Db, deptId: number): Promise<boolean> =>
  (await readExistingIds(db, depts, depts.deptId, [deptId])).has(deptId);

/** The names of these companies by id. */
export async function readCompanyNames(
  db: Db,
  deptIds: readonly number[],
  include?: 'deleted',
): Promise<Map<number, string>> {
  if (deptIds.length === 0) return new Map();
  const { deptId, deptName, deletedAt } = depts;
  const rows = await db
    .select({ deptId, deptName })
    .from(depts)
    .where(and(inArray(deptId, [...deptIds]), include ? undefined : isNull(deletedAt)));
  return new Map(rows.map((row) => [row.deptId, row.deptName]));
}
