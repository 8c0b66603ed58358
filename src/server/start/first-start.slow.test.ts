import { expect, test } from 'vitest';
import { generatePassword } from './first-start.ts';

test('a generated password has 20 characters, all equally likely', () => {
  const counts = new Map<string, number>();
  for (let n = 0; n < 5_000; n += 1) {
    const password = generatePassword();
    expect(password).toMatch(/^[a-hjkmnp-z2-9]{20}$/);
    for (const character of password) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const expected = 100_000 / 31;
  expect(counts.size).toBe(31);
  // Six standard deviations.
  for (const count of counts.values())
    expect(Math.abs(count - expected)).toBeLessThan(6 * Math.sqrt(expected));
});
