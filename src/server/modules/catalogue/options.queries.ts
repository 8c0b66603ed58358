import { and, arrayContains, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { materialProcesses, materials, processes } from '#server/db/schema.ts';
import { readExistingIds } from '#server/db/record-store.ts';

/** Returns the ids that belong to existing options (nodes below a root), without deleted ones. */
export const listExistingOptions = (db: Db, ids: readonly number[]): Promise<Set<number>> =>
  readExistingIds(db, processes, processes.id, ids, ne(processes.parentId, 0));

/** Deletes the prices and manual-pricing marks of these options and returns the ids of the affected materials. */
export async function deletePricesOf(db: Db, optionIds: readonly number[]): Promise<number[]> {
  if (optionIds.length === 0) return [];
  const priced = await db
    .delete(materialProcesses)
    .where(inArray(materialProcesses.processId, [...optionIds]))
    .returning({ id: materialProcesses.materialId });
  const ids = sql`${sql.param([...optionIds])}::int[]`;
  const manual = await db
    .update(materials)
    .set({
      manualOptions: sql`(select coalesce(array_agg(option_id order by ordinal), '{}') from unnest(${materials.manualOptions}) with ordinality as mark (option_id, ordinal) where option_id <> all(${ids}))`,
    })
    .where(sql`${materials.manualOptions} && ${ids}`)
    .returning({ id: materials.id });
  return [...new Set([...priced, ...manual].map(({ id }) => id))];
}

/** Copies an option's prices and manual-pricing marks to another one and returns the ids of the affected materials. */
export async function copyPricesOf(db: Db, { from, to }: { from: number; to: number }): Promise<number[]> {
  const { materialId, processId, price, time } = materialProcesses;
  const priced = await db
    .insert(materialProcesses)
    .select(
      db
        .select({ materialId, processId: sql`${to}::int`.as('process_id'), price, time })
        .from(materialProcesses)
        .where(eq(processId, from)),
    )
    .returning({ id: materialId });
  const manual = await db
    .update(materials)
    .set({ manualOptions: sql`${materials.manualOptions} || ${to}::int` })
    .where(and(arrayContains(materials.manualOptions, [from]), isNull(materials.deletedAt)))
    .returning({ id: materials.id });
  return [...priced, ...manual].map(({ id }) => id);
}
