import type { Logger } from 'pino';
import type { Database } from '#server/db/database.ts';
import { sendJob, startJobQueue } from '#server/jobs/job-queue.ts';
import { sweepRows, type SweepCounts } from '#server/maintenance/sweep.ts';
import { ARCHIVE_GRACE_MS, type Archive } from '#server/modules/documents/archive.service.ts';
import type { FileStore } from '#server/modules/files/file-store.ts';
import { sweepFiles } from '#server/modules/files/sweep-files.service.ts';
import { giveUpModel, measureModel, queueLostModels } from '#server/modules/models/measure-models.service.ts';
import { sweepModels } from '#server/modules/models/sweep-models.service.ts';
import { remindOfExpiry } from '#server/modules/orders/offering/expiring-quotations.ts';
import { giveUpDraft, publishDue, queueLostDrafts } from '#server/modules/price-table/publish-due.service.ts';
import { giveUpReplay, queueLostReplays, runReplay } from '#server/modules/replay/replay-job.service.ts';
import { updateShadowRuns } from '#server/modules/replay/shadow-run.service.ts';
import type { Notifier } from '#server/modules/notifications/notifications.service.ts';

interface QueuedWorkDeps {
  database: Database;
  /** The queue's own connections. */
  queueDatabase: Database;
  store: FileStore;
  archive: Archive;
  notifier: Notifier;
  logger: Logger;
}

/** Runs the jobs of the queue until stopped. */
export async function startQueuedWork({
  database,
  queueDatabase,
  store,
  archive,
  notifier,
  logger,
}: QueuedWorkDeps): Promise<{ stop: () => Promise<void> }> {
  const { db } = database;
  const queue = await startJobQueue(queueDatabase.pool, (error, job) =>
    logger.warn({ err: error, job }, job ? 'job failed' : 'job queue interrupted'),
  );
  const logSwept = (swept: SweepCounts) => {
    if (Object.values(swept).some((count) => count > 0)) logger.info({ swept }, 'old data removed');
  };
  queue.every('sweep-rows', async ({ signal }) => logSwept(await sweepRows(db, new Date(), signal)));
  queue.every('sweep-files', async ({ signal }) => logSwept(await sweepFiles(db, store, new Date(), signal)));
  queue.every('archive-missed', async ({ signal }) => {
    const missed = await archive.catchUp(new Date(), signal);
    if (missed > 0) logger.info({ missed }, 'documents to archive');
  });
  // Archives what a killed process still had in memory: now, and again once its last orders count as missed.
  await sendJob(db, 'archive-missed', {}, { key: 'start' });
  await sendJob(db, 'archive-missed', {}, { key: 'after start', delayS: ARCHIVE_GRACE_MS / 1_000 + 1 });
  queue.every('remind-expiring', async ({ signal }) => {
    await remindOfExpiry(database, notifier, new Date(), signal);
  });
  queue.every('sweep-models', async ({ signal }) => {
    const now = new Date();
    const requeued = await queueLostModels(db, now);
    logSwept({ ...(await sweepModels(database, store, now, signal)), 'models without a job': requeued });
  });
  const onCrash = (output: string, modelId: number) =>
    logger.warn({ modelId, output }, 'the process that measures a model crashed');
  queue.work('measure-model', (job) => measureModel({ database, store, onCrash }, job));
  queue.work('give-up-model', (job) => giveUpModel({ database }, job));
  queue.work('publish-prices', (job) => publishDue({ database, notifier }, job));
  queue.work('give-up-prices', (job) => giveUpDraft({ database, notifier }, job));
  queue.work('replay-prices', (job) => runReplay({ database }, job));
  queue.every('shadow-prices', (job) => updateShadowRuns({ database, notifier }, job));
  queue.work('give-up-replay', (job) => giveUpReplay({ database }, job));
  queue.every('queue-forgotten', async () => {
    const drafts = await queueLostDrafts(db, new Date());
    const replays = await queueLostReplays(db);
    if (drafts + replays > 0) logger.info({ drafts, replays }, 'work without a job queued again');
  });
  await sendJob(db, 'queue-forgotten', {}, { key: 'start' });
  return queue;
}
