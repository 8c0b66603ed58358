import { expect, test } from 'vitest';
import { dayRangePresets } from './day-range-presets.ts';

const of = (instant: string) =>
  Object.fromEntries(dayRangePresets(new Date(instant)).map(({ label, from, to }) => [label, [from, to]]));

test('presets are Shanghai days, and weeks start on Monday', () => {
  // A Sunday in Shanghai, still Saturday in London.
  expect(of('2026-11-21T17:00:00Z')).toEqual({
    今天: ['2026-11-22', '2026-11-22'],
    昨天: ['2026-11-21', '2026-11-21'],
    本周: ['2026-11-16', '2026-11-22'],
    上周: ['2026-11-09', '2026-11-15'],
    本月: ['2026-11-01', '2026-11-22'],
    上月: ['2026-10-01', '2026-10-31'],
    '近 90 天': ['2026-08-25', '2026-11-22'],
  });
});

test('in January, last month is December of the previous year', () => {
  const periods = of('2027-01-01T04:00:00Z');
  expect(periods['上月']).toEqual(['2026-12-01', '2026-12-31']);
  expect(periods['本月']).toEqual(['2027-01-01', '2027-01-01']);
});
