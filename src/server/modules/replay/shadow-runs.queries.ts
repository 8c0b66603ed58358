import { and, asc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { ShadowEnd } from '#contract/prices/shadow-runs.ts';
import type { Db } from '#server/db/database.ts';
import { priceDrafts, priceReplays } from '#server/db/schema.ts';
import type { ReplayOutcome } from './replay-orders.ts';

const isRunning = (id: number) => and(eq(priceReplays.id, id), eq(priceReplays.state, 'shadow'));

export async function listShadows(db: Db): Promise<number[]> {
  const rows = await db
    .select({ id: priceReplays.id })
    .from(priceReplays)
    .where(eq(priceReplays.state, 'shadow'))
    .orderBy(asc(priceReplays.id));
  return rows.map(({ id }) => id);
}

export async function findShadow(db: Db, id: number) {
  const [row] = await db
    .select({
      id: priceReplays.id,
      draftId: priceReplays.draftId,
      draftName: priceReplays.draftName,
      filter: priceReplays.filter,
      changes: priceReplays.shadowChanges,
      since: priceReplays.createdAt,
      until: priceReplays.shadowUntil,
      endedBy: priceReplays.shadowEnd,
      createBy: priceReplays.createBy,
      publishedAt: priceDrafts.publishedAt,
    })
    .from(priceReplays)
    .leftJoin(priceDrafts, eq(priceDrafts.id, priceReplays.draftId))
    .where(isRunning(id));
  return row;
}

/** Moves the end of a shadow run to now; false if it had already ended. */
export async function stopShadow(db: Db, id: number, now: Date): Promise<boolean> {
  const { rowCount } = await db
    .update(priceReplays)
    .set({ shadowUntil: now, shadowEnd: 'stopped' })
    .where(and(isRunning(id), gt(priceReplays.shadowUntil, now)));
  return rowCount === 1;
}

/** Stores an intermediate result, unless a later one is stored. */
export async function saveShadowResult(
  db: Db,
  id: number,
  { total, result, receipts }: ReplayOutcome,
  computedAt: Date,
): Promise<void> {
  const isLater = or(isNull(priceReplays.computedAt), lt(priceReplays.computedAt, computedAt));
  await db
    .update(priceReplays)
    .set({ result, receipts, total, progress: total, computedAt })
    .where(and(isRunning(id), isLater));
}

interface ShadowRunEnd {
  shadowUntil: Date;
  shadowEnd: ShadowEnd;
}

/** Ends a shadow run with this result, or on failure with its stored one; false if it had already ended. */
export async function endShadow(
  db: Db,
  id: number,
  end: ShadowRunEnd &
    (({ state: 'done'; computedAt: Date } & ReplayOutcome) | { state: 'failed'; failure: string }),
): Promise<boolean> {
  const { rowCount } = await db
    .update(priceReplays)
    .set({ ...end, ...(end.state === 'done' && { progress: end.total }), finishedAt: sql`now()` })
    .where(isRunning(id));
  return rowCount === 1;
}
