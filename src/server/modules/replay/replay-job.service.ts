import { and, sql } from 'drizzle-orm';
import type { Database, Db } from '#server/db/database.ts';
import { priceReplays } from '#server/db/schema.ts';
import { hasNoJob, sendJob, type Job } from '#server/jobs/job-queue.ts';
import { replayInWorker } from './replay-in-worker.ts';
import { startReplay, endReplay, isUnfinished, saveProgress } from './replays.queries.ts';

/** The payload of the job that computes a replay. */
interface ReplayPayload {
  replayId: number;
}
const idOf = ({ data }: Pick<Job, 'data'>): number => (data as ReplayPayload).replayId;

/** Queues a replay unless a job for it is already queued. */
export async function queueReplay(tx: Db, replayId: number): Promise<void> {
  const payload: ReplayPayload = { replayId };
  await sendJob(tx, 'replay-prices', payload, { key: String(replayId) });
}

/** Queues unfinished replays without a job, for example after a restore. Resolves with their number. */
export async function queueLostReplays(db: Db): Promise<number> {
  const { id } = priceReplays;
  const payload = sql`jsonb_build_object('replayId', ${id})`;
  const rows = await db
    .select({ id })
    .from(priceReplays)
    .where(and(isUnfinished, hasNoJob(['replay-prices', 'give-up-replay'], payload)))
    .orderBy(id);
  for (const row of rows) await queueReplay(db, row.id);
  return rows.length;
}

interface ReplayJobDeps {
  database: Database;
  /** Computes a replay; default: in a thread. */
  replay?: typeof replayInWorker;
}

/** Thrown to end the thread of a cancelled replay. */
const cancelled = new Error('the replay was cancelled');

/**
 * Computes the replay of a job in a thread. One transaction stores the result and completes the job. A killed run leaves only its
 * progress; the next run starts again.
 */
export async function runReplay(
  { database: { db, connectionString }, replay = replayInWorker }: ReplayJobDeps,
  job: Job,
): Promise<void> {
  const id = idOf(job);
  const started = await startReplay(db, id);
  if (!started) return;
  const task = { connectionString, ...started, now: new Date() };
  try {
    const outcome = await replay(task, {
      signal: job.signal,
      async onProgress(progress, total) {
        if (!(await saveProgress(db, id, { progress, total }))) throw cancelled;
      },
    });
    await db.transaction(async (tx) => {
      await job.complete(tx);
      await endReplay(
        tx,
        id,
        outcome ? { state: 'done', ...outcome } : { state: 'failed', failure: '草稿已删除或已发布' },
      );
    });
  } catch (error) {
    if (error !== cancelled) throw error;
  }
}

/** Marks a replay as failed after the last run of its job. */
export async function giveUpReplay({ database: { db } }: { database: Database }, job: Job): Promise<void> {
  await db.transaction(async (tx) => {
    await endReplay(tx, idOf(job), { state: 'failed', failure: '多次中断，未能完成；请缩小日期范围后重试' });
    await job.complete(tx);
  });
}
