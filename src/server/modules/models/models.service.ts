import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import { DELETED_MESSAGE } from '#domain/models/model-check.ts';
import type { Model } from '#contract/files/models.ts';
import type { Db } from '#server/db/database.ts';
import { files, modelFiles } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import type { FormUpload } from '#server/http/form-upload.ts';
import { foundOrThrow } from '#server/http/records.ts';
import type { StoredFile } from '#server/http/send-file.ts';
import { sendJob } from '#server/jobs/job-queue.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import {
  insertFile,
  openContent,
  receiveFile,
  receiveUpload,
  removeContents,
  type FileDeps,
} from '#server/modules/files/files.service.ts';
import { formatOf, modelDetector } from './model-type.ts';
import {
  countWaiting,
  deleteUnused,
  findModel,
  findThumbnail,
  insertModel,
  presentModel,
  type ModelRow,
} from './models.queries.ts';

export type ModelDeps = Pick<FileDeps, 'database' | 'store' | 'permits' | 'settings'>;

const MB = 1024 * 1024;

/**
 * Receives a model and queues it for measuring, in one transaction. Settings limit format and size. Throws the errors of
 * `receiveUpload`.
 */
export async function uploadModel(
  deps: ModelDeps,
  caller: Caller,
  form: FormUpload,
  now: Date,
): Promise<Model> {
  const { db } = deps.database;
  const { 'model.formats': formats, 'model.maxMb': maxMb } = await deps.settings(caller.settingsRevision);
  const row = await receiveUpload(deps, caller, form, now, 'model', {
    maxBytes: maxMb * MB,
    receive: ({ name, bytes }) => receiveFile(deps.store.incoming, bytes, modelDetector(formats, name)),
    insert: (file) =>
      db.transaction(async (tx) => {
        const { id: fileId, name, size, hash, type } = await insertFile(tx, file);
        const format = formatOf({ type, extensions: [] });
        if (!format) throw new Error(`${type} is not a model type`);
        const { userId: ownerId, deptId } = caller;
        const model = await insertModel(tx, {
          fileId,
          name,
          size,
          hash,
          format,
          ownerId,
          deptId,
          createdAt: now,
        });
        await queueMeasuring(tx, model);
        return model;
      }),
  }).catch((error: unknown) => {
    if (error instanceof AppError && error.error === 'file.too_large')
      throw new AppError('file.too_large', { msg: `三维模型不能超过 ${maxMb} MB`, cause: error });
    throw error;
  });
  return presentModel(db, row);
}

/** Queues a model for measuring. Its priority falls with the number of the user's waiting models, so that users take turns. */
export async function queueMeasuring(
  tx: Db,
  { id: modelId, ownerId }: ModelRow,
  delayS?: number,
): Promise<void> {
  const priority = 1 - (await countWaiting(tx, ownerId));
  await sendJob(
    tx,
    'measure-model',
    { modelId },
    { key: String(modelId), priority, ...(delayS ? { delayS } : {}) },
  );
}

/** Throws `record.not_found` unless the model exists and the caller may see it. */
export async function getModel(
  { database: { db } }: ModelDeps,
  { userId, grant }: Caller,
  id: number,
): Promise<ModelRow> {
  return foundOrThrow(await findModel(db, userId, grant.scope, id));
}

/** Throws `record.not_found` for a model whose file was deleted. */
function storedOrThrow<T>(value: T | undefined): T {
  if (value === undefined) throw new AppError('record.not_found', { msg: DELETED_MESSAGE });
  return value;
}

/** Opens a model's file under a download permit. Throws `request.throttled`, and `record.not_found`, also for a deleted file. */
export async function openModel(deps: ModelDeps, caller: Caller, id: number): Promise<StoredFile> {
  const { fileId } = await getModel(deps, caller, id);
  const { db } = deps.database;
  const [file] = fileId === null ? [] : await db.select().from(files).where(eq(files.id, fileId));
  return openContent(deps, caller, storedOrThrow(file));
}

export async function openModelThumbnail(
  deps: ModelDeps,
  caller: Caller,
  { id, body }: { id: number; body: number },
): Promise<StoredFile> {
  await getModel(deps, caller, id);
  const picture = foundOrThrow(await findThumbnail(deps.database.db, id, body));
  return { name: `${id}-${body}.webp`, type: 'image/webp', body: Readable.from([picture]), isInline: true };
}

/** Queues the model to be measured again. Throws `record.not_found`, also if its file has been deleted. */
export async function measureAgain(deps: ModelDeps, caller: Caller, id: number): Promise<Model> {
  const { db } = deps.database;
  await getModel(deps, caller, id);
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(modelFiles)
      .set({ status: 'waiting', failure: null, tries: 0 })
      .where(sql`${modelFiles.id} = ${id} and ${modelFiles.fileId} is not null`)
      .returning();
    const model = storedOrThrow(row);
    await queueMeasuring(tx, model);
    return presentModel(tx, model);
  });
}

/** Deletes the caller's own models, all or none. Throws `record.not_found`, `record.in_use`. */
export async function removeModels(
  { database: { db }, store }: ModelDeps,
  { userId, grant }: Caller,
  ids: readonly number[],
): Promise<number[]> {
  const distinct = [...new Set(ids)];
  const removed = await db.transaction(async (tx) => {
    for (const id of distinct) {
      const model = foundOrThrow(await findModel(tx, userId, grant.scope, id));
      if (model.ownerId !== userId) throw new AppError('record.not_found');
    }
    const models = await deleteUnused(tx, userId, distinct);
    if (models.length < distinct.length)
      throw new AppError('record.in_use', { msg: '三维模型已用于报价或订单，不能删除' });
    return deleteFilesOf(tx, models);
  });
  await removeContents(store, removed);
  return distinct;
}

/** Deletes and returns the file rows of deleted models. */
export async function deleteFilesOf(
  tx: Db,
  models: readonly ModelRow[],
): Promise<(typeof files.$inferSelect)[]> {
  const ids = models.flatMap(({ fileId }) => (fileId === null ? [] : [fileId]));
  if (ids.length === 0) return [];
  return tx
    .delete(files)
    .where(sql`${files.id} = any(${sql.param(ids)}::int[])`)
    .returning();
}
