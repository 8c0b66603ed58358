import { and, eq, inArray, isNotNull, isNull, lt, notExists, sql, type SQL } from 'drizzle-orm';
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

interface Deleted {
  files: Parameters<typeof removeContents>[1];
  /** Models looked at, and those of them that were deleted. */
  found: number;
  removed: number;
}
const nothing: Deleted = { files: [], found: 0, removed: 0 };

/**
 * Deletes models that no order used within a week, and the bytes of models past their retention: days after the upload or the last change
 * of an order with it, but never of an order that is not completed or cancelled, nor of a quotation that may still be ordered. Throws the
 * signal's reason as soon as it aborts.
 */
export async function sweepModels(
  { db }: Pick<Database, 'db'>,
  store: FileStore,
  now: Date,
  signal: AbortSignal,
): Promise<Record<'models' | 'model files', number>> {
  const { 'model.keepDays': keepDays } = await loadSettings(db);
  const before = (ms: number) => new Date(now.getTime() - ms);
  const inBatches = async (work: (tx: Db) => Promise<Deleted>) => {
    for (let sum = 0; ;) {
      signal.throwIfAborted();
      const { files, found, removed } = await db.transaction(work);
      // If the process dies here, `sweepFiles` finds the contents without a row.
      await removeContents(store, files);
      sum += removed;
      if (found < BATCH) return sum;
    }
  };
  return {
    models: await inBatches((tx) => deleteForgotten(tx, before(FORGOTTEN_MS))),
    'model files':
      keepDays === 0 ? 0 : await inBatches((tx) => deleteOld(tx, before(keepDays * DAY_MS), now)),
  };
}

const inNoOrder = (tx: Db) =>
  notExists(
    tx.select({ id: partModels.modelId }).from(partModels).where(eq(partModels.modelId, modelFiles.id)),
  );

/**
 * Locks models that fulfil the conditions, except those in an order that is being written. An order written during the search is not seen,
 * so the next statement must check again.
 */
const lockModels = (tx: Db, ...conditions: SQL[]) =>
  tx
    .select({ id: modelFiles.id })
    .from(modelFiles)
    .where(and(...conditions))
    .limit(BATCH)
    .for('update', { skipLocked: true });

const among = (rows: readonly { id: number }[]) =>
  inArray(
    modelFiles.id,
    rows.map(({ id }) => id),
  );

async function deleteForgotten(tx: Db, before: Date): Promise<Deleted> {
  const found = await lockModels(tx, lt(modelFiles.createdAt, before), inNoOrder(tx));
  if (found.length === 0) return nothing;
  const models = await tx
    .delete(modelFiles)
    .where(and(among(found), inNoOrder(tx)))
    .returning();
  return { files: await deleteFilesOf(tx, models), found: found.length, removed: models.length };
}

/** The model is in no order that is under way, changed since `before`, or a quotation that may still be ordered. */
const isNeededNoMore = (before: Date, now: Date) => sql`not exists (
  select from part_model p join orders o on o.id = p.order_id
  where p.model_id = ${modelFiles.id}
    and (o.updated_at >= ${before.toISOString()}
      or o.status not in ('quoted', 'completed', 'cancelled')
      or (o.status = 'quoted' and o.valid_until >= ${now.toISOString()}))
)`;

async function deleteOld(tx: Db, before: Date, now: Date): Promise<Deleted> {
  const isOld = isNeededNoMore(before, now);
  const found = await lockModels(
    tx,
    isNotNull(modelFiles.fileId),
    isNull(modelFiles.deletedAt),
    lt(modelFiles.createdAt, before),
    isOld,
  );
  if (found.length === 0) return nothing;
  // The returned row of an update no longer names the file.
  const old = await tx
    .select()
    .from(modelFiles)
    .where(and(among(found), isOld));
  if (old.length > 0)
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
      .where(among(old));
  return { files: await deleteFilesOf(tx, old), found: found.length, removed: old.length };
}
