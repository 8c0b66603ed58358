import { dayNumber, dayText, hourOfDay, parseDay, type DayNumber } from '#domain/shanghai-time.ts';

export interface ShipDateInput {
  now: Date;
  /** Delivery time in days; begun days count whole. */
  days: number;
  /** From this hour of the Shanghai day on (0–24), an order counts as placed on the next working day; 24 never. */
  cutOffHour: number;
  /** Days off besides the weekends, `'YYYY-MM-DD'`. */
  holidays: readonly string[];
  /** Weekend days that are worked (调休), `'YYYY-MM-DD'`; they win over `holidays`. */
  workdays?: readonly string[];
}

/** Days as promised to whole working days: begun days count whole, and nothing ships in the past. */
export function workingDays(days: number): number {
  return Math.max(0, Math.ceil(days));
}

/**
 * The day the goods ship, `'YYYY-MM-DD'` in Shanghai: so many working days after the placing day. Orders from the cut-off hour
 * on, and orders on a day off, count as placed on the next working day.
 * @throws RangeError for a calendar entry that is no day, for `days` that is no number, and beyond the year 9999
 */
export function shipDate({ now, days, cutOffHour, holidays, workdays = [] }: ShipDateInput): string {
  const exceptions = exceptionsOf(holidays, workdays);
  const today = dayNumber(now);
  // "The first working day after yesterday" is today when today is worked, else the next one that is.
  const dayBefore = hourOfDay(now) >= cutOffHour ? today : today - 1;
  const placed = addWorkingDays(dayBefore, 1, exceptions);
  return dayText(addWorkingDays(placed, workingDays(days), exceptions));
}

/** Days that break the rhythm of the week, ascending, with whether they are worked. */
type Exceptions = ReadonlyMap<DayNumber, boolean>;

function exceptionsOf(holidays: readonly string[], workdays: readonly string[]): Exceptions {
  const entries = [
    ...holidays.map((day) => [parseDay(day), false] as const),
    ...workdays.map((day) => [parseDay(day), true] as const),
  ];
  // A stable sort keeps the workday behind the holiday of the same date, so that it wins in the map.
  return new Map(entries.sort(([a], [b]) => a - b));
}

/** The `count`-th working day after `start`. Goes from exception to exception, so a delivery in years costs no more than one in days. */
function addWorkingDays(start: DayNumber, count: number, exceptions: Exceptions): DayNumber {
  if (!Number.isSafeInteger(count)) throw new RangeError(`not a number of days: ${count}`);
  let day = start;
  let left = count;
  for (const [exception, worked] of exceptions) {
    if (exception <= day) continue;
    const before = weekdaysThrough(exception - 1) - weekdaysThrough(day);
    if (left <= before) break;
    left -= before + (worked ? 1 : 0);
    day = exception;
    if (left === 0) return day;
  }
  return left === 0 ? day : nthWeekdayAfter(day, left);
}

/** How many Mondays to Fridays there are up to and including a day, counted from a fixed Monday. */
function weekdaysThrough(day: DayNumber): number {
  const sinceMonday = day + 3; // 1970-01-01 was a Thursday
  const weeks = Math.floor(sinceMonday / 7);
  return weeks * 5 + Math.min(5, sinceMonday - weeks * 7 + 1);
}

function nthWeekdayAfter(day: DayNumber, n: number): DayNumber {
  const target = weekdaysThrough(day) + n;
  const weeks = Math.floor((target - 1) / 5);
  return weeks * 7 - 3 + (target - 1 - weeks * 5);
}
