import { eq, sql, type SQL } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { throttles } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import { throttled } from './windows.ts';

const FREE_FAILURES = 5;
const MAX_DELAY_S = 15 * 60;
const FORGET_FAILURES_S = 60 * 60;

/** The user name as in the database's unique index: variants of case, width or spaces are the same name. */
export const usernameKey = (username: string) => username.normalize('NFKC').trim().toLowerCase();

/** The earliest and latest start of a window that is open now. */
function openWindowStarts(windowS: number, now: Date) {
  return {
    start: new Date(now.getTime() - windowS * 1000),
    // A window far in the future was written before the clock was set back and must not block until then.
    end: new Date(now.getTime() + windowS * 1000),
  };
}

/** Adds one to the count of this key and returns its window; a window starts with its first count. */
export async function countInWindow(db: Db, key: string, windowS: number, now: Date) {
  const { start, end } = openWindowStarts(windowS, now);
  const isOpen = sql`${throttles.since} > ${start} and ${throttles.since} < ${end}`;
  return onlyRow(
    await db
      .insert(throttles)
      .values({ key, count: 1, since: now })
      .onConflictDoUpdate({
        target: throttles.key,
        set: {
          count: sql`case when ${isOpen} then ${throttles.count} + 1 else 1 end`,
          since: sql`case when ${isOpen} then ${throttles.since} else excluded.since end`,
        },
      })
      .returning(),
  );
}

/** The count of this key's open window; 0 without one. */
export async function readWindow(db: Db, key: string, windowS: number, now: Date): Promise<number> {
  const { start, end } = openWindowStarts(windowS, now);
  const [row] = await db.select().from(throttles).where(eq(throttles.key, key));
  return row && row.since > start && row.since < end ? row.count : 0;
}

/** Counts a request of this key. Throws `request.throttled` above `limit` requests within the window in seconds. */
export async function countRequest(
  db: Db,
  key: string,
  limit: number,
  windowS: number,
  now: Date,
): Promise<void> {
  const { count, since } = await countInWindow(db, key, windowS, now);
  if (count > limit) throw throttled(since.getTime(), windowS, now);
}

/** Throws `login.throttled` while earlier failures of this key delay it. */
export async function assertNotDelayed(db: Db, key: string, now: Date): Promise<void> {
  const [row] = await db.select().from(throttles).where(eq(throttles.key, key));
  const delayMs = (row?.blockedUntil?.getTime() ?? 0) - now.getTime();
  // A delay over twice the longest means that the clock was set back. Smaller differences may come from other replicas.
  if (delayMs > 2 * MAX_DELAY_S * 1000) return;
  if (delayMs > 0) throw new AppError('login.throttled', { retryAfterSeconds: Math.ceil(delayMs / 1000) });
}

/**
 * Counts a failure: from the sixth on, each doubles the delay, from 1 s to 15 min; an hour without failures resets
 * the count.
 */
export async function countFailure(db: Db, key: string, now: Date): Promise<void> {
  await insertFailure(db, key, now);
}

/**
 * Counts an attempt as a failure before it is made, so that simultaneous attempts are delayed like consecutive ones;
 * success resets the count. Throws `login.throttled` while earlier attempts of this key delay it.
 */
export async function claimAttempt(db: Db, key: string, now: Date): Promise<void> {
  const isFree = sql`${throttles.blockedUntil} is null or ${throttles.blockedUntil} <= ${now}`;
  if (await insertFailure(db, key, now, isFree)) return;
  await assertNotDelayed(db, key, now);
  // The row was deleted a moment ago.
  await insertFailure(db, key, now);
}

/** Counts a failure; returns false if the key exists and its row does not meet `setWhere`. */
async function insertFailure(db: Db, key: string, now: Date, setWhere?: SQL): Promise<boolean> {
  const forgetBefore = new Date(now.getTime() - FORGET_FAILURES_S * 1000);
  const failures = sql`(case when ${throttles.since} > ${forgetBefore} then ${throttles.count} else 0 end + 1)`;
  const counted = await db
    .insert(throttles)
    .values({ key, count: 1, since: now })
    .onConflictDoUpdate({
      target: throttles.key,
      ...(setWhere ? { setWhere } : {}),
      set: {
        count: failures,
        since: now,
        blockedUntil: sql`case when ${failures} > ${FREE_FAILURES} then ${now}::timestamptz + make_interval(secs => least(${MAX_DELAY_S}, power(2, least(30, ${failures} - ${FREE_FAILURES} - 1)))) end`,
      },
    })
    .returning({ key: throttles.key });
  return counted.length > 0;
}

export async function forgetFailures(db: Db, key: string): Promise<void> {
  await db.delete(throttles).where(eq(throttles.key, key));
}
