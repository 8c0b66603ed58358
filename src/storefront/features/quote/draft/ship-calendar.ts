import { shipDate } from '#domain/delivery/ship-date.ts';

/** Cut-off hour and working days from the public settings. */
export interface ShipCalendar {
  cutOffHour: number;
  holidays: string[];
  workdays: string[];
}

/** The calendar from the public settings; undefined when they cannot be read: no date is better than a wrong one. */
export function shipCalendar(settings: Readonly<Record<string, string>>): ShipCalendar | undefined {
  const cutOffHour = Number(settings['quote.cutOffHour'] ?? Number.NaN);
  if (!Number.isFinite(cutOffHour)) return undefined;
  return {
    cutOffHour,
    holidays: daysOf(settings['quote.holidays']),
    workdays: daysOf(settings['quote.workdays']),
  };
}

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

function daysOf(text: string | undefined): string[] {
  return (text ?? '').split(/[,，\s]+/).filter((day) => day !== '');
}
