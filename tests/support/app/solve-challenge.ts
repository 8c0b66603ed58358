import { pbkdf2Sync } from 'node:crypto';
import type { LoginChallenge } from '#contract/people/authentication.ts';

/** Solves the challenge in the data of `login.proof`, independently of the browser's code. */
export function solveChallenge(data: unknown): { id: string; number: number } {
  const { id, digest, iterations, range } = data as LoginChallenge;
  for (let number = 0; number < range; number += 1) {
    if (pbkdf2Sync(String(number), id, iterations, 32, 'sha256').toString('hex') === digest)
      return { id, number };
  }
  throw new Error('a challenge without an answer');
}
