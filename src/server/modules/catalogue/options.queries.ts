import { and, inArray, isNull, ne } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { materialProcesses, processes } from '#server/db/schema.ts';

/** The ids among these of options (nodes below a root) that are not deleted. */
export async function listExistingOptions(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: processes.id })
    .from(processes)
    .where(and(inArray(processes.id, [...ids]), ne(processes.parentId, 0), isNull(processes.deletedAt)));
  return new Set(rows.map((row) => row.id));
}

/** Deletes every price of these options and returns the affected materials. */
export async function deletePricesOf(db: Db, optionIds: readonly number[]): Promise<number[]> {
  if (optionIds.length === 0) return [];
  const rows = await db
    .delete(materialProcesses)
    .where(inArray(materialProcesses.processId, [...optionIds]))
    .returning({ materialId: materialProcesses.materialId });
  return [...new Set(rows.map((row) => row.materialId))];
}
