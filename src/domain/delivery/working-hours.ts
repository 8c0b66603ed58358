import { dayNumber, dayText, startOfHour, type DayNumber } from '#domain/shanghai-time.ts';
import { dayOffReason, type WorkCalendar } from './ship-date.ts';

/** The shop's office hours in Shanghai, on its working days. */
export interface OpeningHours extends WorkCalendar {
  /** 0–23 */
  openHour: number;
  /** 1–24. When it is not after `openHour`, the shop is open around the clock on working days. */
  closeHour: number;
}

const HOUR_MS = 3_600_000;

/**
 * The instant `hours` working hours after `from`. At the end of a day, this is closing time, not the next opening.
 * @param hours above 0
 * @throws RangeError for other `hours`, for an invalid calendar entry, and beyond the year 9999
 */
export function addWorkingHours(from: Date, hours: number, calendar: OpeningHours): Date {
  if (!(hours > 0 && hours < Infinity)) throw new RangeError(`not a number of hours: ${hours}`);
  return addWorkingMs(from, hours * HOUR_MS, calendar);
}

function addWorkingMs(from: Date, ms: number, calendar: OpeningHours): Date {
  let remaining = ms;
  for (let day = dayNumber(from); ; day += 1) {
    const hours = hoursOf(day, calendar);
    if (!hours) continue;
    const start = Math.max(from.getTime(), hours.start);
    const openMs = Math.max(0, hours.end - start);
    if (remaining <= openMs) return new Date(start + remaining);
    remaining -= openMs;
  }
}

/** Opening and closing of a day, in ms since 1970; undefined for a day off. */
function hoursOf(day: DayNumber, calendar: OpeningHours): { start: number; end: number } | undefined {
  if (dayOffReason(dayText(day), calendar) !== undefined) return undefined;
  const { openHour, closeHour } = calendar;
  const [opens, closes] = openHour < closeHour ? [openHour, closeHour] : [0, 24];
  return { start: startOfHour(day, opens).getTime(), end: startOfHour(day, closes).getTime() };
}

/**
 * Returns a function that measures the working time between two instants. Caches days, for repeated calls.
 * @returns milliseconds; negative when `to` is before `from`
 */
export function createWorkingClock(calendar: OpeningHours): (from: Date, to: Date) => number {
  const days = new Map<DayNumber, ReturnType<typeof hoursOf>>();
  const workingMsBetween = (from: Date, to: Date): number => {
    if (to < from) return -workingMsBetween(to, from);
    let sum = 0;
    for (let day = dayNumber(from); day <= dayNumber(to); day += 1) {
      if (!days.has(day)) days.set(day, hoursOf(day, calendar));
      const hours = days.get(day);
      if (!hours) continue;
      const start = Math.max(from.getTime(), hours.start);
      sum += Math.max(0, Math.min(to.getTime(), hours.end) - start);
    }
    return sum;
  };
  return workingMsBetween;
}

/**
 * The new due time after a pause from `since` until `now`: the remaining working time is the same as before the pause.
 * A due time that had passed before the pause does not change.
 */
export function dueAfterPause(dueAt: Date, since: Date, now: Date, calendar: OpeningHours): Date {
  const remainingMs = createWorkingClock(calendar)(since, dueAt);
  return remainingMs > 0 ? addWorkingMs(now, remainingMs, calendar) : dueAt;
}
