import { and, eq, inArray } from 'drizzle-orm';
import type { LeadClass } from '#domain/lead/lead-class.ts';
import type { Db } from '#server/db/database.ts';
import { leadSlots } from '#server/db/schema.ts';

/** Slots of these classes that are taken on a day, `YYYY-MM-DD`. Sends no query without a class that has slots. */
export async function slotsTaken(
  db: Db,
  classes: readonly LeadClass[],
  day: string,
): Promise<ReadonlyMap<number, number>> {
  const ids = classes.filter(({ slots }) => slots !== null).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: leadSlots.classId, taken: leadSlots.taken })
    .from(leadSlots)
    .where(and(inArray(leadSlots.classId, ids), eq(leadSlots.day, day)));
  return new Map(rows.map(({ id, taken }) => [id, taken]));
}

/** Slots of a class that are free; null: any number. */
export const slotsLeft = ({ id, slots }: LeadClass, taken: ReadonlyMap<number, number>): number | null =>
  slots === null ? null : Math.max(0, slots - (taken.get(id) ?? 0));
