import { pbkdf2Sync } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { findInSlices, solveChallenge } from './login-challenge.ts';

const challengeOf = (answer: number, range = 40) => ({
  id: 'a-challenge',
  digest: pbkdf2Sync(String(answer), 'a-challenge', 100, 32, 'sha256').toString('hex'),
  iterations: 100,
  range,
});

test.each([0, 7, 8, 39])('finds %i with native code and with JavaScript only', async (number) => {
  expect(await solveChallenge(challengeOf(number))).toStrictEqual({ id: 'a-challenge', number });
  expect(await findInSlices(challengeOf(number))).toBe(number);
});

test('a challenge without a solution ends', async () => {
  expect(await solveChallenge(challengeOf(50))).toBeUndefined();
  expect(await findInSlices(challengeOf(50))).toBeUndefined();
});

test('a page served over http, without native crypto, solves a challenge and stays responsive', async () => {
  vi.stubGlobal('crypto', {});
  // Each clock reading is 5 ms later, so a slice of 12 ms tries three numbers.
  let clockMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (clockMs += 5));
  let turns = 0;
  const wait = globalThis.setTimeout;
  vi.stubGlobal('setTimeout', (then: () => void) => {
    turns += 1;
    return wait(then);
  });
  expect(await solveChallenge(challengeOf(39))).toMatchObject({ number: 39 });
  expect(turns).toBeGreaterThanOrEqual(10);
  vi.restoreAllMocks();
});
