import type { ShadowEnd } from '#contract/prices/shadow-runs.ts';
import type { Database } from '#server/db/database.ts';
import type { Job } from '#server/jobs/job-queue.ts';
import type { Notifier } from '#server/modules/notifications/notifications.service.ts';
import { replayInWorker } from './replay-in-worker.ts';
import { endShadow, findShadow, listShadows, noteShadow } from './shadow-runs.queries.ts';

/** Writing an order of the last moment may take this long. */
export const SETTLE_S = 5;
/** A shadow run whose last result keeps failing for this long is ended. */
const GIVE_UP_MS = 86_400_000;

interface Deps {
  database: Database;
  notifier: Pick<Notifier, 'shadowEnded'>;
  /** Computes a replay; default: in a thread. */
  replay?: typeof replayInWorker;
}

type Shadow = NonNullable<Awaited<ReturnType<typeof findShadow>>>;

/**
 * Computes the results of all shadow runs again, one after the other, and ends those whose time has passed. Among concurrent processes, the
 * state of a shadow run lets only one end it.
 */
export async function runShadows(deps: Deps, { signal }: Pick<Job, 'signal'>): Promise<void> {
  const failures: unknown[] = [];
  for (const id of await listShadows(deps.database.db)) {
    try {
      await runShadow(deps, id, signal);
    } catch (error) {
      signal.throwIfAborted();
      failures.push(error);
    }
  }
  // The others have run.
  if (failures.length > 0) throw failures[0];
}

async function runShadow(
  { database: { db, connectionString }, notifier, replay = replayInWorker }: Deps,
  id: number,
  signal: AbortSignal,
): Promise<void> {
  const shadow = await findShadow(db, id);
  if (!shadow) return;
  const { draftId, draftName: name, filter, since, createBy, changes } = shadow;
  const now = new Date();
  const end = endOf(shadow);
  const overMs = now.getTime() - end.shadowUntil.getTime();
  const task = {
    connectionString,
    draftId,
    filter,
    now,
    shadow: { changes: changes ?? [], from: since, to: overMs < 0 ? now : end.shadowUntil },
  };
  try {
    const outcome = await replay(task, { signal, onProgress: () => Promise.resolve() });
    if (!outcome) throw new Error('a shadow run had no result');
    if (overMs < SETTLE_S * 1_000) return await noteShadow(db, id, outcome, now);
    await db.transaction(async (tx) => {
      const isEnded = await endShadow(tx, id, { ...end, state: 'done', computedAt: now, ...outcome });
      if (isEnded) await notifier.shadowEnded(tx, createBy, { id, name, endedBy: end.shadowEnd }, now);
    });
  } catch (error) {
    if (!signal.aborted && overMs > GIVE_UP_MS)
      await endShadow(db, id, { ...end, state: 'failed', failure: '多次未能汇总，下面是最后一次的结果' });
    throw error;
  }
}

/** The publication of the draft ends a shadow run early. */
function endOf({ until, endedBy, publishedAt, since }: Shadow): {
  shadowUntil: Date;
  shadowEnd: ShadowEnd;
} {
  const moment = until ?? since;
  if (publishedAt && publishedAt < moment) return { shadowUntil: publishedAt, shadowEnd: 'published' };
  return { shadowUntil: moment, shadowEnd: endedBy ?? 'moment' };
}
