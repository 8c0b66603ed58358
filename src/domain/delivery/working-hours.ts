import { dayNumber, dayText, startOfHour } from '#domain/shanghai-time.ts';
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
  const { openHour, closeHour } = calendar;
  const [opens, closes] = openHour < closeHour ? [openHour, closeHour] : [0, 24];
  let left = ms;
  for (let day = dayNumber(from); ; day += 1) {
    if (dayOffReason(dayText(day), calendar) !== undefined) continue;
    const start = Math.max(from.getTime(), startOfHour(day, opens).getTime());
    const open = Math.max(0, startOfHour(day, closes).getTime() - start);
    if (left <= open) return new Date(start + left);
    left -= open;
  }
}

/**
 * Returns a function that measures the working time between two instants. Caches days, for repeated calls.
 * @returns milliseconds; negative when `to` is before `from`
 */
export function createWorkingClock(calendar: OpeningHours): (from: Date, to: Date) => number {
  const { openHour, closeHour } = calendar;
  const [opens, closes] = openHour < closeHour ? [openHour, closeHour] : [0, 24];
  const days = new Map<number, { start: number; end: number } | undefined>();
  const hoursOf = (day: number) => {
    if (!days.has(day)) {
      const isOff = dayOffReason(dayText(day), calendar) !== undefined;
      const start = startOfHour(day, opens).getTime();
      days.set(day, isOff ? undefined : { start, end: startOfHour(day, closes).getTime() });
    }
    return days.get(day);
  };
  const between = (from: Date, to: Date): number => {
    if (to < from) return -between(to, from);
    let sum = 0;
    for (let day = dayNumber(from); day <= dayNumber(to); day += 1) {
      const hours = hoursOf(day);
      if (!hours) continue;
      const start = Math.max(from.getTime(), hours.start);
      sum += Math.max(0, Math.min(to.getTime(), hours.end) - start);
    }
    return sum;
  };
  return between;
}

/**
 * The new due time after a pause from `since` until `now`: the remaining working time is the same as before the pause. An answer
 * that was already late keeps its due time.
 */
export function dueAfterPause(dueAt: Date, since: Date, now: Date, calendar: OpeningHours): Date {
  const left = createWorkingClock(calendar)(since, dueAt);
  return left > 0 ? addWorkingMs(now, left, calendar) : dueAt;
}
