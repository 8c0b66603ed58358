import { and, eq, lt, sql } from 'drizzle-orm';
import type { OrderLead } from '#domain/lead/lead-class.ts';
import { dayText, parseDay } from '#domain/shanghai-time.ts';
import type { Db } from '#server/db/database.ts';
import { leadSlots } from '#server/db/schema.ts';
import { AppError, fieldError } from '#server/http/app-error.ts';
import type { Catalogue } from '#server/modules/catalogue/catalogue.service.ts';

/** The constraint that refuses an order beyond the slots of a day. */
export const SLOTS_CONSTRAINT = 'lead_slot_free';

interface Slot {
  lead: OrderLead;
  /** `YYYY-MM-DD` in Shanghai. */
  day: string;
}

/** Slots per day of an order's class; null without a limit, and for a disabled class. */
export const slotsOf = ({ leadClasses }: Pick<Catalogue, 'leadClasses'>, lead: OrderLead | null) =>
  leadClasses.find(({ id }) => id === lead?.id)?.slots ?? null;

/**
 * Throws `order.lead_full` when the day has no free slot. Checked before the order is written: one order too many would
 * roll back its whole batch.
 */
export async function assertSlotFree(db: Db, { lead, day }: Slot, slots: number): Promise<void> {
  const [row] = await db.select({ taken: leadSlots.taken }).from(leadSlots).where(sameSlot(lead, day));
  if (row && row.taken >= slots) throw leadFullError(lead, day, slots);
}

/** Takes a slot of the day. Throws `order.lead_full`. */
export async function takeSlot(tx: Db, { lead, day }: Slot, slots: number): Promise<void> {
  const rows = await tx
    .insert(leadSlots)
    .values({ classId: lead.id, day, taken: 1, slots })
    .onConflictDoUpdate({
      target: [leadSlots.classId, leadSlots.day],
      set: { taken: sql`${leadSlots.taken} + 1`, slots },
      setWhere: lt(leadSlots.taken, slots),
    })
    .returning({ taken: leadSlots.taken });
  if (rows.length === 0) throw leadFullError(lead, day, slots);
}

/** Gives back the slot of a cancelled order. */
export async function freeSlot(tx: Db, { lead, day }: Slot): Promise<void> {
  await tx
    .update(leadSlots)
    .set({ taken: sql`${leadSlots.taken} - 1` })
    .where(sameSlot(lead, day));
}

/** Takes the slot of an order again when its cancellation is undone. Throws `order.lead_full`. */
export async function retakeSlot(tx: Db, { lead, day }: Slot): Promise<void> {
  const rows = await tx
    .update(leadSlots)
    .set({ taken: sql`${leadSlots.taken} + 1` })
    .where(and(sameSlot(lead, day), lt(leadSlots.taken, leadSlots.slots)))
    .returning({ taken: leadSlots.taken });
  if (rows.length > 0) return;
  const msg = `“${lead.name}”的名额已被其他订单占用，不能撤销取消`;
  throw new AppError('order.lead_full', { msg });
}

const sameSlot = (lead: OrderLead, day: string) =>
  and(eq(leadSlots.classId, lead.id), eq(leadSlots.day, day));

export function leadFullError({ name }: OrderLead, day: string, slots: number): AppError {
  const next = dayText(parseDay(day) + 1);
  const msg = `今日“${name}”名额已满（每天 ${slots} 单）：请改选其他交期档位，或明天（${next}）再提交`;
  return fieldError('leadClassId', msg, 'order.lead_full');
}
