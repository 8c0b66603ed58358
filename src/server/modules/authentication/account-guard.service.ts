import type { LoginBody } from '#contract/authentication.ts';
import type { Db } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import { hashToken } from '#server/modules/access/access.service.ts';
import { isKnownDevice } from './known-devices.queries.ts';
import { consumeChallenge, issueChallenge } from './login-challenges.ts';
import { countInWindow, readWindow } from './throttle.service.ts';

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
  /** Counts a wrong password. True for the one that reaches the limit. */
  countWrong(): Promise<boolean>;
}

const accountKey = (usernameKey: string) => `account/${usernameKey}`;
const deviceKey = (token: string) => `device/${hashToken(token)}`;

/**
 * Limits guessing at one account across all addresses without locking its owner out: above the limit a known device signs in as
 * before, and an unknown one first solves a challenge. Throws `login.proof` with the next challenge.
 */
export async function admitAttempt(db: Db, attempt: Attempt, now: Date): Promise<Admitted> {
  const { usernameKey, body } = attempt;
  const keys = [accountKey(usernameKey)];
  if ((await readWindow(db, accountKey(usernameKey), WINDOW_S, now)) >= FREE_GUESSES) {
    const device = await findTrustedDevice(db, attempt, now);
    if (device !== undefined) keys.push(deviceKey(device));
    else if (!body.proof || !(await consumeChallenge(db, body.proof, attempt, now)))
      throw new AppError('login.proof', { data: await issueChallenge(db, attempt, now) });
  }
  return {
    async countWrong() {
      const [ofAccount] = await Promise.all(keys.map((key) => countInWindow(db, key, WINDOW_S, now)));
      return ofAccount?.count === FREE_GUESSES;
    },
  };
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
