import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { dayNumber, dayText, isDay, parseDay, type DayNumber } from '#domain/shanghai-time.ts';
import type { Period } from '../../field-types/time/date-input.tsx';
import { dayRangePresets } from '../../field-types/time/day-range-presets.ts';

/** The longest period that the server accepts. */
export const MAX_DAYS = 366;
const DEFAULT_DAYS = 30;

const lastDays = (today: DayNumber, count: number): Period => ({
  beginDate: dayText(today - count + 1),
  endDate: dayText(today),
});

/** Parses the period in the URL. If the URL has no valid period, returns the last 30 days. */
export function parsePeriod(params: URLSearchParams, now: Date): Period {
  const beginDate = params.get('beginDate') ?? '';
  const endDate = params.get('endDate') ?? '';
  const isPeriod = isDay(beginDate) && isDay(endDate) && beginDate <= endDate;
  return isPeriod && countDays({ beginDate, endDate }) <= MAX_DAYS
    ? { beginDate, endDate }
    : lastDays(dayNumber(now), DEFAULT_DAYS);
}

/** The period in the URL, and the time when the page was opened. */
export function usePeriod(): { period: Period; now: Date } {
  const [params] = useSearchParams();
  const [now] = useState(() => new Date());
  return { period: parsePeriod(params, now), now };
}

export const countDays = ({ beginDate, endDate }: Period): number =>
  parseDay(endDate) - parseDay(beginDate) + 1;

/** The previous period of the same length. */
export function periodBefore(period: Period): Period {
  const begin = parseDay(period.beginDate);
  return { beginDate: dayText(begin - countDays(period)), endDate: dayText(begin - 1) };
}

export function periodPresets(now: Date): { label: string; period: Period }[] {
  const today = dayNumber(now);
  const thisYear = `${dayText(today).slice(0, 4)}-01-01`;
  return [
    ...dayRangePresets(now).map(({ label, from, to }) => ({
      label,
      period: { beginDate: from, endDate: to },
    })),
    { label: '近 7 天', period: lastDays(today, 7) },
    { label: '近 30 天', period: lastDays(today, 30) },
    { label: '今年', period: { beginDate: thisYear, endDate: dayText(today) } },
  ];
}
