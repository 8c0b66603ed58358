import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { MESSAGE_PERMISSION } from '#contract/orders/order-messages.ts';
import type { UploadedFile } from '#contract/files/files.ts';
import type { ServerStatus } from '#contract/system/monitor.ts';
import { API_BASE } from '#contract/kernel/endpoint.ts';
import { hasPermission } from '#domain/permissions.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { files } from '#server/db/schema.ts';
import type { Permits, PermitKind } from '#server/db/permits.ts';
import { isConnectionUsable } from '#server/db/transaction.ts';
import { AppError } from '#server/http/app-error.ts';
import type { FormUpload, UploadedPart } from '#server/http/form-upload.ts';
import { foundOrThrow } from '#server/http/records.ts';
import type { StoredFile } from '#server/http/send-file.ts';
import { pendingStepError } from '#server/modules/access/access.service.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { countRequest } from '#server/fairness/stored-throttle.ts';
import type { SettingsReader } from '#server/modules/settings/settings.service.ts';
import { displayName } from './file-name.ts';
import { newKey, thumbnailKeyOf, type Content, type FileStore } from './file-store.ts';
import { detectFileType, modelTypes, isPicture } from './file-type.ts';
import {
  deleteUnattached,
  findFile,
  insertFile,
  listAttached,
  lockUploads,
  sumFiles,
  sumUnattached,
  sumUploads,
  type FileRow,
} from './files.queries.ts';
import { anyAcceptedType, receiveFile, type ReceivedFile } from './receive-file.ts';
import { drawThumbnail } from './thumbnail.ts';

export interface FileDeps {
  database: Database;
  store: FileStore;
  settings: SettingsReader;
  /** The server's origin, used while the setting `site.url` is empty. */
  origin: string;
  permits: FilePermits;
}

interface FilePermits {
  upload: TakePermit;
  download: TakePermit;
}

/**
 * Each user may run four uploads at a time: quotas are checked before a file is read, so parallel uploads can exceed
 * them. The limit for downloads is eight: each may be arbitrarily slow and needs an open file or a store connection.
 */
export const filePermits = (permits: Permits): FilePermits => ({
  upload: userPermits(permits, 'upload', 4),
  download: userPermits(permits, 'download', 8, '同时下载的文件过多，请等其中一些完成'),
});

/** Generous: a customer with a large order uploads dozens of drawings within minutes. */
const UPLOADS_PER_WINDOW = 300;
const WINDOW_S = 300;
/** Unattached uploads per user; the sweep deletes them after a week. */
const MAX_UNATTACHED = { files: 500, bytes: 2 * 1024 ** 3 };
/** A week, and up to a day until the sweep runs. */
const UNATTACHED_MS = 8 * 24 * 3_600_000;
/** All uploads per user and day, so that a single user cannot fill the disk over a weekend. */
const MAX_BYTES_PER_DAY = 5 * 1024 ** 3;
const DAY_MS = 24 * 3_600_000;

interface UploadRules<Row> {
  /** Checks the content while it arrives. */
  receive: (part: UploadedPart) => Promise<ReceivedFile>;
  /** In bytes; default: the endpoint's limit. */
  maxBytes?: number;
  insert: (row: typeof files.$inferInsert) => Promise<Row>;
}

/**
 * Receives a file from a form: reads it completely, checks its content, stores it, and then inserts its row; a
 * failure leaves nothing behind. Throws the errors of `FormUpload`, `file.unsupported`, `file.quota`,
 * `request.throttled`, `storage.full`, `server.unavailable`, and those of `insert`.
 */
export async function receiveUpload<Row>(
  { database: { db }, store, permits }: Pick<FileDeps, 'database' | 'store' | 'permits'>,
  { userId }: Caller,
  form: FormUpload,
  now: Date,
  kind: 'upload' | 'model',
  { receive, maxBytes, insert }: UploadRules<Row>,
): Promise<Row> {
  const release = await permits.upload(userId);
  let path: string | undefined;
  try {
    await countRequest(db, `upload/${userId}`, UPLOADS_PER_WINDOW, WINDOW_S, now);
    await assertQuota(db, userId, now);
    const { sentName: nameFromClient, ...file } = await form.file(async (part) => {
      const received = await receive(part);
      path = received.path;
      return { ...received, sentName: part.name };
    }, maxBytes);
    const thumbnail = isPicture(file.type.type)
      ? await drawThumbnail(`user/${userId}`, file.path)
      : undefined;
    const key = newKey();
    const contents: [string, Content][] = [[key, file]];
    if (thumbnail) contents.push([thumbnailKeyOf(key), thumbnail]);
    return await storeWithRow(store, contents, () =>
      insert({
        key,
        name: displayName(nameFromClient, file.type),
        type: file.type.type,
        size: file.size,
        hash: file.hash,
        thumbnailKey: thumbnail ? thumbnailKeyOf(key) : null,
        kind,
        ownerId: userId,
        createdAt: now,
      }),
    );
  } finally {
    release();
    if (path !== undefined) await rm(path, { force: true });
  }
}

/** Receives an attachment. Throws the errors of `receiveUpload`. */
export const uploadFile = (deps: FileDeps, caller: Caller, form: FormUpload, now: Date): Promise<FileRow> =>
  receiveUpload(deps, caller, form, now, 'upload', {
    receive: ({ name, bytes }) => receiveFile(deps.store.incoming, bytes, anyAcceptedType(name)),
    insert: (row) => insertFile(deps.database.db, row),
  });

/**
 * Stores bytes made by the server; `insert` receives the row's key, size and hash. A failure stores nothing (see
 * `storeWithRow`). Throws `storage.full`, `server.unavailable`, and the errors of `insert`.
 */
export function storeBytes<T>(
  store: FileStore,
  bytes: Buffer,
  insert: (row: { key: string; size: number; hash: string }) => Promise<T>,
): Promise<T> {
  const key = newKey();
  const hash = createHash('sha256').update(bytes).digest('hex');
  return storeWithRow(store, [[key, bytes]], () => insert({ key, size: bytes.length, hash }));
}

/**
 * Stores contents, then inserts the row that refers to them; a failure removes the contents. They stay when the outcome of
 * the insert is unknown: the row may exist; if not, the sweep removes them.
 */
async function storeWithRow<T>(
  store: FileStore,
  contents: readonly [key: string, content: Content][],
  insert: () => Promise<T>,
): Promise<T> {
  try {
    for (const [key, content] of contents) await store.put(key, content);
    return await insert();
  } catch (error) {
    if (!isConnectionUsable(error)) throw error;
    // The sweep removes contents that cannot be removed now.
    await Promise.allSettled(contents.map(([key]) => store.remove(key)));
    throw error;
  }
}

async function assertQuota(db: Db, userId: number, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const unattached = await sumUnattached(db, userId, ago(UNATTACHED_MS));
  if (unattached.files >= MAX_UNATTACHED.files || unattached.bytes >= MAX_UNATTACHED.bytes)
    throw new AppError('file.quota');
  const { bytes } = await sumUploads(db, userId, ago(DAY_MS));
  if (bytes >= MAX_BYTES_PER_DAY)
    throw new AppError('file.quota', { msg: '24 小时内上传的附件已达 5 GB，请稍后再上传' });
}

export async function presentUpload(
  { settings, origin }: FileDeps,
  caller: Caller,
  { id, name, size, type, thumbnailKey }: FileRow,
): Promise<UploadedFile> {
  const { 'site.url': site } = await settings(caller.settingsRevision);
  const path = `${API_BASE}/file/${id}`;
  const full_path = `${site || origin}${path}`;
  return { id, path, full_path, name, size, type, hasThumbnail: thumbnailKey !== null };
}

/**
 * Opens a file for a permitted caller; closing the body releases the download permit. Throws `request.throttled`, and
 * `record.not_found` for a file that the caller may not read.
 */
export async function openFile(deps: FileDeps, caller: Caller, id: number): Promise<StoredFile> {
  return openContent(deps, caller, await getFile(deps, caller, id));
}

/** Opens a file without checking who may read it, under a download permit. Throws `request.throttled`. */
export async function openContent(
  deps: Pick<FileDeps, 'store' | 'permits'>,
  caller: Caller,
  { id, key, name, type, size }: FileRow,
): Promise<StoredFile> {
  const release = await deps.permits.download(caller.userId);
  try {
    const body = await deps.store.read(key);
    if (!body) throw new Error(`the file store has lost file ${id}`);
    body.once('close', release);
    return { name, type, size, body };
  } catch (error) {
    release();
    throw error;
  }
}

/** A file's thumbnail. Throws `record.not_found`, also when it has none. */
export async function openThumbnail(deps: FileDeps, caller: Caller, id: number): Promise<StoredFile> {
  const { thumbnailKey } = await getFile(deps, caller, id);
  const body = thumbnailKey === null ? undefined : await deps.store.read(thumbnailKey);
  if (!body) throw new AppError('record.not_found');
  return { name: `${id}.webp`, type: 'image/webp', body, isInline: true };
}

async function getFile({ database: { db } }: FileDeps, caller: Caller, id: number): Promise<FileRow> {
  const { userId, grant } = caller;
  const mayReadOrders = !pendingStepError(caller) && hasPermission(grant.permissions, 'mfr:order:query');
  const readsInternal = hasPermission(grant.permissions, MESSAGE_PERMISSION);
  return foundOrThrow(
    await findFile(db, userId, mayReadOrders ? grant.scope : undefined, id, { readsInternal }),
  );
}

/** Deletes the caller's own files that belong to no order, all or none. Throws `record.not_found`, `record.in_use`. */
export async function removeFiles(
  { database: { db }, store }: FileDeps,
  { userId }: Caller,
  ids: readonly number[],
): Promise<number[]> {
  const distinct = [...new Set(ids)];
  const removed = await db.transaction(async (tx) => {
    const locked = await lockUploads(tx, userId, distinct);
    if (locked.length < distinct.length) throw new AppError('record.not_found');
    const [attachment] = await listAttached(tx, distinct);
    if (attachment)
      throw new AppError('record.in_use', {
        msg: `附件“${attachment.name}”已用于 ${attachment.orderNo}，不能删除`,
      });
    return deleteUnattached(tx, distinct);
  });
  await removeContents(store, removed);
  return removed.map(({ id }) => id);
}

/** Removes the contents of deleted rows; the sweep retries failed removals. */
export async function removeContents(store: FileStore, rows: readonly FileRow[]): Promise<void> {
  const keys = rows.flatMap(({ key, thumbnailKey }) => (thumbnailKey === null ? [key] : [key, thumbnailKey]));
  await Promise.allSettled(keys.map((key) => store.remove(key)));
}

export async function readFileStore({ db }: Database, store: FileStore): Promise<ServerStatus['fileStore']> {
  const [{ files, bytes }, failure] = await Promise.all([sumFiles(db), store.failure()]);
  return { kind: store.kind, files, size: bytes, isHealthy: failure === '', fault: failure };
}

export { detectFileType, insertFile, modelTypes, receiveFile };

type TakePermit = (userId: number) => Promise<() => void>;

/**
 * Limits a user's simultaneous operations across all servers of a database. Resolves with the function that releases the
 * permit; calling it again does nothing. Throws `request.throttled` with `msg` when all permits are taken.
 */
const userPermits =
  (permits: Permits, kind: PermitKind, limit: number, msg?: string): TakePermit =>
  async (userId) => {
    const release = await permits.take(kind, userId, limit);
    if (!release) throw new AppError('request.throttled', { ...(msg ? { msg } : {}), retryAfterSeconds: 2 });
    return release;
  };
