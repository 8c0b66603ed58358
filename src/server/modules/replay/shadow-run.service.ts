import type { ShadowEnd } from '#contract/prices/shadow-runs.ts';
import type { Database } from '#server/db/database.ts';
import type { Job } from '#server/jobs/job-queue.ts';
import type { Notifier } from '#server/modules/notifications/notifications.service.ts';
import { replayInWorker } from './replay-in-worker.ts';
import { endShadow, findShadow, listShadows, saveShadowResult } from './shadow-runs.queries.ts';

/** Orders from before the end of a shadow run may still be written for this long after it. */
export const ORDER_WRITE_DELAY_S = 5;
/** A shadow run ends with its last result if computing the final one fails for this long. */
const GIVE_UP_MS = 86_400_000;

interface Deps {
  database: Database;
  notifier: Pick<Notifier, 'shadowEnded'>;
  /** Computes a replay; default: in a thread. */
  replay?: typeof replayInWorker;
}

type Shadow = NonNullable<Awaited<ReturnType<typeof findShadow>>>;

/**
 * Recomputes the results of all shadow runs, one after the other, and ends the expired ones. Safe to run in several
 * processes: the state of a shadow run lets only one of them end it.
 */
export async function updateShadowRuns(deps: Deps, { signal }: Pick<Job, 'signal'>): Promise<void> {
  const failures: unknown[] = [];
  for (const id of await listShadows(deps.database.db)) {
    try {
      await updateShadowRun(deps, id, signal);
    } catch (error) {
      signal.throwIfAborted();
      failures.push(error);
    }
  }
  // Thrown at the end, so that one failure does not stop the others.
  if (failures.length > 0) throw failures[0];
}

async function updateShadowRun(
  { database: { db, connectionString }, notifier, replay = replayInWorker }: Deps,
  id: number,
  signal: AbortSignal,
): Promise<void> {
  const shadow = await findShadow(db, id);
  if (!shadow) return;
  const { draftId, draftName: name, filter, since, createBy, changes } = shadow;
  const now = new Date();
  const end = endOfShadow(shadow);
  const overdueMs = now.getTime() - end.shadowUntil.getTime();
  const task = {
    connectionString,
    draftId,
    filter,
    now,
    shadow: { changes: changes ?? [], from: since, to: overdueMs < 0 ? now : end.shadowUntil },
  };
  try {
    const outcome = await replay(task, { signal, onProgress: () => Promise.resolve() });
    if (!outcome) throw new Error('a shadow run had no result');
    if (overdueMs < ORDER_WRITE_DELAY_S * 1_000) return await saveShadowResult(db, id, outcome, now);
    await db.transaction(async (tx) => {
      const isEnded = await endShadow(tx, id, { ...end, state: 'done', computedAt: now, ...outcome });
      if (isEnded) await notifier.shadowEnded(tx, createBy, { id, name, endedBy: end.shadowEnd }, now);
    });
  } catch (error) {
    if (!signal.aborted && overdueMs > GIVE_UP_MS)
      await endShadow(db, id, { ...end, state: 'failed', failure: '多次未能汇总，下面是最后一次的结果' });
    throw error;
  }
}

/** The end of a shadow run; the publication of its draft ends it early. */
function endOfShadow({ until, endedBy, publishedAt, since }: Shadow): {
  shadowUntil: Date;
  shadowEnd: ShadowEnd;
} {
  const moment = until ?? since;
  if (publishedAt && publishedAt < moment) return { shadowUntil: publishedAt, shadowEnd: 'published' };
  return { shadowUntil: moment, shadowEnd: endedBy ?? 'moment' };
}
