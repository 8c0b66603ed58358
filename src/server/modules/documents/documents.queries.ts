import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import type { Db } from '#server/db/database.ts';
import { orders, quotationDocuments } from '#server/db/schema.ts';

export type DocumentRow = Omit<typeof quotationDocuments.$inferSelect, 'pdf' | 'fileId'>;

const columns = {
  orderId: quotationDocuments.orderId,
  revision: quotationDocuments.revision,
  code: quotationDocuments.code,
  snapshot: quotationDocuments.snapshot,
  hash: quotationDocuments.hash,
  verifyUrl: quotationDocuments.verifyUrl,
  issuedBy: quotationDocuments.issuedBy,
  issuedAt: quotationDocuments.issuedAt,
};

const isOfRevision = (orderId: number, revision: number) =>
  and(eq(quotationDocuments.orderId, orderId), eq(quotationDocuments.revision, revision));

export async function findDocument(
  db: Db,
  orderId: number,
  revision: number,
): Promise<DocumentRow | undefined> {
  const [row] = await db.select(columns).from(quotationDocuments).where(isOfRevision(orderId, revision));
  return row;
}

/** Inserts a document unless the revision has one. */
export async function insertDocument(db: Db, row: DocumentRow): Promise<void> {
  await db.insert(quotationDocuments).values(row).onConflictDoNothing();
}

export async function readPdf(db: Db, orderId: number, revision: number): Promise<Buffer | null> {
  const [row] = await db
    .select({ pdf: quotationDocuments.pdf })
    .from(quotationDocuments)
    .where(isOfRevision(orderId, revision));
  return row?.pdf ?? null;
}

/** Size and SHA-256 (hexadecimal) of a document's PDF; undefined before it is drawn. */
export async function readPdfHash(
  db: Db,
  orderId: number,
  revision: number,
): Promise<{ size: number; hash: string } | undefined> {
  const { pdf } = quotationDocuments;
  const [row] = await db
    .select({ size: sql<number>`length(${pdf})`, hash: sql<string>`encode(sha256(${pdf}), 'hex')` })
    .from(quotationDocuments)
    .where(and(isOfRevision(orderId, revision), isNotNull(pdf)));
  return row;
}

/** Stores the PDF of a document unless it has one. */
export async function storePdf(db: Db, orderId: number, revision: number, pdf: Buffer): Promise<void> {
  await db
    .update(quotationDocuments)
    .set({ pdf })
    .where(and(isOfRevision(orderId, revision), isNull(quotationDocuments.pdf)));
}

/** A document and the current state of its order. */
export interface DocumentWithOrder extends DocumentRow {
  status: OrderStatus;
  currentRevision: number;
  validUntil: Date;
  keepsQuotation: boolean;
}

export async function findByCode(db: Db, code: string): Promise<DocumentWithOrder | undefined> {
  const [row] = await db
    .select({
      ...columns,
      status: orders.status,
      currentRevision: orders.revision,
      validUntil: orders.validUntil,
      keepsQuotation: orders.keepsQuotation,
    })
    .from(quotationDocuments)
    .innerJoin(orders, eq(orders.id, quotationDocuments.orderId))
    .where(eq(quotationDocuments.code, code));
  return row;
}
