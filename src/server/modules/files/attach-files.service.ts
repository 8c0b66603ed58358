import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { FieldErrors } from '#contract/errors.ts';
import type { OrderFile } from '#contract/files.ts';
import type { Db } from '#server/db/database.ts';
import { files, orderItemFiles } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';

/** Items in the order sent; the first is line 1. */
type Items = readonly { fileIds?: readonly number[] }[];

/** The user who attaches files; a revised order may keep its files, also those uploaded by others. */
interface Attaching {
  userId: number;
  orderId?: number;
}

/**
 * Throws `quote.invalid` naming `items.N.fileIds` when a file is neither the user's own upload nor attached to the
 * order.
 */
export async function assertAttachable(db: Db, { userId, orderId }: Attaching, items: Items): Promise<void> {
  const ids = [...new Set(items.flatMap(({ fileIds = [] }) => fileIds))];
  if (ids.length === 0) return;
  const held =
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
    .where(and(inArray(files.id, ids), eq(files.kind, 'upload'), or(eq(files.ownerId, userId), held)));
  const known = new Set(rows.map(({ id }) => id));
  const msg = '附件不存在或已删除，请重新上传';
  const fields: FieldErrors = {};
  for (const [index, { fileIds = [] }] of items.entries()) {
    if (!fileIds.every((id) => known.has(id))) fields[`items.${index}.fileIds`] = msg;
  }
  if (Object.keys(fields).length > 0) throw new AppError('quote.invalid', { msg, fields });
}

/**
 * Attaches the files of each item to a revision of an order, inside its transaction. Throws `quote.invalid` like
 * `assertAttachable`: roll the transaction back then.
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
  // Locked until the transaction ends, so that neither the sweep nor their owner deletes them.
  const ids = [...new Set(rows.map(({ fileId }) => fileId))].toSorted((a, b) => a - b);
  await tx.execute(
    sql`select 1 from file where id = any(${sql.param(ids)}::int[]) order by id for key share`,
  );
  await assertAttachable(tx, { userId, orderId }, items);
  await tx.insert(orderItemFiles).values(rows);
}

/** The files of a revision's parts, in order. */
export async function listOrderFiles(db: Db, orderId: number, revision: number): Promise<OrderFile[]> {
  return db
    .select({
      lineNo: orderItemFiles.lineNo,
      id: files.id,
      name: files.name,
      size: files.size,
      type: files.type,
      hasThumbnail: sql<boolean>`${files.thumbnailKey} is not null`,
    })
    .from(orderItemFiles)
    .innerJoin(files, eq(files.id, orderItemFiles.fileId))
    .where(and(eq(orderItemFiles.orderId, orderId), eq(orderItemFiles.revision, revision)))
    .orderBy(asc(orderItemFiles.lineNo), asc(orderItemFiles.place));
}
