import { expect, test } from 'vitest';
import { keepsDate } from './keeps-date.ts';

test('a manual date applies until it has passed in Shanghai; any other counts from placing', () => {
  const agreed = { promisedDate: '2026-12-10', isDateByHand: true };
  expect(keepsDate(agreed, new Date('2026-12-10T23:59:00+08:00'))).toBe(true);
  expect(keepsDate(agreed, new Date('2026-12-11T00:00:00+08:00'))).toBe(false);
  expect(keepsDate({ ...agreed, isDateByHand: false }, new Date('2026-12-01T10:00:00+08:00'))).toBe(false);
});
