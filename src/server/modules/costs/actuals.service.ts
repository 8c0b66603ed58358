import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Fee } from '#domain/calibration/measured-line.ts';
import type { Fen } from '#domain/money.ts';
import type { Db } from '#server/db/database.ts';
import type { ChangedBy } from '#server/db/record-store.ts';
import { costs, orderItemActuals } from '#server/db/schema.ts';

export type ActualRow = typeof orderItemActuals.$inferSelect;
export type ActualKey = Pick<ActualRow, 'orderId' | 'revision' | 'lineNo'>;

const matchesLine = ({ orderId, revision, lineNo }: ActualKey) =>
  and(
    eq(orderItemActuals.orderId, orderId),
    eq(orderItemActuals.revision, revision),
    eq(orderItemActuals.lineNo, lineNo),
  );

/** The actual figures of a revision, sorted by line. */
export async function listActuals(
  db: Db,
  { id, revision }: { id: number; revision: number },
): Promise<ActualRow[]> {
  return db
    .select()
    .from(orderItemActuals)
    .where(and(eq(orderItemActuals.orderId, id), eq(orderItemActuals.revision, revision)))
    .orderBy(asc(orderItemActuals.lineNo));
}

/** Replaces the actual figures of a line if its entry has this version (0: no entry); returns undefined otherwise. */
export async function putActual(
  tx: Db,
  key: ActualKey,
  version: number,
  entry: Pick<ActualRow, 'hours' | 'hourFen' | 'kg' | 'note' | 'byName'> & { fees: readonly Fee[] },
  { userId, now }: ChangedBy,
): Promise<ActualRow | undefined> {
  const stamp = { ...entry, updateBy: userId, updatedAt: now };
  const [row] =
    version === 0
      ? await tx
          .insert(orderItemActuals)
          .values({ ...key, ...stamp, createBy: userId, createdAt: now })
          .onConflictDoNothing()
          .returning()
      : await tx
          .update(orderItemActuals)
          .set({ ...stamp, version: sql`${orderItemActuals.version} + 1` })
          .where(and(matchesLine(key), eq(orderItemActuals.version, version)))
          .returning();
  return row;
}

/** Deletes the entry of a line; returns false if the line has no entry with this version. */
export async function deleteActual(tx: Db, key: ActualKey, version: number): Promise<boolean> {
  const deleted = await tx
    .delete(orderItemActuals)
    .where(and(matchesLine(key), eq(orderItemActuals.version, version)))
    .returning({ lineNo: orderItemActuals.lineNo });
  return deleted.length > 0;
}

/** The current cost of a machine hour, by material tag. */
export async function readHourCosts(db: Db, tags: readonly string[]): Promise<Map<string, Fen>> {
  const rows = await db
    .select({ materialTag: costs.materialTag, fen: costs.costFen })
    .from(costs)
    .where(and(eq(costs.kind, 'hour'), inArray(costs.materialTag, [...tags])));
  return new Map(rows.map(({ materialTag, fen }) => [materialTag, fen]));
}
