import { expect, test } from 'vitest';
import { overdueFlag, statusFlag, unreadFlag } from './order-flags.ts';

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
  [{ waitingSince: '2026-11-20T02:00:00Z' }, '待客户答复'],
  [{ waitingSince: null }, undefined],
  [
    { status: 'requested', replyDueAt: '2026-11-21T02:00:00Z', waitingSince: '2026-11-20T02:00:00Z' },
    '待客户答复',
  ],
  [
    { status: 'requested', replyDueAt: '2026-11-20T01:00:00Z', waitingSince: '2026-11-20T02:00:00Z' },
    '答复超时',
  ],
])('an order with %j is marked %s', (row, label) => {
  expect(statusFlag(row, now)?.label).toBe(label);
});

test('the delay of an order does not grow while it waits for its customer', () => {
  const late = (promisedDate: string) =>
    overdueFlag({ status: 'placed', promisedDate, waitingSince: '2026-11-20T02:00:00Z' }, now)?.label;
  expect(late('2026-11-20')).toBeUndefined();
  expect(late('2026-11-18')).toBe('逾期 2 天');
});

test('unread messages are counted up to 99', () => {
  expect(unreadFlag({ unread: 3 })?.label).toBe('3 条未读');
  expect(unreadFlag({ unread: 100 })?.label).toBe('99+ 条未读');
  expect(unreadFlag({})).toBeUndefined();
});
