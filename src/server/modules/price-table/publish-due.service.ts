import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database, Db } from '#server/db/database.ts';
import { priceDrafts } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import { hasNoJob, sendJob, type Job } from '#server/jobs/job-queue.ts';
import { writeCatalogue } from '#server/modules/catalogue/catalogue-writes.service.ts';
import type { Notifier } from '#server/modules/notifications/notifications.service.ts';
import { findDraft, updateDraft, type DraftRow } from './price-drafts.queries.ts';
import { publishDraft } from './publish-draft.service.ts';

interface Deps {
  database: Database;
  notifier: Pick<Notifier, 'draftDue'>;
}

/** The payload of the job that publishes a draft. */
interface PublicationPayload {
  draftId: number;
  /** Part of the job's key, so that a new scheduled time makes a new job. */
  version: number;
}

interface Scheduled {
  id: number;
  version: number;
  publishAt: Date;
}

/** Queues the publication of a draft at its scheduled time, or at once when that has passed. */
export async function queuePublication(
  tx: Db,
  { id, version, publishAt }: Scheduled,
  now: Date,
): Promise<void> {
  const payload: PublicationPayload = { draftId: id, version };
  const delayS = Math.max(0, Math.ceil((publishAt.getTime() - now.getTime()) / 1_000));
  // Each draft needs its own key: jobs with the same key are queued only once.
  await sendJob(tx, 'publish-prices', payload, { key: `${id}/${version}`, delayS });
}

/** Queues scheduled drafts that have no job, for example after a restore. Resolves with their number. */
export async function queueLostDrafts(db: Db, now: Date): Promise<number> {
  const { id, version, publishAt } = priceDrafts;
  const payload = sql`jsonb_build_object('draftId', ${id}, 'version', ${version})`;
  const rows = await db
    .select({ id, version, publishAt: sql<Date>`${publishAt}`.mapWith(publishAt) })
    .from(priceDrafts)
    .where(
      and(
        eq(priceDrafts.state, 'scheduled'),
        isNotNull(publishAt),
        hasNoJob(['publish-prices', 'give-up-prices'], payload),
      ),
    );
  for (const row of rows) await queuePublication(db, row, now);
  return rows.length;
}

/** The draft of a job; undefined unless it is still scheduled for the job's time. */
async function findScheduledDraft(db: Db, { data }: Pick<Job, 'data'>): Promise<DraftRow | undefined> {
  const { draftId, version } = data as PublicationPayload;
  const draft = await findDraft(db, draftId);
  return draft?.state === 'scheduled' && draft.version === version ? draft : undefined;
}

const publisherOf = ({ scheduledBy, createBy, scheduledName }: DraftRow) => ({
  userId: scheduledBy ?? createBy,
  name: scheduledName,
});

/**
 * Publishes a scheduled draft exactly once: one transaction changes the prices and the draft and completes the job. If
 * the publication is refused, unschedules the draft with the reason and notifies the user who scheduled it.
 */
export async function publishDue({ database, notifier }: Deps, job: Job): Promise<void> {
  const scheduled = await findScheduledDraft(database.db, job);
  if (!scheduled) return;
  const publisher = publisherOf(scheduled);
  try {
    await writeCatalogue(database, async (tx, now) => {
      const draft = await findScheduledDraft(tx, job);
      if (!draft) return;
      // The user confirmed the jumps when scheduling the draft.
      const { saved } = await publishDraft(tx, draft, { confirmJumps: true }, publisher, now);
      await notifier.draftDue(tx, publisher.userId, { ...draft, saved }, now);
      await job.complete(tx);
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code >= 500) throw error;
    await returnDraft({ database, notifier }, job, error.message);
  }
}

/** Unschedules a draft after the last failed run of its job. */
export async function giveUpDraft(deps: Deps, job: Job): Promise<void> {
  await returnDraft(deps, job, '多次尝试后仍未能发布');
}

/** Unschedules the draft of a job with the reason why it was not published, and notifies the user who scheduled it. */
async function returnDraft({ database, notifier }: Deps, job: Job, failure: string): Promise<void> {
  await database.db.transaction(async (tx) => {
    const now = new Date();
    const draft = await findScheduledDraft(tx, job);
    if (draft) {
      const { userId } = publisherOf(draft);
      const next = { state: 'draft', publishAt: null, failure } as const;
      const isUpdated = await updateDraft(tx, draft, next, { userId, now });
      if (isUpdated) await notifier.draftDue(tx, userId, { ...draft, failure }, now);
    }
    await job.complete(tx);
  });
}
