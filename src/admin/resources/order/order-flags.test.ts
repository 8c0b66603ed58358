import { expect, test } from 'vitest';
import { overdueFlag, statusFlag } from './order-flags.ts';

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

test.each([
  [{ isExpired: true }, '已过期'],
  [{ isExpired: false }, undefined],
  [{ openModels: 2 }, '2 个模型待核对'],
  [{ openModels: 0 }, undefined],
  [{ status: 'requested', replyDueAt: '2026-11-22T16:29:59Z' }, '答复超时'],
  [{ status: 'requested', replyDueAt: '2026-11-22T16:30:00Z' }, undefined],
  [{ status: 'requested', replyDueAt: null }, undefined],
])('an order with %j is marked %s', (row, label) => {
  expect(statusFlag(row, now)?.label).toBe(label);
});
