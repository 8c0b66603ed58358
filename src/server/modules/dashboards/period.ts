import { sql, type Column, type SQL } from 'drizzle-orm';
import { dayNumber, dayText, parseDay, type DayNumber } from '#domain/shanghai-time.ts';

/** Shanghai days, both included, with the equally long period before them. */
export interface Period {
  first: DayNumber;
  last: DayNumber;
  /** The first day of the period before; it ends on the day before `first`. */
  before: DayNumber;
}

export function periodOf({ beginDate, endDate }: { beginDate: string; endDate: string }): Period {
  const first = parseDay(beginDate);
  const last = parseDay(endDate);
  return { first, last, before: first - (last - first + 1) };
}

/** `YYYY-MM-DD` of every day of the period, in order. */
export const daysOf = ({ first, last }: Period): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => dayText(first + index));

/** The moment a Shanghai day begins. */
export const startOfDay = (day: DayNumber): Date => new Date(`${dayText(day)}T00:00:00+08:00`);

/** Today and the Sunday that ends its week, `YYYY-MM-DD`. */
export function weekOf(now: Date): { today: string; sunday: string } {
  const today = dayNumber(now);
  // Day 0 was a Thursday: Monday is 0 here, Sunday 6.
  const weekday = (today + 3) % 7;
  return { today: dayText(today), sunday: dayText(today + 6 - weekday) };
}

/** The Shanghai day of a moment, in SQL. The zone by its distance: looking up its name takes ten times as long. */
export const shanghaiDate = (moment: Column): SQL => sql`(${moment} at time zone interval '08:00')::date`;
