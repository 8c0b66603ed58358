import { and, eq, inArray } from 'drizzle-orm';
import type { LeadClass } from '#domain/lead/lead-class.ts';
import type { Db } from '#server/db/database.ts';
import { leadSlots } from '#server/db/schema.ts';

/** The slots taken on a day (`YYYY-MM-DD`), by class. Sends no query if no class limits its slots. */
export async function readSlotsTaken(
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

/** The free slots of a class; null: unlimited. */
export const slotsLeft = (
  { id, slots }: LeadClass,
  slotsTaken: ReadonlyMap<number, number>,
): number | null => (slots === null ? null : Math.max(0, slots - (slotsTaken.get(id) ?? 0)));
