import type { LoginBody } from '#contract/people/authentication.ts';
import type { Database, Db } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import { hashToken } from '#server/modules/access/access.service.ts';
import { isKnownDevice } from './known-devices.queries.ts';
import { claimChallenge, dropChallenge, issueChallenge } from './login-challenges.ts';
import { countInWindow, readWindow } from '#server/fairness/stored-throttle.ts';

/** Wrong passwords of an account within a window, from all addresses, before unknown devices must prove work. */
export const FREE_GUESSES = 20;
/** Wrong passwords of a known device, counted above `FREE_GUESSES`, before it is treated as unknown. */
const FREE_DEVICE_GUESSES = 10;
const WINDOW_S = 24 * 60 * 60;

interface Attempt {
  usernameKey: string;
  address: string;
  body: Pick<LoginBody, 'device' | 'proof'>;
}

/** An attempt whose password may be checked. */
export interface AdmittedAttempt {
  /** Counts a wrong password. True when it reaches the limit. */
  countWrongPassword(): Promise<boolean>;
}

const accountKey = (usernameKey: string) => `account/${usernameKey}`;
const deviceKey = (token: string) => `device/${hashToken(token)}`;

/**
 * Limits password guessing for one account across all addresses without locking its owner out: above the limit a known
 * device signs in as before, and an unknown one first solves a challenge. Undefined when the captcha is wrong; a
 * correct answer to the challenge then stays valid. Throws `login.proof` with the next challenge; the captcha then
 * stays valid.
 */
export async function admitAttempt(
  db: Database['db'],
  attempt: Attempt,
  isCaptchaCorrect: (tx: Db) => Promise<boolean>,
  now: Date,
): Promise<AdmittedAttempt | undefined> {
  const { usernameKey, body } = attempt;
  const keys = [accountKey(usernameKey)];
  let proof: ProofResult | undefined;
  if ((await readWindow(db, accountKey(usernameKey), WINDOW_S, now)) >= FREE_GUESSES) {
    const device = await findTrustedDevice(db, attempt, now);
    if (device !== undefined) keys.push(deviceKey(device));
    else proof = body.proof ? await spendProof(db, body.proof, attempt, isCaptchaCorrect, now) : 'wrong';
  }
  if (proof === 'wrong') throw new AppError('login.proof', { data: await issueChallenge(db, attempt, now) });
  if (proof === 'unspent' || (proof === undefined && !(await isCaptchaCorrect(db)))) return undefined;
  return {
    async countWrongPassword() {
      const [accountWindow] = await Promise.all(keys.map((key) => countInWindow(db, key, WINDOW_S, now)));
      return accountWindow?.count === FREE_GUESSES;
    },
  };
}

type ProofResult = 'spent' | 'unspent' | 'wrong';

/**
 * Checks the answer to a challenge and the captcha. When both are correct, both are spent. A wrong captcha is spent and
 * leaves the challenge unspent; a wrong answer spends only the challenge.
 */
function spendProof(
  db: Database['db'],
  proof: NonNullable<LoginBody['proof']>,
  attempt: Attempt,
  isCaptchaCorrect: (tx: Db) => Promise<boolean>,
  now: Date,
): Promise<ProofResult> {
  return db.transaction(async (tx) => {
    const answer = await claimChallenge(tx, proof.id, attempt, now);
    if (answer === proof.number && !(await isCaptchaCorrect(tx))) return 'unspent';
    await dropChallenge(tx, proof.id, attempt);
    return answer === proof.number ? 'spent' : 'wrong';
  });
}

/** The attempt's device, if it has signed in as this user and has not used up its own guesses. */
async function findTrustedDevice(
  db: Db,
  { usernameKey, body: { device } }: Attempt,
  now: Date,
): Promise<string | undefined> {
  if (device === undefined || !(await isKnownDevice(db, usernameKey, device, now))) return undefined;
  const guesses = await readWindow(db, deviceKey(device), WINDOW_S, now);
  return guesses < FREE_DEVICE_GUESSES ? device : undefined;
}
