import { sql } from 'drizzle-orm';
import type { Database, Db } from '#server/db/database.ts';
import { revisions } from '#server/db/schema.ts';

/**
 * Runs a change of the catalogue in one transaction. It first locks and advances the `catalogue` revision, so that
 * changes commit in the order of their `changedAt`: an incremental reader who has seen one can never miss an earlier
 * one that commits late. `write` stamps `changedAt` as `updatedAt` (or `deletedAt` too) on every row it touches.
 */
export function writeCatalogue<T>(
  { db }: Database,
  write: (tx: Db, changedAt: Date) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => write(tx, await advanceRevision(tx, 'catalogue')));
}

/** Advances a revision inside a transaction and returns its moment: later than any before it, to the millisecond. */
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
