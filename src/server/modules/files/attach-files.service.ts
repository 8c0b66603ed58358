import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import { MAX_PART_FILES } from '#contract/orders/part-item.ts';
import type { OrderFile } from '#contract/files/files.ts';
import { groupBy } from '#domain/group-by.ts';
import type { Db } from '#server/db/database.ts';
import { files, orderItemFiles, orderMessageFiles } from '#server/db/schema.ts';
import { AppError, fieldError } from '#server/http/app-error.ts';

const fileColumns = {
  id: files.id,
  name: files.name,
  size: files.size,
  type: files.type,
  hasThumbnail: sql<boolean>`${files.thumbnailKey} is not null`,
};

/** Items in the order of their lines, starting with line 1. */
type Items = readonly { fileIds?: readonly number[] }[];

/**
 * The user who attaches files. With an `orderId`, files already attached to that order are allowed too, no matter who
 * uploaded them.
 */
interface Uploader {
  userId: number;
  orderId?: number;
}

/**
 * Throws `quote.invalid` naming `items.N.fileIds` when a file is neither the user's own upload nor attached to the
 * order.
 */
export async function assertAttachable(db: Db, { userId, orderId }: Uploader, items: Items): Promise<void> {
  const ids = [...new Set(items.flatMap(({ fileIds = [] }) => fileIds))];
  if (ids.length === 0) return;
  const attachable = await listAttachable(db, { userId, orderId }, ids);
  const msg = FILE_MISSING;
  const fields: FieldErrors = {};
  for (const [index, { fileIds = [] }] of items.entries()) {
    if (!fileIds.every((id) => attachable.has(id))) fields[`items.${index}.fileIds`] = msg;
  }
  if (Object.keys(fields).length > 0) throw new AppError('quote.invalid', { msg, fields });
}

const FILE_MISSING = '附件不存在或已删除，请重新上传';

/** Returns those of the files that may be attached. */
async function listAttachable(
  db: Db,
  { userId, orderId }: Uploader,
  ids: readonly number[],
): Promise<Set<number>> {
  const attachedToOrder =
    orderId === undefined
      ? undefined
      : inArray(
          files.id,
          db
            .select({ id: orderItemFiles.fileId })
            .from(orderItemFiles)
            .where(eq(orderItemFiles.orderId, orderId)),
        );
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .where(
      and(
        inArray(files.id, [...ids]),
        eq(files.kind, 'upload'),
        or(eq(files.ownerId, userId), attachedToOrder),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Attaches the author's uploads to a message, inside its transaction. Throws `request.invalid` naming `fileIds`; the
 * caller must then roll the transaction back.
 */
export async function attachMessageFiles(
  tx: Db,
  { messageId, userId }: { messageId: number; userId: number },
  fileIds: readonly number[],
): Promise<void> {
  if (fileIds.length === 0) return;
  const rows = fileIds.map((fileId, index) => ({ messageId, fileId, place: index + 1 }));
  await lockFiles(tx, rows);
  const attachable = await listAttachable(tx, { userId }, fileIds);
  if (!fileIds.every((id) => attachable.has(id))) throw fieldError('fileIds', FILE_MISSING);
  await tx.insert(orderMessageFiles).values(rows);
}

/** The files of these messages, sorted; messages without files are absent. */
export async function listMessageFiles(
  db: Db,
  messageIds: readonly number[],
): Promise<Map<number, Omit<OrderFile, 'lineNo'>[]>> {
  if (messageIds.length === 0) return new Map();
  const { messageId, fileId, place } = orderMessageFiles;
  const rows = await db
    .select({ messageId, file: fileColumns })
    .from(orderMessageFiles)
    .innerJoin(files, eq(files.id, fileId))
    .where(inArray(messageId, [...messageIds]))
    .orderBy(asc(messageId), asc(place));
  const byMessage = groupBy(rows, (row) => row.messageId);
  return new Map([...byMessage].map(([id, rows]) => [id, rows.map(({ file }) => file)]));
}

/**
 * Attaches the files of each item to a revision of an order, inside its transaction. Throws `quote.invalid` like
 * `assertAttachable`; the caller must then roll the transaction back.
 */
export async function attachFiles(
  tx: Db,
  { orderId, revision, userId }: { orderId: number; revision: number; userId: number },
  items: Items,
): Promise<void> {
  const rows = items.flatMap(({ fileIds = [] }, index) =>
    fileIds.map((fileId, place) => ({ orderId, revision, lineNo: index + 1, fileId, place: place + 1 })),
  );
  if (rows.length === 0) return;
  await lockFiles(tx, rows);
  await assertAttachable(tx, { userId, orderId }, items);
  await tx.insert(orderItemFiles).values(rows);
}

/** Locks the files against deletion by the sweep or their owner until the transaction ends. */
async function lockFiles(tx: Db, rows: readonly { fileId: number }[]): Promise<void> {
  const ids = [...new Set(rows.map(({ fileId }) => fileId))].toSorted((a, b) => a - b);
  await tx.execute(
    sql`select 1 from file where id = any(${sql.param(ids)}::int[]) order by id for key share`,
  );
}

/**
 * Adds files to a part of an order; skips files that it already has. The transaction must have locked the order, so
 * that simultaneous calls cannot exceed the limit together. Resolves with the names of the added files.
 * Throws `quote.invalid` naming `fileIds` when one is not attachable or the part has too many; the caller must then
 * roll the transaction back.
 */
export async function addFiles(
  tx: Db,
  { orderId, revision, userId }: { orderId: number; revision: number; userId: number },
  lineNo: number,
  fileIds: readonly number[],
): Promise<string[]> {
  await lockFiles(
    tx,
    fileIds.map((fileId) => ({ fileId })),
  );
  await assertAttachable(tx, { userId, orderId }, [{ fileIds }]);
  const attached = (await listOrderFiles(tx, orderId, revision)).filter((file) => file.lineNo === lineNo);
  const added = [...new Set(fileIds)].filter((id) => !attached.some((file) => file.id === id));
  if (attached.length + added.length > MAX_PART_FILES) {
    const msg = `一个零件最多${MAX_PART_FILES}个附件`;
    throw fieldError('fileIds', msg, 'quote.invalid');
  }
  const rows = added.map((fileId, index) => ({
    orderId,
    revision,
    lineNo,
    fileId,
    place: attached.length + index + 1,
  }));
  if (rows.length === 0) return [];
  await tx.insert(orderItemFiles).values(rows);
  const addedFiles = await tx.select({ name: files.name }).from(files).where(inArray(files.id, added));
  return addedFiles.map(({ name }) => name);
}

/** The files of a revision's parts, sorted by line. */
export async function listOrderFiles(db: Db, orderId: number, revision: number): Promise<OrderFile[]> {
  return db
    .select({ lineNo: orderItemFiles.lineNo, ...fileColumns })
    .from(orderItemFiles)
    .innerJoin(files, eq(files.id, orderItemFiles.fileId))
    .where(and(eq(orderItemFiles.orderId, orderId), eq(orderItemFiles.revision, revision)))
    .orderBy(asc(orderItemFiles.lineNo), asc(orderItemFiles.place));
}
