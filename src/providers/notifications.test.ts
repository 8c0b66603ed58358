import { expect, test } from 'vitest';
import { relativeTime, unreadText } from './notifications.ts';

test.each([
  ['2026-11-20T09:59:30Z', '刚刚'],
  ['2026-11-20T09:59:00Z', '1 分钟前'],
  ['2026-11-20T09:00:00Z', '1 小时前'],
  ['2026-11-19T10:00:00Z', '1 天前'],
  ['2026-11-13T10:00:00Z', '2026-11-13'],
  ['2026-11-12T18:00:00Z', '2026-11-13'],
  ['2026-11-20T10:00:05Z', '刚刚'],
])('%s is shown as %s', (instant, words) => {
  expect(relativeTime(instant, new Date('2026-11-20T10:00:00Z'))).toBe(words);
});

test('a badge shows at most two digits', () => {
  expect([1, 99, 100].map(unreadText)).toEqual(['1', '99', '99+']);
});
