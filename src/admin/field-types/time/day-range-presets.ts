import { dayNumber, dayText, parseDay, type DayNumber } from '#domain/shanghai-time.ts';

/** Days in Shanghai, inclusive. */
export interface NamedPeriod {
  label: string;
  from: string;
  to: string;
}

/** Weeks start on Monday. */
export function dayRangePresets(now: Date): NamedPeriod[] {
  const today = dayNumber(now);
  const monday = today - weekday(today);
  const month = firstOfMonth(today);
  const lastMonth = firstOfMonth(month - 1);
  const toPeriod = (label: string, from: DayNumber, to: DayNumber) => ({
    label,
    from: dayText(from),
    to: dayText(to),
  });
  return [
    toPeriod('今天', today, today),
    toPeriod('昨天', today - 1, today - 1),
    toPeriod('本周', monday, today),
    toPeriod('上周', monday - 7, monday - 1),
    toPeriod('本月', month, today),
    toPeriod('上月', lastMonth, month - 1),
    toPeriod('近 90 天', today - 89, today),
  ];
}

/** 0 for Monday: 1970-01-01 was a Thursday. */
const weekday = (day: DayNumber): number => (((day + 3) % 7) + 7) % 7;

const firstOfMonth = (day: DayNumber): DayNumber => parseDay(`${dayText(day).slice(0, 8)}01`);
