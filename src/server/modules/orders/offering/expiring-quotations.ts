import { and, asc, sql } from 'drizzle-orm';
import type { Database, Db } from '#server/db/database.ts';
import { orders } from '#server/db/schema.ts';
import { dueOrders } from '../reading/due-orders.service.ts';
import type { Notifier } from '#server/modules/notifications/notifications.service.ts';

const BATCH = 200;

/**
 * Reminds customers of quotations that expire soon, once per revision, however many processes run it.
 * Resolves with the number of reminders. Throws the signal's reason as soon as it aborts.
 */
export async function remindOfExpiry(
  { db }: Database,
  notifier: Pick<Notifier, 'quotationsExpiring'>,
  now: Date,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  for (let reminded = 0; ;) {
    signal.throwIfAborted();
    const batch = await db.transaction((tx) => remindBatch(tx, notifier, now));
    reminded += batch.reminded;
    if (batch.dueCount < BATCH) return reminded;
  }
}

/** Locks the quotations until their reminders are written; skips those that are being changed: the next run covers them. */
async function remindBatch(tx: Db, notifier: Pick<Notifier, 'quotationsExpiring'>, now: Date) {
  const due = await tx
    .select()
    .from(orders)
    .where(
      and(
        dueOrders('expiring', now),
        sql`not exists (
          select from notification n
          where n.user_id = ${orders.userId}
            and n.once_key = 'expiring:' || ${orders.id} || ':' || ${orders.revision}
        )`,
      ),
    )
    .orderBy(asc(orders.id))
    .limit(BATCH)
    .for('share', { skipLocked: true });
  return { dueCount: due.length, reminded: await notifier.quotationsExpiring(tx, due, now) };
}
