import { and, count, desc, eq, getTableColumns, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { orders, quotationDocuments, quotationShares } from '#server/db/schema.ts';

export type ShareRow = typeof quotationShares.$inferSelect;

/** Of the ended ones a list shows no more than are worth reading. */
const MAX_LISTED = 100;

const isLive = (now: Date) => and(isNull(quotationShares.revokedAt), gt(quotationShares.expiresAt, now));

/** The links of an order: those that work, then those that have ended; the newest first. */
export async function listShares(db: Db, orderId: number, now: Date): Promise<ShareRow[]> {
  return db
    .select()
    .from(quotationShares)
    .where(eq(quotationShares.orderId, orderId))
    .orderBy(sql`${isLive(now)} desc`, desc(quotationShares.id))
    .limit(MAX_LISTED);
}

/** Lets nobody else count or add links of this order until the transaction ends. */
export async function lockOrder(tx: Db, orderId: number): Promise<void> {
  await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId)).for('no key update');
}

export async function countLive(db: Db, orderId: number, now: Date): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(quotationShares)
    .where(and(eq(quotationShares.orderId, orderId), isLive(now)));
  return row?.count ?? 0;
}

export async function insertShare(db: Db, row: typeof quotationShares.$inferInsert): Promise<number> {
  const [inserted] = await db.insert(quotationShares).values(row).returning({ id: quotationShares.id });
  if (!inserted) throw new Error('a share was not inserted');
  return inserted.id;
}

/** Ends links of an order, those that have ended already again; the ids of all that are the order's. */
export async function revokeShares(
  db: Db,
  orderId: number,
  ids: readonly number[],
  now: Date,
): Promise<number[]> {
  const rows = await db
    .update(quotationShares)
    .set({ revokedAt: sql`coalesce(${quotationShares.revokedAt}, ${now})` })
    .where(and(eq(quotationShares.orderId, orderId), inArray(quotationShares.id, [...ids])))
    .returning({ id: quotationShares.id });
  return rows.map(({ id }) => id);
}

/** What a link that still works shows: the document of its revision and what has become of the order. */
export async function findShared(db: Db, tokenHash: string, now: Date) {
  const { pdf: _pdf, fileId: _fileId, ...document } = getTableColumns(quotationDocuments);
  const [row] = await db
    .select({
      document,
      shareId: quotationShares.id,
      expiresAt: quotationShares.expiresAt,
      status: orders.status,
      currentRevision: orders.revision,
      validUntil: orders.validUntil,
    })
    .from(quotationShares)
    .innerJoin(orders, eq(orders.id, quotationShares.orderId))
    .innerJoin(
      quotationDocuments,
      and(
        eq(quotationDocuments.orderId, quotationShares.orderId),
        eq(quotationDocuments.revision, quotationShares.revision),
      ),
    )
    .where(and(eq(quotationShares.tokenHash, tokenHash), isLive(now)));
  return row;
}

/** Counts a visit, and no second one within the minute: a link that is opened all the time is not written all the time. */
export async function countView(db: Db, id: number, now: Date): Promise<void> {
  const { viewCount, lastViewedAt } = quotationShares;
  const aMinuteAgo = new Date(now.getTime() - 60_000);
  await db
    .update(quotationShares)
    .set({ viewCount: sql`${viewCount} + 1`, lastViewedAt: now })
    .where(and(eq(quotationShares.id, id), or(isNull(lastViewedAt), lt(lastViewedAt, aMinuteAgo))));
}
