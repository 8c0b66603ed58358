import { and, eq, inArray, isNotNull, isNull, lt, notExists, sql, type SQL } from 'drizzle-orm';
import type { Database, Db } from '#server/db/database.ts';
import { modelFiles, partModels } from '#server/db/schema.ts';
import type { FileStore } from '#server/modules/files/file-store.ts';
import { removeContents } from '#server/modules/files/files.service.ts';
import { loadSettings } from '#server/modules/settings/settings.service.ts';
import { deleteFilesOf } from './models.service.ts';

const DAY_MS = 24 * 3_600_000;
/** Age at which models in no order are deleted; the same as for other files. */
const UNUSED_MS = 7 * DAY_MS;
const BATCH = 100;

interface DeletedBatch {
  files: Parameters<typeof removeContents>[1];
  /** The numbers of models locked, and of those deleted. */
  lockedCount: number;
  deletedCount: number;
}
const emptyBatch: DeletedBatch = { files: [], lockedCount: 0, deletedCount: 0 };

/**
 * Deletes models that no order used within a week, and the files of models past their retention. The retention starts
 * with the upload or the last change of an order with the model, and does not end before the order is completed or
 * cancelled, or its quotation has expired. Throws the signal's reason as soon as it aborts.
 */
export async function sweepModels(
  { db }: Pick<Database, 'db'>,
  store: FileStore,
  now: Date,
  signal: AbortSignal,
): Promise<Record<'models' | 'model files', number>> {
  const { 'model.keepDays': keepDays } = await loadSettings(db);
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const inBatches = async (work: (tx: Db) => Promise<DeletedBatch>) => {
    for (let sum = 0; ;) {
      signal.throwIfAborted();
      const { files, lockedCount, deletedCount } = await db.transaction(work);
      // If the process dies here, `sweepFiles` finds the contents without a row.
      await removeContents(store, files);
      sum += deletedCount;
      if (lockedCount < BATCH) return sum;
    }
  };
  return {
    models: await inBatches((tx) => deleteUnused(tx, ago(UNUSED_MS))),
    'model files':
      keepDays === 0 ? 0 : await inBatches((tx) => deleteExpired(tx, ago(keepDays * DAY_MS), now)),
  };
}

const isUnused = (tx: Db) =>
  notExists(
    tx.select({ id: partModels.modelId }).from(partModels).where(eq(partModels.modelId, modelFiles.id)),
  );

/**
 * Locks matching models, except those in an order that is being written. The search does not see orders written
 * meanwhile, so the next statement must check again.
 */
const lockModels = (tx: Db, ...conditions: SQL[]) =>
  tx
    .select({ id: modelFiles.id })
    .from(modelFiles)
    .where(and(...conditions))
    .limit(BATCH)
    .for('update', { skipLocked: true });

const hasId = (rows: readonly { id: number }[]) =>
  inArray(
    modelFiles.id,
    rows.map(({ id }) => id),
  );

async function deleteUnused(tx: Db, before: Date): Promise<DeletedBatch> {
  const locked = await lockModels(tx, lt(modelFiles.createdAt, before), isUnused(tx));
  if (locked.length === 0) return emptyBatch;
  const models = await tx
    .delete(modelFiles)
    .where(and(hasId(locked), isUnused(tx)))
    .returning();
  return { files: await deleteFilesOf(tx, models), lockedCount: locked.length, deletedCount: models.length };
}

/** Whether a model is in no order that is unfinished or changed since `before`, and in no quotation still valid. */
const hasExpired = (before: Date, now: Date) => sql`not exists (
  select from part_model p join orders o on o.id = p.order_id
  where p.model_id = ${modelFiles.id}
    and (o.updated_at >= ${before.toISOString()}
      or o.status not in ('quoted', 'completed', 'cancelled')
      or (o.status = 'quoted' and o.valid_until >= ${now.toISOString()}))
)`;

async function deleteExpired(tx: Db, before: Date, now: Date): Promise<DeletedBatch> {
  const isExpired = hasExpired(before, now);
  const locked = await lockModels(
    tx,
    isNotNull(modelFiles.fileId),
    isNull(modelFiles.deletedAt),
    lt(modelFiles.createdAt, before),
    isExpired,
  );
  if (locked.length === 0) return emptyBatch;
  // Read before the update, whose returned rows no longer have the file's id.
  const expired = await tx
    .select()
    .from(modelFiles)
    .where(and(hasId(locked), isExpired));
  if (expired.length > 0)
    await tx
      .update(modelFiles)
      .set({
        fileId: null,
        deletedAt: now,
        // A waiting model can no longer be measured; one that waits to be measured again keeps its measures.
        status: sql`case when status <> 'waiting' then status
          when exists (select from model_body b where b.model_id = ${modelFiles.id}) then 'measured'
          else 'unmeasured' end`,
      })
      .where(hasId(expired));
  return {
    files: await deleteFilesOf(tx, expired),
    lockedCount: locked.length,
    deletedCount: expired.length,
  };
}
