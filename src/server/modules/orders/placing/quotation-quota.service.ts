import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { createWindowCounter } from '#server/fairness/windows.ts';
import { orders } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import type { Settings } from '#server/modules/settings/settings.service.ts';

const HOUR_MS = 3_600_000;
/** Age of a count after which it is renewed, to include the quotations made through other processes. */
const RECOUNT_MS = 60_000;
/** The same for customers at the limit: counts are renewed sooner, but not for each refusal. */
const RECOUNT_FULL_MS = 10_000;
/** Beyond this number the oldest counts are evicted. */
const MAX_CUSTOMERS = 10_000;

/** Limits the quotations that a customer makes within an hour: each may become a document of megabytes. */
export interface QuotationQuota {
  /**
   * Counts a quotation or revision that is about to be written. Resolves with the function that undoes the count if nothing is
   * written. Throws `request.throttled` at the limit of the setting.
   */
  take(kind: 'order' | 'revision', caller: Caller, settings: Settings, now: Date): Promise<() => void>;
}

/** A customer's orders of the hour before `countedAt`, and those made since. */
interface Count {
  countedAt: number;
  orderCount: number;
  /** Resolves when `orderCount` includes the orders in the database. */
  ready: Promise<void>;
}

/**
 * Counts orders in the database periodically and in memory in between, so that placing needs no further query.
 * Revisions are counted only in memory: by each process, from its start.
 */
export function createQuotationQuota(db: Db): QuotationQuota {
  const counts = new Map<number, Count>();
  const revisions = createWindowCounter(HOUR_MS / 1_000);

  async function countOrders(userId: number, limit: number, now: Date): Promise<number> {
    const since = new Date(now.getTime() - HOUR_MS);
    const recent = db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.userId, userId), gt(orders.createdAt, since)))
      .limit(limit);
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${recent} as recent`,
    );
    return rows[0]?.count ?? 0;
  }

  /** The customer's count; simultaneous calls share one query. */
  function countOf(userId: number, limit: number, now: Date): Count {
    const cached = counts.get(userId);
    const age = cached ? Math.abs(now.getTime() - cached.countedAt) : Infinity;
    if (cached && age < (cached.orderCount >= limit ? RECOUNT_FULL_MS : RECOUNT_MS)) return cached;
    const count: Count = { countedAt: now.getTime(), orderCount: 0, ready: Promise.resolve() };
    count.ready = countOrders(userId, limit, now).then(
      (storedCount) => void (count.orderCount += storedCount),
    );
    count.ready.catch(() => counts.delete(userId));
    counts.delete(userId);
    if (counts.size >= MAX_CUSTOMERS) counts.delete(Number(counts.keys().next().value));
    counts.set(userId, count);
    return count;
  }

  return {
    async take(kind, { userId, grant }, settings, now) {
      const limit = settings['quote.perHour'];
      if (limit === 0 || grant.isStaff) return () => undefined;
      const count = countOf(userId, limit, now);
      await count.ready;
      const revised = revisions.find(String(userId), now);
      if (count.orderCount + (revised?.count ?? 0) >= limit) {
        const msg = `一小时内最多生成 ${limit} 份报价，请稍后再试`;
        throw new AppError('request.throttled', { msg, retryAfterSeconds: 60 });
      }
      if (kind === 'revision') {
        const window = revisions.add(String(userId), now);
        return () => void (window.count -= 1);
      }
      count.orderCount += 1;
      return () => void (count.orderCount -= 1);
    },
  };
}
