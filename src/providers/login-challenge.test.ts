import { pbkdf2Sync } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { findInSlices, solveChallenge } from './login-challenge.ts';

const challengeOf = (answer: number, range = 40) => ({
  id: 'a-challenge',
  digest: pbkdf2Sync(String(answer), 'a-challenge', 100, 32, 'sha256').toString('hex'),
  iterations: 100,
  range,
});

test.each([0, 7, 8, 39])('finds %i with native code and in JavaScript alone', async (number) => {
  expect(await solveChallenge(challengeOf(number))).toStrictEqual({ id: 'a-challenge', number });
  expect(await findInSlices(challengeOf(number))).toBe(number);
});

test('a challenge without an answer ends', async () => {
  expect(await solveChallenge(challengeOf(50))).toBeUndefined();
  expect(await findInSlices(challengeOf(50))).toBeUndefined();
});

test('a page served over http, where browsers hide their native code, solves it too and stays responsive', async () => {
  vi.stubGlobal('crypto', {});
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const challenge = { ...challengeOf(39), iterations: 2_000 };
  challenge.digest = pbkdf2Sync('39', 'a-challenge', 2_000, 32, 'sha256').toString('hex');
  expect(await solveChallenge(challenge)).toMatchObject({ number: 39 });
  clearInterval(timer);
  vi.unstubAllGlobals();
  // 40 numbers take 240 ms, and a slice 12 ms.
  expect(turns).toBeGreaterThan(3);
});
