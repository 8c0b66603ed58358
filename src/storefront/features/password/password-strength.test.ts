import { expect, test } from 'vitest';
import { textsBy } from '#tests/support/data/listed.ts';
import { passwordStrength } from './password-strength.ts';

const passwords = textsBy(`
  weak = 12345678 | 88888888 | 87654321 | abcd1234 | qwertyuiop | 1qaz2wsx3edc | Password123 | Passw0rd2026
    woaini1314 | aaaaaaaaaaaaaaaaaaaaaaaa | kxvtbqmz
  fair = Xk3!9fPq | mokuteki71
  strong = a long new one | Xk3!9fPq-wZ7 | 只有八个汉字密码 | 车间的绿色铣床 3 号
`);
test.each([...passwords, ['weak', ['']] as const])('%s passwords: %j', (strength, texts) => {
  for (const text of texts) expect([text, passwordStrength(text)]).toEqual([text, strength]);
});

test('the user’s own name does not make a password stronger', () => {
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
