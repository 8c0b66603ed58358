import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test.each([
  ['12345678', 'weak'],
  ['88888888', 'weak'],
  ['87654321', 'weak'],
  ['abcd1234', 'weak'],
  ['qwertyuiop', 'weak'],
  ['1qaz2wsx3edc', 'weak'],
  ['Password123', 'weak'],
  ['Passw0rd2026', 'weak'],
  ['woaini1314', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['', 'weak'],
  ['kxvtbqmz', 'weak'],
  ['Xk3!9fPq', 'fair'],
  ['mokuteki71', 'fair'],
  ['a long new one', 'strong'],
  ['Xk3!9fPq-wZ7', 'strong'],
  ['只有八个汉字密码', 'strong'],
  ['车间的绿色铣床 3 号', 'strong'],
])('%j is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});

test('the user’s own name makes a password no stronger', () => {
  expect(passwordStrength('wangxiaoming71')).toBe('strong');
  expect(passwordStrength('WangXiaoMing71', 'wangxiaoming')).toBe('weak');
  expect(passwordStrength('Xk3!9fPq-wZ7', 'x')).toBe('strong');
});

test('another character never makes a password weaker', () => {
  const order = ['weak', 'fair', 'strong'];
  const text = 'Tv7 wendigo, halle 9 frast';
  const seen = Array.from(text, (_, at) => order.indexOf(passwordStrength(text.slice(0, at + 1))));
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
});
