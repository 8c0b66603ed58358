import { dayNumber, dayText, hourOfDay, parseDay, type DayNumber } from '#domain/shanghai-time.ts';

/** The days on which the shop works. */
export interface WorkCalendar {
  /** Working days of each week, from Monday on: 1–7; default: 5. */
  daysPerWeek?: number;
  /** Other days off, `'YYYY-MM-DD'`. */
  holidays: readonly string[];
  /** Weekend days that are working days (调休), `'YYYY-MM-DD'`; they override `holidays`. */
  workdays?: readonly string[];
}

/** The shop's working days and its daily cut-off hour. */
export interface ShipCalendar extends WorkCalendar {
  /** Orders placed from this hour on (0–24, in Shanghai) count as placed on the next working day; 24: no cut-off. */
  cutOffHour: number;
}

export interface ShipDateInput extends ShipCalendar {
  now: Date;
  /** Delivery time in working days; rounded up. */
  days: number;
}

/** Rounds a delivery time up to whole working days, at least 0. */
export function workingDays(days: number): number {
  return Math.max(0, Math.ceil(days));
}

/** Formats a delivery time: `6 个工作日` for 5.93. */
export function workingDaysText(days: number): string {
  return `${workingDays(days)} 个工作日`;
}

/**
 * The ship date, `'YYYY-MM-DD'` in Shanghai: `days` working days after the order date. Orders from the cut-off hour on, and
 * orders on a day off, count as placed on the next working day.
 * @throws RangeError for an invalid calendar entry, for `days` that is not a number, and beyond the year 9999
 */
export function shipDate({ now, days, cutOffHour, ...calendar }: ShipDateInput): string {
  const pattern = patternOf(calendar);
  const today = dayNumber(now);
  // The first working day after yesterday is today, or the next working day when today is off.
  const dayBefore = hourOfDay(now) >= cutOffHour ? today : today - 1;
  const placed = addWorkingDays(dayBefore, 1, pattern);
  return dayText(addWorkingDays(placed, workingDays(days), pattern));
}

/** Why a day, `'YYYY-MM-DD'`, is not a working day; undefined if it is one. */
export function dayOffReason(
  day: string,
  { holidays, workdays = [], daysPerWeek = 5 }: WorkCalendar,
): '周末' | '节假日' | undefined {
  if (workdays.includes(day)) return undefined;
  if (holidays.includes(day)) return '节假日';
  const number = parseDay(day);
  return weekdaysThrough(number, daysPerWeek) === weekdaysThrough(number - 1, daysPerWeek)
    ? '周末'
    : undefined;
}

/**
 * The day `count` working days after a day, both `'YYYY-MM-DD'`; if `count` is 0, the day itself, even if it is a day off.
 * @throws RangeError as `shipDate`
 */
export function workingDayAfter(day: string, count: number, calendar: WorkCalendar): string {
  return dayText(addWorkingDays(parseDay(day), count, patternOf(calendar)));
}

interface Pattern {
  daysPerWeek: number;
  /** Exceptions to the weekly pattern, ascending, and whether they are working days. */
  exceptions: ReadonlyMap<DayNumber, boolean>;
}

function patternOf({ daysPerWeek = 5, holidays, workdays = [] }: WorkCalendar): Pattern {
  const entries = [
    ...holidays.map((day) => [parseDay(day), false] as const),
    ...workdays.map((day) => [parseDay(day), true] as const),
  ];
  // The sort is stable: a workday follows the holiday of the same date and overrides it in the map.
  return { daysPerWeek, exceptions: new Map(entries.sort(([a], [b]) => a - b)) };
}

/** The `count`-th working day after `start`. Jumps from exception to exception, so the cost does not depend on `count`. */
function addWorkingDays(start: DayNumber, count: number, { daysPerWeek, exceptions }: Pattern): DayNumber {
  if (!Number.isSafeInteger(count)) throw new RangeError(`not a number of days: ${count}`);
  let day = start;
  let remaining = count;
  for (const [exception, isWorkingDay] of exceptions) {
    if (exception <= day) continue;
    const weekdays = weekdaysThrough(exception - 1, daysPerWeek) - weekdaysThrough(day, daysPerWeek);
    if (remaining <= weekdays) break;
    remaining -= weekdays + (isWorkingDay ? 1 : 0);
    day = exception;
    if (remaining === 0) return day;
  }
  return remaining === 0 ? day : nthWeekdayAfter(day, remaining, daysPerWeek);
}

/** The number of weekly working days from a fixed Monday up to and including a day. */
function weekdaysThrough(day: DayNumber, daysPerWeek: number): number {
  const sinceMonday = day + 3; // 1970-01-01 was a Thursday
  const weeks = Math.floor(sinceMonday / 7);
  return weeks * daysPerWeek + Math.min(daysPerWeek, sinceMonday - weeks * 7 + 1);
}

function nthWeekdayAfter(day: DayNumber, n: number, daysPerWeek: number): DayNumber {
  const target = weekdaysThrough(day, daysPerWeek) + n;
  const weeks = Math.floor((target - 1) / daysPerWeek);
  return weeks * 7 - 3 + (target - 1 - weeks * daysPerWeek);
}
