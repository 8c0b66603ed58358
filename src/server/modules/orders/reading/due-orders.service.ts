import { and, gt, gte, lt, lte, sql, type SQL } from 'drizzle-orm';
import { dayNumber, dayText, weekOf } from '#domain/shanghai-time.ts';
import { EXPIRING_DAYS } from '#contract/system/today.ts';
import type { Db } from '#server/db/database.ts';
import { countUpTo } from '#server/db/list-query.ts';
import { orders } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { withinScope } from '#server/modules/access/order-scope.ts';

const DAY_MS = 86_400_000;

// These repeat the texts of the partial indexes' conditions, so that PostgreSQL can use the indexes.
const isOpen = sql`${orders.status} in ('placed', 'confirmed', 'producing', 'inspecting')`;
const isQuoted = sql`${orders.status} = 'quoted'`;

/** Orders whose wait for the customer began before their promised day passed: they are not late. They are few and have their own index. */
const waitingInTime = sql`
  ${orders.waitingSince} is not null and ${isOpen}
  and ${orders.promisedDate} >= to_char(${orders.waitingSince} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;

/** Open orders whose promised day has passed. */
const overdue = (now: Date) =>
  and(
    isOpen,
    lt(orders.promisedDate, dayText(dayNumber(now))),
    sql`${orders.id} not in (select id from orders where ${waitingInTime})`,
  );

/** Open orders promised for a day from today until Sunday. */
function dueThisWeek(now: Date): SQL | undefined {
  const { today, sunday } = weekOf(now);
  return and(isOpen, gte(orders.promisedDate, today), lte(orders.promisedDate, sunday));
}

const expiring = (now: Date) =>
  and(
    isQuoted,
    gt(orders.validUntil, now),
    lte(orders.validUntil, new Date(now.getTime() + EXPIRING_DAYS * DAY_MS)),
  );

/** A condition for queries on `orders`, used by the list's filter `due`, the home page and the reminders. */
export const dueOrders = (due: 'overdue' | 'week' | 'expiring', now: Date): SQL | undefined =>
  ({ overdue, week: dueThisWeek, expiring })[due](now);

/** Counts open orders within the scope that are not late although their promised day has passed, up to a limit. */
export const countWaitingInTime = (db: Db, scope: Scope, now: Date, limit: number): Promise<number> =>
  countUpTo(
    db,
    orders,
    and(waitingInTime, lt(orders.promisedDate, dayText(dayNumber(now))), withinScope(scope)),
    limit,
  );
