import { pbkdf2, randomBytes, randomInt } from 'node:crypto';
import { promisify } from 'node:util';
import { and, eq, gt, lt } from 'drizzle-orm';
import type { LoginChallenge } from '#contract/people/authentication.ts';
import type { Db } from '#server/db/database.ts';
import { loginChallenges } from '#server/db/schema.ts';

/** A slow phone without native PBKDF2 searches for minutes. */
const LIFETIME_MS = 600_000;
/**
 * The client searches for a number below `RANGE`: on average it tries half of them, with `ITERATIONS` of PBKDF2 each.
 * That takes about 1.5 s of a core with native code (0.6 ms a number) and ten times as long in JavaScript.
 */
const RANGE = 5_000;
const ITERATIONS = 5_000;
const BYTES = 32;

const derive = promisify(pbkdf2);

/** The sign-in that may answer a challenge: this name from this address. */
interface Attempt {
  usernameKey: string;
  address: string;
}

/** Issues a challenge. The server computes one hash now and none to check the answer. */
export async function issueChallenge(
  db: Db,
  { usernameKey, address }: Attempt,
  now: Date,
): Promise<LoginChallenge> {
  const id = randomBytes(16).toString('base64url');
  const answer = randomInt(RANGE);
  const digest = await derive(String(answer), id, ITERATIONS, BYTES, 'sha256');
  await db.delete(loginChallenges).where(lt(loginChallenges.expiresAt, now));
  await db.insert(loginChallenges).values({
    id,
    usernameKey,
    address,
    answer,
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
  });
  return { id, digest: digest.toString('hex'), iterations: ITERATIONS, range: RANGE };
}

const issuedFor = (id: string, { usernameKey, address }: Attempt) =>
  and(
    eq(loginChallenges.id, id),
    eq(loginChallenges.usernameKey, usernameKey),
    eq(loginChallenges.address, address),
  );

/** The answer to this attempt's challenge, which is locked until the transaction ends. Undefined for an unknown challenge. */
export async function claimChallenge(
  tx: Db,
  id: string,
  attempt: Attempt,
  now: Date,
): Promise<number | undefined> {
  const [claimed] = await tx
    .select({ answer: loginChallenges.answer })
    .from(loginChallenges)
    .where(and(issuedFor(id, attempt), gt(loginChallenges.expiresAt, now)))
    .for('update');
  return claimed?.answer;
}

export async function dropChallenge(tx: Db, id: string, attempt: Attempt): Promise<void> {
  await tx.delete(loginChallenges).where(issuedFor(id, attempt));
}
