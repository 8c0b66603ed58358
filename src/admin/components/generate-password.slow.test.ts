import { expect, test } from 'vitest';
import { generatePassword } from './generate-password.ts';

test('a generated password has 16 characters, drawn uniformly from the alphabet', () => {
  const counts = new Map<string, number>();
  for (let n = 0; n < 1_000; n += 1) {
    const password = generatePassword();
    expect(password).toMatch(/^[a-km-np-zA-HJ-NP-Z2-9]{16}$/);
    for (const character of password) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const expected = 16_000 / 56;
  expect(counts.size).toBe(56);
  // Six standard deviations.
  for (const count of counts.values())
    expect(Math.abs(count - expected)).toBeLessThan(6 * Math.sqrt(expected));
});
