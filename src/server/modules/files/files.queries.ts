import { and, asc, eq, exists, gte, inArray, lt, not, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { onlyRow } from '#server/db/only-row.ts';
import {
  files,
  modelFiles,
  orderCounters,
  orderItemFiles,
  orderMessageFiles,
  orderMessages,
  orders,
  partModels,
  quotationDocuments,
} from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { withinScope } from '#server/modules/access/order-scope.ts';

export type FileRow = typeof files.$inferSelect;

export async function insertFile(db: Db, row: typeof files.$inferInsert): Promise<FileRow> {
  return onlyRow(await db.insert(files).values(row).returning());
}

const partsWithFile = (db: Db) =>
  db
    .select({ orderId: orderItemFiles.orderId })
    .from(orderItemFiles)
    .where(eq(orderItemFiles.fileId, files.id));

const messagesWithFile = (db: Db) =>
  db
    .select({ messageId: orderMessageFiles.messageId })
    .from(orderMessageFiles)
    .where(eq(orderMessageFiles.fileId, files.id));

/** Whether a file is attached to a part or a message of an order, or contains the model of a part. */
const isAttached = (db: Db): SQL =>
  or(
    exists(partsWithFile(db)),
    exists(messagesWithFile(db)),
    exists(
      db
        .select({ id: modelFiles.id })
        .from(modelFiles)
        .innerJoin(partModels, eq(partModels.modelId, modelFiles.id))
        .where(eq(modelFiles.fileId, files.id)),
    ),
  ) ?? sql`false`;

/**
 * Finds a file of the user, or of an order within the scope; without a scope, only the user's own. Files of staff-only messages
 * require `readsInternal`.
 */
export async function findFile(
  db: Db,
  userId: number,
  scope: Scope | undefined,
  id: number,
  { readsInternal }: { readsInternal: boolean },
): Promise<FileRow | undefined> {
  const isInOrder = (): SQL => {
    const ordersWithAttachment = db
      .select({ id: orders.id })
      .from(orderItemFiles)
      .innerJoin(orders, eq(orders.id, orderItemFiles.orderId))
      .where(and(eq(orderItemFiles.fileId, files.id), scope && withinScope(scope)));
    const ordersWithDocument = db
      .select({ id: orders.id })
      .from(quotationDocuments)
      .innerJoin(orders, eq(orders.id, quotationDocuments.orderId))
      .where(and(eq(quotationDocuments.fileId, files.id), scope && withinScope(scope)));
    const ordersWithMessage = db
      .select({ id: orders.id })
      .from(orderMessageFiles)
      .innerJoin(orderMessages, eq(orderMessages.id, orderMessageFiles.messageId))
      .innerJoin(orders, eq(orders.id, orderMessages.orderId))
      .where(
        and(
          eq(orderMessageFiles.fileId, files.id),
          readsInternal ? undefined : eq(orderMessages.audience, 'customer'),
          scope && withinScope(scope),
        ),
      );
    return (
      or(exists(ordersWithAttachment), exists(ordersWithDocument), exists(ordersWithMessage)) ?? sql`false`
    );
  };
  const [row] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, id), or(eq(files.ownerId, userId), scope ? isInOrder() : undefined)));
  return row;
}

interface FileSum {
  files: number;
  bytes: number;
}

/** The number and total bytes of the uploads that a user made since the given time and that belong to no order. */
export const sumUnattached = (db: Db, ownerId: number, since: Date): Promise<FileSum> =>
  sumFiles(db, and(uploadsOf(ownerId, since), not(isAttached(db))));

/** The number and total bytes of a user's uploads since the given time, excluding deleted ones. */
export const sumUploads = (db: Db, ownerId: number, since: Date): Promise<FileSum> =>
  sumFiles(db, uploadsOf(ownerId, since));

const uploadsOf = (ownerId: number, since: Date) =>
  and(eq(files.ownerId, ownerId), inArray(files.kind, ['upload', 'model']), gte(files.createdAt, since));

/** The number and total bytes of the matching files, by default of all; without thumbnails. */
export async function sumFiles(db: Db, where?: SQL): Promise<FileSum> {
  return onlyRow(
    await db
      .select({
        files: sql<number>`count(*)::int`,
        bytes: sql<number>`coalesce(sum(${files.size}), 0)::float8`,
      })
      .from(files)
      .where(where),
  );
}

/** Locks a user's uploads against attaching and deleting; returns fewer than requested when some belong to other users. */
export async function lockUploads(db: Db, ownerId: number, ids: readonly number[]): Promise<FileRow[]> {
  return db
    .select()
    .from(files)
    .where(and(inArray(files.id, [...ids]), eq(files.ownerId, ownerId), eq(files.kind, 'upload')))
    .orderBy(asc(files.id))
    .for('update');
}

/** The names of up to three of these files that belong to an order, with the order's number. */
export async function listAttached(
  db: Db,
  ids: readonly number[],
): Promise<{ name: string; orderNo: string }[]> {
  const columns = { name: files.name, orderNo: orders.orderNo };
  return db
    .selectDistinct(columns)
    .from(orderItemFiles)
    .innerJoin(files, eq(files.id, orderItemFiles.fileId))
    .innerJoin(orders, eq(orders.id, orderItemFiles.orderId))
    .where(inArray(orderItemFiles.fileId, [...ids]))
    .union(
      db
        .selectDistinct(columns)
        .from(orderMessageFiles)
        .innerJoin(files, eq(files.id, orderMessageFiles.fileId))
        .innerJoin(orderMessages, eq(orderMessages.id, orderMessageFiles.messageId))
        .innerJoin(orders, eq(orders.id, orderMessages.orderId))
        .where(inArray(orderMessageFiles.fileId, [...ids])),
    )
    .limit(3);
}

/** Deletes and returns the rows of these files that belong to no order. */
export async function deleteUnattached(db: Db, ids: readonly number[]): Promise<FileRow[]> {
  return db
    .delete(files)
    .where(and(inArray(files.id, [...ids]), not(isAttached(db))))
    .returning();
}

/**
 * Deletes and returns up to `limit` rows of uploads made before the given time that belong to no order. Skips files being
 * attached; one attached during the statement makes it fail.
 */
export async function deleteUnused(db: Db, before: Date, limit: number): Promise<FileRow[]> {
  const unused = db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.kind, 'upload'), lt(files.createdAt, before), not(isAttached(db))))
    .orderBy(asc(files.id))
    .limit(limit)
    .for('update', { skipLocked: true });
  return db.delete(files).where(inArray(files.id, unused)).returning();
}

/** Returns those of the keys that belong to a file. */
export async function listKnownKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ key: files.key })
    .from(files)
    .where(inArray(files.key, [...keys]));
  return new Set(rows.map(({ key }) => key));
}

/** The serial number of the last order of a day (`YYYYMMDD`); 0 for none. */
export async function readLastOrderSerial(db: Db, day: string): Promise<number> {
  const [row] = await db
    .select({ last: orderCounters.last })
    .from(orderCounters)
    .where(eq(orderCounters.day, day));
  return row?.last ?? 0;
}
