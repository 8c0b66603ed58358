import { and, eq, inArray, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm';
import type { Database, Db } from '#server/db/database.ts';
import { modelFiles, partModels } from '#server/db/schema.ts';
import type { FileStore } from '#server/modules/files/file-store.ts';
import { removeContents } from '#server/modules/files/files.service.ts';
import { loadSettings } from '#server/modules/settings/settings.service.ts';
import { deleteFilesOf } from './models.service.ts';

const DAY_MS = 24 * 3_600_000;
/** Uploaded and in no order, as other files. */
const FORGOTTEN_MS = 7 * DAY_MS;
const BATCH = 100;

/**
 * Deletes models that no order used within a week, and the bytes of those that the shop keeps no longer: days after the upload or
 * the last change of an order with it, but never of an order under way. Throws the signal's reason as soon as it aborts.
 */
export async function sweepModels(
  { db }: Pick<Database, 'db'>,
  store: FileStore,
  now: Date,
  signal: AbortSignal,
): Promise<Record<'models' | 'model files', number>> {
  const { 'model.keepDays': keepDays } = await loadSettings(db);
  const before = (ms: number) => new Date(now.getTime() - ms);
  const inBatches = async (
    work: (tx: Db) => Promise<{ files: Parameters<typeof removeContents>[1]; count: number }>,
  ) => {
    for (let removed = 0; ;) {
      signal.throwIfAborted();
      const { files, count } = await db.transaction(work);
      await removeContents(store, files);
      removed += count;
      if (count < BATCH) return removed;
    }
  };
  return {
    models: await inBatches((tx) => deleteForgotten(tx, before(FORGOTTEN_MS))),
    'model files':
      keepDays === 0 ? 0 : await inBatches((tx) => deleteOld(tx, before(keepDays * DAY_MS), now)),
  };
}

async function deleteForgotten(tx: Db, before: Date) {
  const unused = tx
    .select({ id: modelFiles.id })
    .from(modelFiles)
    .where(
      and(
        lt(modelFiles.createdAt, before),
        notExists(
          tx.select({ id: partModels.modelId }).from(partModels).where(eq(partModels.modelId, modelFiles.id)),
        ),
      ),
    )
    .limit(BATCH)
    .for('update', { skipLocked: true });
  const models = await tx.delete(modelFiles).where(inArray(modelFiles.id, unused)).returning();
  return { files: await deleteFilesOf(tx, models), count: models.length };
}

async function deleteOld(tx: Db, before: Date, now: Date) {
  const old = await tx
    .select()
    .from(modelFiles)
    .where(
      and(
        isNotNull(modelFiles.fileId),
        isNull(modelFiles.deletedAt),
        lt(modelFiles.createdAt, before),
        sql`not exists (
          select from part_model p join orders o on o.id = p.order_id
          where p.model_id = ${modelFiles.id}
            and (o.updated_at >= ${before.toISOString()}
              or o.status in ('placed', 'confirmed', 'producing', 'inspecting'))
        )`,
      ),
    )
    .limit(BATCH)
    .for('update', { skipLocked: true });
  const ids = old.map(({ id }) => id);
  if (ids.length > 0)
    await tx
      .update(modelFiles)
      .set({
        fileId: null,
        deletedAt: now,
        // What waits can no longer be measured.
        status: sql`case when status = 'waiting' then 'unmeasured' else status end`,
      })
      .where(inArray(modelFiles.id, ids));
  return { files: await deleteFilesOf(tx, old), count: old.length };
}
