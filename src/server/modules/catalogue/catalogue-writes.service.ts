import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database, Db } from '#server/db/database.ts';
import { stampOfChange, type ChangedBy } from '#server/db/record-store.ts';
import { materials, revisions } from '#server/db/schema.ts';

/**
 * Runs a catalogue change in one transaction. It first locks and advances the `catalogue` revision, so that changes
 * commit in the order of their `changedAt` and an incremental reader misses none. `write` sets `changedAt` as `updatedAt`
 * (and as `deletedAt`) of every row it touches.
 */
export function writeCatalogue<T>(
  { db }: Pick<Database, 'db'>,
  write: (tx: Db, changedAt: Date) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => write(tx, await advanceRevision(tx, 'catalogue')));
}

/** Advances a revision inside a transaction and returns its timestamp, at least a millisecond later than the last one. */
export async function advanceRevision(tx: Db, name: 'catalogue' | 'access' | 'settings'): Promise<Date> {
  const [row] = await tx
    .update(revisions)
    .set({
      value: sql`${revisions.value} + 1`,
      changedAt: sql`greatest(date_trunc('milliseconds', clock_timestamp()), ${revisions.changedAt} + interval '1 millisecond')`,
    })
    .where(sql`${revisions.name} = ${name}`)
    .returning({ changedAt: revisions.changedAt });
  if (!row) throw new Error(`revision ${name} is missing`);
  return row.changedAt;
}

/** Marks materials as changed, for example after a price change. */
export async function touchMaterials(db: Db, ids: readonly number[], by: ChangedBy): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(materials)
    .set(stampOfChange(materials, by))
    .where(and(inArray(materials.id, [...ids]), isNull(materials.deletedAt)));
}

/** Sets the options of a material that need manual pricing. */
export async function setManualOptions(
  db: Db,
  materialId: number,
  options: readonly number[],
): Promise<void> {
  await db
    .update(materials)
    .set({ manualOptions: [...new Set(options)] })
    .where(eq(materials.id, materialId));
}
