import type { ShipCalendar } from '#providers/ship-calendar.ts';
import { shipDate } from '#domain/delivery/ship-date.ts';

/** The shipping day, `YYYY-MM-DD`, for an order at `now`. */
export function promisedDate(
  calendar: ShipCalendar | undefined,
  now: Date,
  days: number,
): string | undefined {
  if (!calendar) return undefined;
  try {
    return shipDate({ now, days, ...calendar });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** `2026-11-30` as `11月30日`, with the year when it is not this one. */
export function formatDay(day: string, now: Date): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const text = `${Number(month)}月${Number(date)}日`;
  const thisYear = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Shanghai', year: 'numeric' }).format(now);
  return year === thisYear ? text : `${year}年${text}`;
}
