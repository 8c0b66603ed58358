import type { LoginBody } from '#contract/people/authentication.ts';
import type { Database, Db } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import { hashToken } from '#server/modules/access/access.service.ts';
import { isKnownDevice } from './known-devices.queries.ts';
import { claimChallenge, dropChallenge, issueChallenge } from './login-challenges.ts';
import { countInWindow, readWindow } from '#server/fairness/stored-throttle.ts';

/** Wrong passwords of an account within a window, from all addresses, before unknown devices must prove work. */
export const FREE_GUESSES = 20;
/** Wrong passwords of a known device, counted above that limit, before it counts as unknown. */
const FREE_DEVICE_GUESSES = 10;
const WINDOW_S = 24 * 60 * 60;

interface Attempt {
  usernameKey: string;
  address: string;
  body: Pick<LoginBody, 'device' | 'proof'>;
}

/** A sign-in whose password may be checked. */
export interface Admitted {
  /** Counts a wrong password. True when it reaches the limit. */
  countWrong(): Promise<boolean>;
}

const accountKey = (usernameKey: string) => `account/${usernameKey}`;
const deviceKey = (token: string) => `device/${hashToken(token)}`;

/**
 * Limits password guessing for one account across all addresses without locking its owner out: above the limit a known device
 * signs in as before, and an unknown one first solves a challenge. Undefined when the captcha is wrong, which leaves a right
 * answer to the challenge valid. Throws `login.proof` with the next challenge; the captcha then stays valid.
 */
export async function admitAttempt(
  db: Database['db'],
  attempt: Attempt,
  isCaptchaRight: (tx: Db) => Promise<boolean>,
  now: Date,
): Promise<Admitted | undefined> {
  const { usernameKey, body } = attempt;
  const keys = [accountKey(usernameKey)];
  let outcome: 'used' | 'kept' | 'wrong' | undefined;
  if ((await readWindow(db, accountKey(usernameKey), WINDOW_S, now)) >= FREE_GUESSES) {
    const device = await findTrustedDevice(db, attempt, now);
    if (device !== undefined) keys.push(deviceKey(device));
    else outcome = body.proof ? await spendProof(db, body.proof, attempt, isCaptchaRight, now) : 'wrong';
  }
  if (outcome === 'wrong')
    throw new AppError('login.proof', { data: await issueChallenge(db, attempt, now) });
  if (outcome === 'kept' || (outcome === undefined && !(await isCaptchaRight(db)))) return undefined;
  return {
    async countWrong() {
      const [ofAccount] = await Promise.all(keys.map((key) => countInWindow(db, key, WINDOW_S, now)));
      return ofAccount?.count === FREE_GUESSES;
    },
  };
}

/**
 * Spends an answer to a challenge on one password: the answer and the captcha together, or only the captcha when it is wrong, or
 * only the challenge when the answer is wrong.
 */
function spendProof(
  db: Database['db'],
  proof: NonNullable<LoginBody['proof']>,
  attempt: Attempt,
  isCaptchaRight: (tx: Db) => Promise<boolean>,
  now: Date,
): Promise<'used' | 'kept' | 'wrong'> {
  return db.transaction(async (tx) => {
    const answer = await claimChallenge(tx, proof.id, attempt, now);
    if (answer === proof.number && !(await isCaptchaRight(tx))) return 'kept';
    await dropChallenge(tx, proof.id, attempt);
    return answer === proof.number ? 'used' : 'wrong';
  });
}

/** The attempt's device, if it has signed in as this user and has not guessed itself. */
async function findTrustedDevice(
  db: Db,
  { usernameKey, body: { device } }: Attempt,
  now: Date,
): Promise<string | undefined> {
  if (device === undefined || !(await isKnownDevice(db, usernameKey, device, now))) return undefined;
  const guesses = await readWindow(db, deviceKey(device), WINDOW_S, now);
  return guesses < FREE_DEVICE_GUESSES ? device : undefined;
}
