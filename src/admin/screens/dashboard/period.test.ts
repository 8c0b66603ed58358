import { expect, test } from 'vitest';
import { countDays, parsePeriod, periodBefore, periodPresets } from './period.ts';

// In Shanghai it is already the 1st of March.
const now = new Date('2026-02-28T16:30:00Z');

test.each([
  ['', '2026-01-31', '2026-03-01'],
  ['beginDate=2026-02-01&endDate=2026-02-03', '2026-02-01', '2026-02-03'],
  ['beginDate=2026-02-03&endDate=2026-02-01', '2026-01-31', '2026-03-01'],
  ['beginDate=2026-02-30&endDate=2026-03-01', '2026-01-31', '2026-03-01'],
  ['beginDate=2024-01-01&endDate=2024-12-31', '2024-01-01', '2024-12-31'],
  ['beginDate=2024-01-01&endDate=2025-01-01', '2026-01-31', '2026-03-01'],
])('the URL query ?%s means %s to %s', (search, beginDate, endDate) => {
  expect(parsePeriod(new URLSearchParams(search), now)).toEqual({ beginDate, endDate });
});

test('the previous period is as long and ends the day before', () => {
  const period = { beginDate: '2026-03-01', endDate: '2026-03-31' };
  expect(periodBefore(period)).toEqual({ beginDate: '2026-01-29', endDate: '2026-02-28' });
  expect(countDays(periodBefore(period))).toBe(31);
});

test('the presets are calendar periods and the days up to today', () => {
  const periods = Object.fromEntries(periodPresets(now).map(({ label, period }) => [label, period]));
  expect(periods['今天']).toEqual({ beginDate: '2026-03-01', endDate: '2026-03-01' });
  expect(periods['近 7 天']).toEqual({ beginDate: '2026-02-23', endDate: '2026-03-01' });
  expect(periods['本月']).toEqual({ beginDate: '2026-03-01', endDate: '2026-03-01' });
  expect(periods['上月']).toEqual({ beginDate: '2026-02-01', endDate: '2026-02-28' });
  expect(periods['今年']).toEqual({ beginDate: '2026-01-01', endDate: '2026-03-01' });
});
