import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import type { Database, Db } from '#server/db/database.ts';
import { orders } from '#server/db/schema.ts';
import type { Notifier } from './notifications.service.ts';

const DAYS_BEFORE = 2;
const DAY_MS = 86_400_000;
const BATCH = 200;

/**
 * Reminds customers of quotations that expire within two days, once per revision, however many processes run it.
 * Resolves with the number of reminders.
 */
export async function remindOfExpiry(
  { db }: Database,
  notifier: Pick<Notifier, 'quotationsExpire'>,
  now: Date,
): Promise<number> {
  let reminded = 0;
  for (;;) {
    const batch = await db.transaction((tx) => remindBatch(tx, notifier, now));
    reminded += batch.reminded;
    if (batch.found < BATCH) return reminded;
  }
}

/** Locks the quotations until their reminders are written; those being changed are left to the next run. */
async function remindBatch(tx: Db, notifier: Pick<Notifier, 'quotationsExpire'>, now: Date) {
  const due = await tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.status, 'quoted'),
        gt(orders.validUntil, now),
        lte(orders.validUntil, new Date(now.getTime() + DAYS_BEFORE * DAY_MS)),
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
  return { found: due.length, reminded: await notifier.quotationsExpire(tx, due, now) };
}
