import { and, eq, isNotNull, lt, sql } from 'drizzle-orm';
import { ALL_BODIES } from '#domain/models/model-check.ts';
import { openFingerprint } from '#geometry/fingerprint.ts';
import { defaultReadingLimits, type LengthUnit, type ReadingNote } from '#geometry/model-reading.ts';
import { shopLimits } from '#geometry/checks/shop-limits.ts';
import type { Database, Db } from '#server/db/database.ts';
import { files, modelBodies, modelFiles, type MeasuringFailure } from '#server/db/schema.ts';
import { sendJob, type Job } from '#server/jobs/job-queue.ts';
import type { FileStore } from '#server/modules/files/file-store.ts';
import { loadSettings } from '#server/modules/settings/settings.service.ts';
import { timeLimit } from '#server/system/time-limit.ts';
import { measureInChild, type MeasuringOutcome, type MeasuredBody } from './measure-in-child.ts';
import { updateHolds } from './measured-parts.service.ts';

const MAX_CPU_MS = 20_000;
const RETRY_DELAY_S = 30;
/** The server may be the cause of these failures, so the file gets a second try. */
const retriedFailures: ReadonlySet<string> = new Set(['out-of-memory', 'out-of-time', 'crashed']);
/** A model without a job is queued again after this time: a restored backup has models but no jobs. */
const LOST_AFTER_MS = 3_600_000;
const BATCH = 200;

interface MeasuringDeps {
  database: Database;
  store: FileStore;
  onCrash: (output: string, modelId: number) => void;
  /** Processor time in ms; default: 20 s. */
  cpuMs?: number;
}

/** The model of a job; undefined if another job has measured it or its file was deleted meanwhile. */
async function findWaitingModel(db: Db, { data }: Job) {
  const [row] = await db
    .select({ model: modelFiles, key: files.key })
    .from(modelFiles)
    .innerJoin(files, eq(files.id, modelFiles.fileId))
    .where(and(eq(modelFiles.id, modelIdOf(data)), eq(modelFiles.status, 'waiting')));
  return row;
}

function modelIdOf(data: unknown): number {
  const { modelId } = data as { modelId: number };
  return modelId;
}

/**
 * Measures the model of a job in a child process. One transaction stores the result and completes the job. A file that
 * runs out of memory or time or crashes the child gets one more try, a damaged one none.
 */
export async function measureModel(
  { database: { db }, store, onCrash, cpuMs = timeLimit(MAX_CPU_MS) }: MeasuringDeps,
  job: Job,
): Promise<void> {
  const waitingModel = await findWaitingModel(db, job);
  if (!waitingModel) return;
  const { model, key } = waitingModel;
  const content = await store.read(key);
  if (!content) throw new Error(`the file store has lost the file of model ${model.id}`);
  const outcome = await measureInChild(content, {
    name: model.name,
    limits: { ...shopLimits(await loadSettings(db)).reading, maxBytes: defaultReadingLimits.maxBytes },
    cpuMs,
    signal: job.signal,
  });
  if ('output' in outcome) onCrash(outcome.output, model.id);
  await db.transaction(async (tx) => {
    await job.complete(tx);
    const [current] = await tx
      .select({ tries: modelFiles.tries })
      .from(modelFiles)
      .where(and(eq(modelFiles.id, model.id), eq(modelFiles.status, 'waiting')))
      .for('update');
    // The model was deleted meanwhile.
    if (!current) return;
    if ('failure' in outcome && retriedFailures.has(outcome.failure) && current.tries === 0) {
      await tx.update(modelFiles).set({ tries: 1 }).where(eq(modelFiles.id, model.id));
      const { id: modelId } = model;
      await sendJob(tx, 'measure-model', { modelId }, { key: String(modelId), delayS: RETRY_DELAY_S });
      return;
    }
    await storeOutcome(tx, model.id, outcome);
  });
}

async function storeOutcome(tx: Db, modelId: number, outcome: MeasuringOutcome): Promise<void> {
  const failure = 'failure' in outcome ? outcome.failure : null;
  await tx.delete(modelBodies).where(eq(modelBodies.modelId, modelId));
  if ('bodies' in outcome && outcome.bodies.length > 0)
    await tx
      .insert(modelBodies)
      .values([
        ...outcome.bodies.map((body, n) => bodyRow(modelId, n, body)),
        ...(outcome.whole ? [wholeRow(modelId, outcome.whole)] : []),
      ]);
  await finishMeasuring(tx, modelId, failure, 'unit' in outcome ? outcome : undefined);
  await updateHolds(tx, modelId);
}

const bodyRow = (
  modelId: number,
  body: number,
  { kind, name, count, measures, features, fingerprint, thumbnail }: MeasuredBody,
): typeof modelBodies.$inferInsert => ({
  modelId,
  body,
  kind,
  name: name.replaceAll('\0', '').toWellFormed().slice(0, 255),
  count,
  volumeMm3: measures.volumeMm3,
  areaMm2: measures.areaMm2,
  measures,
  features: features ?? null,
  fingerprint,
  thumbnail: thumbnail ? Buffer.from(thumbnail) : null,
});

/** The row for all bodies together: it does not count as a body and matches no other part. */
const wholeRow = (modelId: number, whole: Pick<MeasuredBody, 'kind' | 'measures' | 'thumbnail'>) =>
  bodyRow(modelId, ALL_BODIES, {
    ...whole,
    name: '',
    count: 0,
    features: undefined,
    fingerprint: openFingerprint('mesh', whole.measures.areaMm2),
  });

async function finishMeasuring(
  tx: Db,
  modelId: number,
  failure: MeasuringFailure | null,
  { unit, notes = [] }: { unit?: LengthUnit; notes?: readonly ReadingNote[] } = {},
): Promise<void> {
  await tx
    .update(modelFiles)
    .set({
      status: failure === null ? 'measured' : 'unmeasured',
      failure,
      unit: unit ?? null,
      notes: [...notes],
      tries: 0,
      measurings: sql`${modelFiles.measurings} + 1`,
      measuredAt: sql`now()`,
    })
    .where(and(eq(modelFiles.id, modelId), eq(modelFiles.status, 'waiting')));
  // The part library matches parts by their measures, so it must look at these orders again.
  await tx.execute(
    sql`insert into part_change (order_id) select distinct order_id from part_model where model_id = ${modelId}`,
  );
}

/** Marks a model as unmeasured after the last run of its job; staff check it. */
export async function giveUpModel(
  { database: { db } }: Pick<MeasuringDeps, 'database'>,
  job: Job,
): Promise<void> {
  await db.transaction(async (tx) => {
    await finishMeasuring(tx, modelIdOf(job.data), 'abandoned');
    await job.complete(tx);
  });
}

/** Queues waiting models without a job. Resolves with their number. */
export async function queueLostModels(db: Db, now: Date): Promise<number> {
  const rows = await db
    .select({ id: modelFiles.id })
    .from(modelFiles)
    .where(
      and(
        eq(modelFiles.status, 'waiting'),
        isNotNull(modelFiles.fileId),
        lt(modelFiles.createdAt, new Date(now.getTime() - LOST_AFTER_MS)),
        sql`not exists (
          select from pgboss.job
          where name = 'measure-model' and state < 'completed' and singleton_key = ${modelFiles.id}::text
        )`,
      ),
    )
    .limit(BATCH);
  for (const { id: modelId } of rows)
    await sendJob(db, 'measure-model', { modelId }, { key: String(modelId) });
  return rows.length;
}
