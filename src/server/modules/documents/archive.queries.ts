import { and, desc, eq, gte, isNotNull, isNull, lt, notInArray } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { files, orders, quotationDocuments } from '#server/db/schema.ts';

const isDocumentOfOrder = and(
  eq(quotationDocuments.orderId, orders.id),
  eq(quotationDocuments.revision, orders.revision),
);
const isUnarchived = and(
  isNotNull(orders.placedAt),
  notInArray(orders.status, ['requested', 'quoted', 'cancelled']),
  isNull(quotationDocuments.fileId),
);

/** The order, if its document is not archived yet. */
export async function findUnarchived(
  db: Db,
  orderId: number,
): Promise<{ userId: number; revision: number } | undefined> {
  const [row] = await db
    .select({ userId: orders.userId, revision: orders.revision })
    .from(orders)
    .leftJoin(quotationDocuments, isDocumentOfOrder)
    .where(and(eq(orders.id, orderId), isUnarchived));
  return row;
}

/** The orders placed within a period whose documents are not archived, newest first. */
export async function listUnarchived(db: Db, since: Date, until: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .leftJoin(quotationDocuments, isDocumentOfOrder)
    .where(and(gte(orders.placedAt, since), lt(orders.placedAt, until), isUnarchived))
    .orderBy(desc(orders.placedAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

type NewDocument = Pick<
  typeof files.$inferInsert,
  'key' | 'name' | 'size' | 'hash' | 'ownerId' | 'createdAt'
>;

/**
 * Inserts the file row of an archived document and links the document to it. Throws if another process did so first.
 */
export async function insertArchived(
  tx: Db,
  { orderId, revision }: { orderId: number; revision: number },
  document: NewDocument,
): Promise<void> {
  const [file] = await tx
    .insert(files)
    .values({ ...document, type: 'application/pdf', kind: 'document' })
    .returning({ id: files.id });
  const linked = await tx
    .update(quotationDocuments)
    .set({ fileId: file?.id })
    .where(
      and(
        eq(quotationDocuments.orderId, orderId),
        eq(quotationDocuments.revision, revision),
        isNull(quotationDocuments.fileId),
      ),
    )
    .returning({ orderId: quotationDocuments.orderId });
  if (linked.length === 0)
    throw new Error(`the document of order ${orderId} was archived by another process`);
}
