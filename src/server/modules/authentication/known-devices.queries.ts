import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { knownDevices, users } from '#server/db/schema.ts';
import { hashToken, newToken } from '#server/modules/access/access.service.ts';

/** A browser that has not signed in for this long is unknown again. */
export const DEVICE_DAYS = 180;
/** The most devices remembered per user; beyond that, the least recently used is forgotten. */
const MAX_PER_USER = 20;
const DAY_MS = 86_400_000;

/** Whether this device has signed in as the user of this name. Takes the same time for an unknown name. */
export async function isKnownDevice(db: Db, usernameKey: string, token: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - DEVICE_DAYS * DAY_MS);
  const rows = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .innerJoin(users, eq(users.userId, knownDevices.userId))
    .where(
      and(
        eq(knownDevices.tokenHash, hashToken(token)),
        eq(users.usernameKey, usernameKey),
        gt(knownDevices.lastUsedAt, since),
      ),
    );
  return rows.length > 0;
}

/**
 * Records the user's sign-in on this device and returns the device's token. A token that this server has not issued is
 * replaced; one token serves all accounts of a browser.
 */
export async function rememberDevice(
  tx: Db,
  userId: number,
  sentToken: string | undefined,
  now: Date,
): Promise<string> {
  const token = sentToken !== undefined && (await isIssued(tx, sentToken)) ? sentToken : newToken();
  await tx
    .insert(knownDevices)
    .values({ tokenHash: hashToken(token), userId, lastUsedAt: now })
    .onConflictDoUpdate({
      target: [knownDevices.userId, knownDevices.tokenHash],
      set: { lastUsedAt: now },
    });
  const surplus = tx
    .select({ tokenHash: knownDevices.tokenHash })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(desc(knownDevices.lastUsedAt), knownDevices.tokenHash)
    .offset(MAX_PER_USER);
  await tx
    .delete(knownDevices)
    .where(and(eq(knownDevices.userId, userId), inArray(knownDevices.tokenHash, surplus)));
  return token;
}

async function isIssued(db: Db, token: string): Promise<boolean> {
  const rows = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .where(eq(knownDevices.tokenHash, hashToken(token)))
    .limit(1);
  return rows.length > 0;
}

export async function forgetDevices(db: Db, userId: number): Promise<void> {
  await db.delete(knownDevices).where(eq(knownDevices.userId, userId));
}
