import { and, eq, gt, lte } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { importDrafts } from '#server/db/schema.ts';
import { hashToken, newToken } from '#server/modules/access/access.service.ts';

const LIFETIME_MS = 30 * 60_000;
const bornAfter = (now: Date) => new Date(now.getTime() - LIFETIME_MS);

/** A draft of a user: what its token applies, and for which resource. */
interface Draft {
  resource: string;
  userId: number;
  changes: unknown;
}

/** Stores the changes of an import for half an hour and returns the token that applies them; only its hash is stored. */
export async function storeDraft(db: Db, draft: Draft, now: Date): Promise<string> {
  await db.delete(importDrafts).where(lte(importDrafts.createdAt, bornAfter(now)));
  const token = newToken();
  await db.insert(importDrafts).values({ token: hashToken(token), ...draft, createdAt: now });
  return token;
}

interface Wanted extends Omit<Draft, 'changes'> {
  token: string;
}

const isWanted = ({ resource, userId, token }: Wanted, now: Date) =>
  and(
    eq(importDrafts.token, hashToken(token)),
    eq(importDrafts.resource, resource),
    eq(importDrafts.userId, userId),
    gt(importDrafts.createdAt, bornAfter(now)),
  );

/** The changes of a user's own draft; undefined when it does not exist or has expired. */
export async function findDraft(db: Db, wanted: Wanted, now: Date): Promise<unknown> {
  const [row] = await db
    .select({ changes: importDrafts.changes })
    .from(importDrafts)
    .where(isWanted(wanted, now));
  return row?.changes;
}

/** Deletes such a draft and returns its changes. */
export async function consumeDraft(db: Db, wanted: Wanted, now: Date): Promise<unknown> {
  const [row] = await db
    .delete(importDrafts)
    .where(isWanted(wanted, now))
    .returning({ changes: importDrafts.changes });
  return row?.changes;
}
