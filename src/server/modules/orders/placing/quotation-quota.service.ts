import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { createWindows } from '#server/fairness/windows.ts';
import { orders } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import type { Settings } from '#server/modules/settings/settings.service.ts';

const HOUR_MS = 3_600_000;
/** Quotations through other processes are counted after this time at the latest. */
const RECOUNT_MS = 60_000;
/** A customer at the limit is recounted more often, but not for each refusal. */
const RECOUNT_FULL_MS = 10_000;
/** Beyond this number the oldest customers are dropped and counted again later. */
const MAX_CUSTOMERS = 10_000;

/** Limits the quotations that a customer makes within an hour: each may become a document of megabytes. */
export interface QuotationQuota {
  /**
   * Counts a quotation or revision that is about to be written. Resolves with the function that takes it back when nothing
   * was written. Throws `request.throttled` when the customer has made as many as the setting allows.
   */
  take(what: 'order' | 'revision', caller: Caller, settings: Settings, now: Date): Promise<() => void>;
}

/** The count of a customer: the orders of the last hour when they were counted, and those counted since. */
interface Count {
  at: number;
  made: number;
  /** Resolves when the orders are counted. */
  counted: Promise<void>;
}

/**
 * Counts orders in the database periodically and in memory in between, so that placing needs no further query.
 * Revisions are counted only in memory: by each process, from its start.
 */
export function createQuotationQuota(db: Db): QuotationQuota {
  const counts = new Map<number, Count>();
  const revisions = createWindows(HOUR_MS / 1_000);

  async function countOrders(userId: number, limit: number, now: Date): Promise<number> {
    const since = new Date(now.getTime() - HOUR_MS);
    const recent = db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.userId, userId), gt(orders.createdAt, since)))
      .limit(limit);
    const { rows } = await db.execute<{ made: number }>(
      sql`select count(*)::int as made from ${recent} as recent`,
    );
    return rows[0]?.made ?? 0;
  }

  /** The customer's count; simultaneous calls share a new one. */
  function countOf(userId: number, limit: number, now: Date): Count {
    const known = counts.get(userId);
    const age = known ? Math.abs(now.getTime() - known.at) : Infinity;
    if (known && age < (known.made >= limit ? RECOUNT_FULL_MS : RECOUNT_MS)) return known;
    const count: Count = { at: now.getTime(), made: 0, counted: Promise.resolve() };
    count.counted = countOrders(userId, limit, now).then((made) => void (count.made += made));
    count.counted.catch(() => counts.delete(userId));
    counts.delete(userId);
    if (counts.size >= MAX_CUSTOMERS) counts.delete(Number(counts.keys().next().value));
    counts.set(userId, count);
    return count;
  }

  return {
    async take(what, { userId, grant }, settings, now) {
      const limit = settings['quote.perHour'];
      if (limit === 0 || grant.isStaff) return () => undefined;
      const count = countOf(userId, limit, now);
      await count.counted;
      const revised = revisions.find(String(userId), now);
      if (count.made + (revised?.count ?? 0) >= limit) {
        const msg = `一小时内最多生成 ${limit} 份报价，请稍后再试`;
        throw new AppError('request.throttled', { msg, retryAfterSeconds: 60 });
      }
      if (what === 'revision') {
        const window = revisions.add(String(userId), now);
        return () => void (window.count -= 1);
      }
      count.made += 1;
      return () => void (count.made -= 1);
    },
  };
}
