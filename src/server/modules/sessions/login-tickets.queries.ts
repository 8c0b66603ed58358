import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { loginTickets } from '#server/db/schema.ts';
import { hashToken, newToken } from '#server/modules/access/access.service.ts';

const LIFE_MS = 5 * 60_000;
const TRIES = 5;

/** A ticket for whoever knew the user's password; only its hash is stored. */
export async function insertTicket(tx: Db, userId: number, now: Date): Promise<string> {
  const ticket = newToken();
  await tx.delete(loginTickets).where(lt(loginTickets.expiresAt, now));
  await tx.insert(loginTickets).values({
    tokenHash: hashToken(ticket),
    userId,
    expiresAt: new Date(now.getTime() + LIFE_MS),
  });
  return ticket;
}

const goodOne = (ticket: string, now: Date) =>
  and(eq(loginTickets.tokenHash, hashToken(ticket)), gt(loginTickets.expiresAt, now));

/** Whose ticket it is; undefined when there is no such ticket, it is too old or was tried too often. */
export async function findTicketUser(db: Db, ticket: string, now: Date): Promise<number | undefined> {
  const [row] = await db
    .select({ userId: loginTickets.userId })
    .from(loginTickets)
    .where(and(goodOne(ticket, now), lt(loginTickets.tries, TRIES)));
  return row?.userId;
}

/** Counts a try; false when there is none left. */
export async function countTry(db: Db, ticket: string, now: Date): Promise<boolean> {
  const counted = await db
    .update(loginTickets)
    .set({ tries: sql`${loginTickets.tries} + 1` })
    .where(and(goodOne(ticket, now), lt(loginTickets.tries, TRIES)))
    .returning({ userId: loginTickets.userId });
  return counted.length > 0;
}

/** Uses the ticket up; false when somebody else has. */
export async function deleteTicket(tx: Db, ticket: string): Promise<boolean> {
  const gone = await tx
    .delete(loginTickets)
    .where(eq(loginTickets.tokenHash, hashToken(ticket)))
    .returning({ userId: loginTickets.userId });
  return gone.length > 0;
}
