import { and, eq, gt, lte } from 'drizzle-orm';
import type { CellChange } from '#contract/price-table.ts';
import type { Db } from '#server/db/database.ts';
import { importDrafts } from '#server/db/schema.ts';
import { hashToken, newToken } from '#server/modules/access/access.service.ts';

const LIFETIME_MS = 30 * 60_000;
const bornAfter = (now: Date) => new Date(now.getTime() - LIFETIME_MS);

/**
 * Stores the changes of an import for half an hour and returns the token that applies them; only its hash is stored.
 */
export async function storeDraft(
  db: Db,
  userId: number,
  changes: readonly CellChange[],
  now: Date,
): Promise<string> {
  await db.delete(importDrafts).where(lte(importDrafts.createdAt, bornAfter(now)));
  const token = newToken();
  await db.insert(importDrafts).values({ token: hashToken(token), userId, changes, createdAt: now });
  return token;
}

/** Deletes and returns a user's own draft; undefined when it does not exist or has expired. */
export async function consumeDraft(
  db: Db,
  userId: number,
  token: string,
  now: Date,
): Promise<CellChange[] | undefined> {
  const [row] = await db
    .delete(importDrafts)
    .where(
      and(
        eq(importDrafts.token, hashToken(token)),
        eq(importDrafts.userId, userId),
        gt(importDrafts.createdAt, bornAfter(now)),
      ),
    )
    .returning({ changes: importDrafts.changes });
  // Only `storeDraft` writes this column.
  return row?.changes as CellChange[] | undefined;
}
