import { expect, test } from 'vitest';
import { changeText, marginText, percentText, fractionText } from './change-texts.ts';

test.each([
  [100, 108, '+¥8.00', '+8.00%'],
  [108, 100, '−¥8.00', '−7.41%'],
  [100, 100, '¥0.00', '0.00%'],
  [0, 5, '+¥5.00', '—'],
  [1_000_000, 1_000_010, '+¥10.00', '0.00%'],
  // The difference of the binary values is 0.30000000000000004.
  [0.1, 0.4, '+¥0.30', '+300.00%'],
])('a change from %d to %d yuan is shown as %s, %s', (before, after, amount, share) => {
  expect(changeText({ before, after })).toBe(amount);
  expect(percentText({ before, after })).toBe(share);
});

test('a share is shown as a percentage', () => {
  expect([0, 0.8571, 1].map(fractionText)).toEqual(['0.0%', '85.7%', '100.0%']);
});

test('a margin is the remaining share of the revenue', () => {
  expect([marginText(100, 67.5), marginText(100, 125), marginText(0, 5)]).toEqual(['32.50%', '-25.00%', '—']);
});
