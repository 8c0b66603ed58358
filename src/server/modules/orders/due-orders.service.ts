import { and, gt, lt, lte, sql, type SQL } from 'drizzle-orm';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import { EXPIRING_DAYS } from '#contract/today.ts';
import { orders } from '#server/db/schema.ts';

const DAY_MS = 86_400_000;

// The same texts as the conditions of the partial indexes, so that PostgreSQL can use them.
const isOpen = sql`${orders.status} in ('placed', 'confirmed', 'producing', 'inspecting')`;
const isQuoted = sql`${orders.status} = 'quoted'`;

/** Open orders whose promised day has passed. */
const overdue = (now: Date) => and(isOpen, lt(orders.promisedDate, dayText(dayNumber(now))));

/** Quotations that may still be ordered, but not for long. */
const expiring = (now: Date) =>
  and(
    isQuoted,
    gt(orders.validUntil, now),
    lte(orders.validUntil, new Date(now.getTime() + EXPIRING_DAYS * DAY_MS)),
  );

/** The condition of the list's filter `due`, of the home page and of the reminders. */
export const dueOrders = (due: 'overdue' | 'expiring', now: Date): SQL | undefined =>
  due === 'overdue' ? overdue(now) : expiring(now);
