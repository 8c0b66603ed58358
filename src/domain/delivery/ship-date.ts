import { dayNumber, dayText, hourOfDay, parseDay, type DayNumber } from '#domain/shanghai-time.ts';

export interface ShipDateInput {
  now: Date;
  /** Delivery time in days; a started day counts as a whole one. */
  days: number;
  /** Orders from this hour of the Shanghai day on (0–24) count as placed on the next working day; 24: no cut-off. */
  cutOffHour: number;
  /** Days off besides the weekends, `'YYYY-MM-DD'`. */
  holidays: readonly string[];
  /** Weekend days that are worked (调休), `'YYYY-MM-DD'`; they override `holidays`. */
  workdays?: readonly string[];
}

/** Rounds promised days up to whole working days, at least 0. */
export function workingDays(days: number): number {
  return Math.max(0, Math.ceil(days));
}

/** Promised days as text: `6 个工作日` for 5.93. */
export function workingDaysText(days: number): string {
  return `${workingDays(days)} 个工作日`;
}

/**
 * The day the goods ship, `'YYYY-MM-DD'` in Shanghai: `days` working days after the placing day. Orders from the cut-off hour
 * on, and orders on a day off, count as placed on the next working day.
 * @throws RangeError for an invalid calendar entry, for `days` that is not a number, and beyond the year 9999
 */
export function shipDate({ now, days, cutOffHour, holidays, workdays = [] }: ShipDateInput): string {
  const exceptions = exceptionsOf(holidays, workdays);
  const today = dayNumber(now);
  // The first working day after yesterday is today, or the next working day when today is off.
  const dayBefore = hourOfDay(now) >= cutOffHour ? today : today - 1;
  const placed = addWorkingDays(dayBefore, 1, exceptions);
  return dayText(addWorkingDays(placed, workingDays(days), exceptions));
}

/** Why a day, `'YYYY-MM-DD'`, is not a working day; undefined if it is one. */
export function dayOffReason(
  day: string,
  { holidays, workdays = [] }: Pick<ShipDateInput, 'holidays' | 'workdays'>,
): '周末' | '节假日' | undefined {
  if (workdays.includes(day)) return undefined;
  if (holidays.includes(day)) return '节假日';
  const number = parseDay(day);
  return weekdaysThrough(number) === weekdaysThrough(number - 1) ? '周末' : undefined;
}

/**
 * The day, `'YYYY-MM-DD'`, so many working days after a day, which may itself be off; 0 is the day itself.
 * @throws RangeError as `shipDate`
 */
export function workingDayAfter(
  day: string,
  count: number,
  { holidays, workdays = [] }: Pick<ShipDateInput, 'holidays' | 'workdays'>,
): string {
  return dayText(addWorkingDays(parseDay(day), count, exceptionsOf(holidays, workdays)));
}

/** Days that differ from the weekly pattern, ascending, and whether they are worked. */
type Exceptions = ReadonlyMap<DayNumber, boolean>;

function exceptionsOf(holidays: readonly string[], workdays: readonly string[]): Exceptions {
  const entries = [
    ...holidays.map((day) => [parseDay(day), false] as const),
    ...workdays.map((day) => [parseDay(day), true] as const),
  ];
  // The sort is stable: a workday follows the holiday of the same date and overrides it in the map.
  return new Map(entries.sort(([a], [b]) => a - b));
}

/** The `count`-th working day after `start`. Jumps from exception to exception, so the cost does not depend on `count`. */
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

/** The number of Mondays to Fridays up to and including a day, counted from a fixed Monday. */
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
