import { expect, test } from 'vitest';
import { expiredFlag, overdueFlag } from './order-flags.ts';

const now = new Date('2026-11-22T16:30:00Z'); // the 23rd in Shanghai

test.each([
  ['placed', '2026-11-20', '逾期 3 天'],
  ['producing', '2026-11-23', '今天'],
  ['confirmed', '2026-11-24', undefined],
  ['quoted', '2026-11-20', undefined],
  ['shipped', '2026-11-20', undefined],
  ['cancelled', '2026-11-20', undefined],
])('an order that is %s and promised for %s is marked %s', (status, promisedDate, label) => {
  expect(overdueFlag({ status, promisedDate }, now)?.label).toBe(label);
});

test('only an expired quotation is marked', () => {
  expect(expiredFlag({ isExpired: true })?.label).toBe('已过期');
  expect(expiredFlag({ isExpired: false })).toBeUndefined();
});
