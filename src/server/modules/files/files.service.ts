import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { UploadedFile } from '#contract/files.ts';
import type { ServerStatus } from '#contract/monitor.ts';
import { API_BASE } from '#contract/endpoint.ts';
import { hasPermission } from '#domain/permissions.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { SharedPlaces } from '#server/db/shared-places.ts';
import { isAnswered } from '#server/db/transaction.ts';
import { AppError } from '#server/http/app-error.ts';
import type { SentForm } from '#server/http/form-upload.ts';
import type { StoredFile } from '#server/http/send-file.ts';
import { duty } from '#server/modules/access/access.service.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { countRequest } from '#server/modules/sessions/throttle.service.ts';
import type { SettingsReader } from '#server/modules/settings/settings.service.ts';
import { displayName } from './file-name.ts';
import { newKey, thumbnailKeyOf, type Content, type FileStore } from './file-store.ts';
import { isPicture } from './file-type.ts';
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
import { receiveFile } from './receive-file.ts';
import { drawThumbnail } from './thumbnail.ts';
import { userPlaces, type TakePlace } from './user-places.ts';

export interface FileDeps {
  database: Database;
  store: FileStore;
  settings: SettingsReader;
  /** Where the server listens: stands in for the site's own address while that setting is empty. */
  origin: string;
  /** What a user has under way at once. */
  places: FilePlaces;
}

interface FilePlaces {
  upload: TakePlace;
  download: TakePlace;
}

/**
 * Four uploads: the quotas are looked at before a file is read, so they can be exceeded by no more than these. Eight downloads: a
 * reader may be as slow as it likes, and holds an open file, or a connection to the store.
 */
export const filePlaces = (places: SharedPlaces): FilePlaces => ({
  upload: userPlaces(places, 'upload', 4),
  download: userPlaces(places, 'download', 8, '同时下载的文件过多，请等其中一些完成'),
});

/** A customer with a large order sends some dozens of drawings in a few minutes. */
const UPLOADS_PER_WINDOW = 300;
const WINDOW_S = 300;
/** What no order holds yet, per user: the sweep removes it after a week. */
const MAX_UNATTACHED = { files: 500, bytes: 2 * 1024 ** 3 };
const UNATTACHED_MS = 8 * 24 * 3_600_000;
/** Held by orders or not, per user and day: nobody fills the disk over a weekend. */
const MAX_BYTES_A_DAY = 5 * 1024 ** 3;
const DAY_MS = 24 * 3_600_000;

/**
 * Takes a file of a form: received whole, known by its content, kept, and only then in the table; what fails on the way
 * leaves nothing behind. Throws what `SentForm` throws, `file.unsupported`, `file.quota`, `request.throttled`,
 * `storage.full`, `server.unavailable`.
 */
export async function uploadFile(
  { database: { db }, store, places }: FileDeps,
  caller: Caller,
  form: SentForm,
  now: Date,
): Promise<FileRow> {
  const { userId } = caller;
  const leave = await places.upload(userId);
  let path: string | undefined;
  try {
    await countRequest(db, `upload/${userId}`, UPLOADS_PER_WINDOW, WINDOW_S, now);
    await assertRoom(db, userId, now);
    const { sentName, ...file } = await form.file(async ({ name, bytes }) => {
      const received = await receiveFile(store.incoming, bytes);
      path = received.path;
      return { ...received, sentName: name };
    });
    const thumbnail = isPicture(file.type.type) ? await drawThumbnail(file.path) : undefined;
    const key = newKey();
    const contents: [string, Content][] = [[key, file]];
    if (thumbnail) contents.push([thumbnailKeyOf(key), thumbnail]);
    return await keepWithRow(store, contents, () =>
      insertFile(db, {
        key,
        name: displayName(sentName, file.type),
        type: file.type.type,
        size: file.size,
        hash: file.hash,
        thumbnailKey: thumbnail ? thumbnailKeyOf(key) : null,
        kind: 'upload',
        ownerId: userId,
        createdAt: now,
      }),
    );
  } finally {
    leave();
    if (path !== undefined) await rm(path, { force: true });
  }
}

/**
 * Keeps what we made ourselves; `insert` gets what its row says of the bytes. When anything of it fails, nothing is kept
 * (see `keepWithRow`). Throws `storage.full`, `server.unavailable`, and what `insert` throws.
 */
export function keepBytes<T>(
  store: FileStore,
  bytes: Buffer,
  insert: (row: { key: string; size: number; hash: string }) => Promise<T>,
): Promise<T> {
  const key = newKey();
  const hash = createHash('sha256').update(bytes).digest('hex');
  return keepWithRow(store, [[key, bytes]], () => insert({ key, size: bytes.length, hash }));
}

/**
 * Keeps contents and then does what refers to them; when anything of it fails, nothing is kept. Only when the database did
 * not say what became of the row, the contents stay: it may stand, and if it does not, the sweep removes them.
 */
async function keepWithRow<T>(
  store: FileStore,
  contents: readonly [key: string, content: Content][],
  insert: () => Promise<T>,
): Promise<T> {
  try {
    for (const [key, content] of contents) await store.put(key, content);
    return await insert();
  } catch (error) {
    if (!isAnswered(error)) throw error;
    // What cannot be removed now, the sweep removes.
    await Promise.allSettled(contents.map(([key]) => store.remove(key)));
    throw error;
  }
}

async function assertRoom(db: Db, userId: number, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const unattached = await sumUnattached(db, userId, before(UNATTACHED_MS));
  if (unattached.files >= MAX_UNATTACHED.files || unattached.bytes >= MAX_UNATTACHED.bytes)
    throw new AppError('file.quota');
  const { bytes } = await sumUploads(db, userId, before(DAY_MS));
  if (bytes >= MAX_BYTES_A_DAY)
    throw new AppError('file.quota', { msg: '24 小时内上传的附件已达 5 GB，请稍后再上传' });
}

/** What an upload answers. */
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
 * A file's content for whoever may have it; it counts as open until its body is closed. Throws `record.not_found`, for
 * another's file as for none, and `request.throttled`.
 */
export async function openFile(deps: FileDeps, caller: Caller, id: number): Promise<StoredFile> {
  const { key, name, type, size } = await getFile(deps, caller, id);
  const leave = await deps.places.download(caller.userId);
  try {
    const body = await deps.store.read(key);
    if (!body) throw new Error(`the file store has lost file ${id}`);
    body.once('close', leave);
    return { name, type, size, body };
  } catch (error) {
    leave();
    throw error;
  }
}

/** A file's small picture. Throws `record.not_found`, also when it has none. */
export async function openThumbnail(deps: FileDeps, caller: Caller, id: number): Promise<StoredFile> {
  const { thumbnailKey } = await getFile(deps, caller, id);
  const body = thumbnailKey === null ? undefined : await deps.store.read(thumbnailKey);
  if (!body) throw new AppError('record.not_found');
  return { name: `${id}.webp`, type: 'image/webp', body, isInline: true };
}

async function getFile({ database: { db } }: FileDeps, caller: Caller, id: number): Promise<FileRow> {
  const { userId, grant } = caller;
  const mayReadOrders = !duty(caller) && hasPermission(grant.permissions, 'mfr:order:query');
  const file = await findFile(db, userId, mayReadOrders ? grant.scope : undefined, id);
  if (!file) throw new AppError('record.not_found');
  return file;
}

/** Removes one's own files that no order holds, all or none. Throws `record.not_found`, `record.in_use`. */
export async function removeFiles(
  { database: { db }, store }: FileDeps,
  { userId }: Caller,
  ids: readonly number[],
): Promise<number[]> {
  const wanted = [...new Set(ids)];
  const removed = await db.transaction(async (tx) => {
    const found = await lockUploads(tx, userId, wanted);
    if (found.length < wanted.length) throw new AppError('record.not_found');
    const [held] = await listAttached(tx, wanted);
    if (held)
      throw new AppError('record.in_use', { msg: `附件“${held.name}”已用于 ${held.orderNo}，不能删除` });
    return deleteUnattached(tx, wanted);
  });
  await removeContents(store, removed);
  return removed.map(({ id }) => id);
}

/** The contents of rows that are gone; what cannot be removed now, the sweep finds. */
export async function removeContents(store: FileStore, rows: readonly FileRow[]): Promise<void> {
  const keys = rows.flatMap(({ key, thumbnailKey }) => (thumbnailKey === null ? [key] : [key, thumbnailKey]));
  await Promise.allSettled(keys.map((key) => store.remove(key)));
}

/** What the monitor shows of the store: how many files of what size people see, and whether it works. */
export async function readFileStore({ db }: Database, store: FileStore): Promise<ServerStatus['fileStore']> {
  const [sum, isHealthy] = await Promise.all([sumFiles(db), store.isHealthy()]);
  return { kind: store.kind, ...sum, isHealthy };
}
