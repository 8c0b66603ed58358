import { expect, test } from 'vitest';
import { isPriceJump, needsConfirmation, needsPriceReason, changePercentText } from './price-jump.ts';

test.each([
  [10, 15, false],
  [10, 15.01, true],
  [10, 5, false],
  [10, 4.99, true],
  [0.1, 0.15, false],
  [0.1, 0.16, true],
  [10, 0, true],
  [0, 900, false],
  [99_999_999.99, 49_999_999.99, true],
])('a price of %d that becomes %d jumps: %s', (before, after, expected) => {
  expect(isPriceJump(before, after)).toBe(expected);
});

test.each([
  [1_000, 1_501, true],
  [null, 90_000, false],
])('a price of %j fen that staff change to %d needs a reason: %s', (automatic, byHand, expected) => {
  expect(needsPriceReason(automatic, byHand)).toBe(expected);
});

test.each([
  [10, 16, true],
  [10, null, true],
  [0, null, true],
  [null, 10_000, false],
  [null, 10_000.01, true],
  [null, null, false],
])('a price of %j that becomes %j needs a confirmation: %s', (before, after, expected) => {
  expect(needsConfirmation(before, after)).toBe(expected);
});

test.each([
  [10, 16, '+60%'],
  [10, 0, '−100%'],
  [3, 5, '+66.7%'],
  [12.5, 125, '+900%'],
])('the change from %d to %d is %s', (before, after, text) => {
  expect(changePercentText(before, after)).toBe(text);
});
