import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { depts } from '#server/db/schema.ts';

/** Whether a department with this id lives: one can agree prices and defaults with it. */
export async function isCompany(db: Db, deptId: number): Promise<boolean> {
  const rows = await db
    .select({ deptId: depts.deptId })
    .from(depts)
    .where(and(eq(depts.deptId, deptId), isNull(depts.deletedAt)));
  return rows.length > 0;
}
