import { expect, test } from 'vitest';
import { createInterruptedInput } from './interrupted-input.ts';
import { clearToken, setToken } from './session/session-store.ts';

const place = { userId: 7, name: '' };

test('input is kept when the session ends, even if the page renders again before the sign-in', () => {
  const input = createInterruptedInput<string>();
  setToken('token');
  const stop = input.follow(place, () => '周五前');
  expect(input.find(place)).toBeUndefined();
  clearToken();
  stop();
  const stopAgain = input.follow({ userId: 0, name: '' }, () => undefined);
  expect(input.find(place)).toBe('周五前');
  stopAgain();
  setToken('another token');
  expect(input.find(place)).toBe('周五前');
  expect(input.find({ ...place, userId: 8 })).toBeUndefined();
  input.follow(place, () => undefined)();
  expect(input.find(place)).toBeUndefined();
});
