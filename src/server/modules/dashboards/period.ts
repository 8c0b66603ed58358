import { dayText, parseDay, type DayNumber } from '#domain/shanghai-time.ts';

/** Shanghai days, both included, with the previous period of the same length. */
export interface Period {
  first: DayNumber;
  last: DayNumber;
  /** The first day of the previous period, which ends on the day before `first`. */
  previousFirst: DayNumber;
}

export function periodOf({ beginDate, endDate }: { beginDate: string; endDate: string }): Period {
  const first = parseDay(beginDate);
  const last = parseDay(endDate);
  return { first, last, previousFirst: first - (last - first + 1) };
}

/** Every day of the period in order, by its number and as `YYYY-MM-DD`. */
export const daysOf = ({ first, last }: Period): { day: DayNumber; text: string }[] =>
  Array.from({ length: last - first + 1 }, (_, index) => ({
    day: first + index,
    text: dayText(first + index),
  }));
