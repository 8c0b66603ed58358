import { dayNumber, dayText, parseDay, type DayNumber } from '#domain/shanghai-time.ts';
import { isDay } from '../../field-types/shanghai.ts';

/** Shanghai days, both included. */
export interface Period {
  beginDate: string;
  endDate: string;
}

/** The server's own limit. */
export const MAX_DAYS = 366;
const DEFAULT_DAYS = 30;

/** The last days including today. */
const lastDays = (today: DayNumber, count: number): Period => ({
  beginDate: dayText(today - count + 1),
  endDate: dayText(today),
});

/** The period of an address; the last 30 days if it has no valid one. */
export function parsePeriod(params: URLSearchParams, now: Date): Period {
  const beginDate = params.get('beginDate') ?? '';
  const endDate = params.get('endDate') ?? '';
  const isPeriod = isDay(beginDate) && isDay(endDate) && beginDate <= endDate;
  return isPeriod && daysOf({ beginDate, endDate }) <= MAX_DAYS
    ? { beginDate, endDate }
    : lastDays(dayNumber(now), DEFAULT_DAYS);
}

/** The number of days of the period. */
export const daysOf = ({ beginDate, endDate }: Period): number => parseDay(endDate) - parseDay(beginDate) + 1;

/** The previous period of the same length. */
export function periodBefore(period: Period): Period {
  const begin = parseDay(period.beginDate);
  return { beginDate: dayText(begin - daysOf(period)), endDate: dayText(begin - 1) };
}

/** Frequently used periods. */
export function presets(now: Date): { label: string; period: Period }[] {
  const today = dayNumber(now);
  const thisMonth = `${dayText(today).slice(0, 8)}01`;
  const lastMonthEnd = dayText(parseDay(thisMonth) - 1);
  return [
    { label: '今天', period: lastDays(today, 1) },
    { label: '近 7 天', period: lastDays(today, 7) },
    { label: '近 30 天', period: lastDays(today, 30) },
    { label: '近 90 天', period: lastDays(today, 90) },
    { label: '本月', period: { beginDate: thisMonth, endDate: dayText(today) } },
    { label: '上月', period: { beginDate: `${lastMonthEnd.slice(0, 8)}01`, endDate: lastMonthEnd } },
    { label: '今年', period: { beginDate: `${dayText(today).slice(0, 4)}-01-01`, endDate: dayText(today) } },
  ];
}
