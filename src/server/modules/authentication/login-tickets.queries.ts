import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { loginTickets } from '#server/db/schema.ts';
import { hashToken, newToken } from '#server/modules/access/access.service.ts';

const LIFETIME_MS = 5 * 60_000;
const MAX_ATTEMPTS = 5;

/** Creates a ticket after a correct password; only its hash is stored. */
export async function insertTicket(tx: Db, userId: number, now: Date): Promise<string> {
  const ticket = newToken();
  await tx.delete(loginTickets).where(lt(loginTickets.expiresAt, now));
  await tx.insert(loginTickets).values({
    tokenHash: hashToken(ticket),
    userId,
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
  });
  return ticket;
}

const validTicket = (ticket: string, now: Date) =>
  and(eq(loginTickets.tokenHash, hashToken(ticket)), gt(loginTickets.expiresAt, now));

/** The ticket's user; undefined for an unknown or expired ticket, or one without remaining attempts. */
export async function findTicketUser(db: Db, ticket: string, now: Date): Promise<number | undefined> {
  const [row] = await db
    .select({ userId: loginTickets.userId })
    .from(loginTickets)
    .where(and(validTicket(ticket, now), lt(loginTickets.tries, MAX_ATTEMPTS)));
  return row?.userId;
}

/** Counts an attempt; false when none is left. */
export async function countAttempt(db: Db, ticket: string, now: Date): Promise<boolean> {
  const counted = await db
    .update(loginTickets)
    .set({ tries: sql`${loginTickets.tries} + 1` })
    .where(and(validTicket(ticket, now), lt(loginTickets.tries, MAX_ATTEMPTS)))
    .returning({ userId: loginTickets.userId });
  return counted.length > 0;
}

/** Uses the ticket up; false when another request already has. */
export async function deleteTicket(tx: Db, ticket: string): Promise<boolean> {
  const deleted = await tx
    .delete(loginTickets)
    .where(eq(loginTickets.tokenHash, hashToken(ticket)))
    .returning({ userId: loginTickets.userId });
  return deleted.length > 0;
}
