import { expect, test } from 'vitest';
import { drawCaptcha } from './captcha.ts';

test('the text is six capitals and digits of which no two look alike', () => {
  const seen = new Set<string>();
  for (let n = 0; n < 300; n += 1) {
    const { text } = drawCaptcha();
    expect(text).toHaveLength(6);
    for (const letter of text) seen.add(letter);
  }
  expect([...seen].toSorted().join('')).toBe('369ACEHJNPTX');
});
