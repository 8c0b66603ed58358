import { and, desc, eq, getTableColumns, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { DeliveryContact } from '#domain/orders/contact.ts';
import type { Db } from '#server/db/database.ts';
import { onlyRow } from '#server/db/only-row.ts';
import {
  orders,
  quotationDocuments,
  quotationShares,
  revisions,
  users,
  type ShareAnswer,
} from '#server/db/schema.ts';

export type ShareRow = typeof quotationShares.$inferSelect & { isLive: boolean; creatorName: string };

const MAX_LISTED = 100;

/** A link is valid until it expires or is revoked, and while its creator may sign in. */
const isLive = (now: Date) =>
  and(
    isNull(quotationShares.revokedAt),
    gt(quotationShares.expiresAt, now),
    sql`exists (
      select from ${users}
      where ${users.userId} = ${quotationShares.createdBy} and ${users.status} = '2' and ${users.deletedAt} is null
    )`,
  );

const creator = alias(users, 'creator');

/** The links of an order: valid ones, then ended ones; newest first. */
export async function listShares(db: Db, orderId: number, now: Date): Promise<ShareRow[]> {
  return db
    .select({
      ...getTableColumns(quotationShares),
      isLive: sql<boolean>`${isLive(now)}`,
      creatorName: creator.nickName,
    })
    .from(quotationShares)
    .innerJoin(creator, eq(creator.userId, quotationShares.createdBy))
    .where(eq(quotationShares.orderId, orderId))
    .orderBy(sql`${isLive(now)} desc`, desc(quotationShares.id))
    .limit(MAX_LISTED);
}

/** Locks the order until the transaction ends, so that no other request adds links. */
export async function lockOrder(tx: Db, orderId: number): Promise<void> {
  await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId)).for('no key update');
}

export async function countLive(db: Db, orderId: number, now: Date): Promise<number> {
  return db.$count(quotationShares, and(eq(quotationShares.orderId, orderId), isLive(now)));
}

export async function insertShare(db: Db, row: typeof quotationShares.$inferInsert): Promise<number> {
  const inserted = onlyRow(
    await db.insert(quotationShares).values(row).returning({ id: quotationShares.id }),
  );
  return inserted.id;
}

/** Revokes links of an order; links revoked earlier keep their time of revocation. Returns the ids that belong to the order. */
export async function markRevoked(
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

/** The account on whose behalf a link is answered. */
const customer = {
  userId: users.userId,
  username: users.username,
  deptId: users.deptId,
  isActive: sql<boolean>`(${users.status} = '2' and ${users.deletedAt} is null)`,
};

export async function findCustomer(db: Db, userId: number) {
  return onlyRow(await db.select(customer).from(users).where(eq(users.userId, userId)));
}

/** The content of a valid link: the document of its revision, the order's current state, and its customer. */
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
      keepsQuotation: orders.keepsQuotation,
      revision: quotationShares.revision,
      canReply: quotationShares.canReply,
      answer: quotationShares.answer,
      answeredAt: quotationShares.answeredAt,
      totalFen: orders.totalFen,
      promisedDate: orders.promisedDate,
      creatorName: creator.nickName,
      orderNo: orders.orderNo,
      version: orders.version,
      contact: {
        contactName: orders.contactName,
        contactPhone: orders.contactPhone,
        address: orders.address,
      },
      customer,
    })
    .from(quotationShares)
    .innerJoin(orders, eq(orders.id, quotationShares.orderId))
    .innerJoin(users, eq(users.userId, orders.userId))
    .innerJoin(creator, eq(creator.userId, quotationShares.createdBy))
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

/** Counts a visit, at most one per minute, so that a link that is opened often does not cause a write each time. */
export async function countView(db: Db, id: number, now: Date): Promise<void> {
  const { viewCount, lastViewedAt } = quotationShares;
  const aMinuteAgo = new Date(now.getTime() - 60_000);
  await db
    .update(quotationShares)
    .set({ viewCount: sql`${viewCount} + 1`, lastViewedAt: now })
    .where(and(eq(quotationShares.id, id), or(isNull(lastViewedAt), lt(lastViewedAt, aMinuteAgo))));
}

/** Locks a link and its order until the transaction ends, so that it is answered only once, on this revision. */
export async function lockForAnswer(tx: Db, tokenHash: string): Promise<void> {
  const [share] = await tx
    .select({ orderId: quotationShares.orderId })
    .from(quotationShares)
    .where(eq(quotationShares.tokenHash, tokenHash))
    .for('update');
  if (share) await lockOrder(tx, share.orderId);
}

export async function recordAnswer(tx: Db, id: number, answer: ShareAnswer, now: Date): Promise<void> {
  await tx.update(quotationShares).set({ answer, answeredAt: now }).where(eq(quotationShares.id, id));
}

/** Writes the contact of a locked order, but not its version: the move in the same transaction increments it. */
export async function saveContact(tx: Db, orderId: number, contact: DeliveryContact): Promise<void> {
  await tx.update(orders).set(contact).where(eq(orders.id, orderId));
}

/** The current revisions of catalogue and settings, which a session otherwise supplies. */
export async function readRevisions(db: Db): Promise<{ catalogue: number; settings: number }> {
  const rows = await db.select({ name: revisions.name, value: revisions.value }).from(revisions);
  const valueOf = (name: string) => rows.find((row) => row.name === name)?.value ?? 0;
  return { catalogue: valueOf('catalogue'), settings: valueOf('settings') };
}
