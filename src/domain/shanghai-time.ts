/** The shop's time zone, Asia/Shanghai: a fixed +08:00. It has had no daylight saving time since 1991. */
const OFFSET_MS = 8 * 3_600_000;
const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** A calendar day as whole days since 1970-01-01. */
export type DayNumber = number;

/** The calendar day in Shanghai at this instant. */
export function dayNumber(now: Date): DayNumber {
  return Math.floor((now.getTime() + OFFSET_MS) / DAY_MS);
}

/** The hour of day in Shanghai at this instant, 0–23. */
export function hourOfDay(now: Date): number {
  return new Date(now.getTime() + OFFSET_MS).getUTCHours();
}

/** The next instant at which this hour begins in Shanghai. */
export function nextHour(now: Date, hour: number): Date {
  const today = startOfHour(dayNumber(now), hour);
  return today > now ? today : new Date(today.getTime() + DAY_MS);
}

/** The instant at which this hour of a calendar day begins in Shanghai; hour 24 is midnight of the next day. */
export function startOfHour(day: DayNumber, hour: number): Date {
  return new Date(day * DAY_MS - OFFSET_MS + hour * 3_600_000);
}

/** The last millisecond of a calendar day in Shanghai. */
export function endOfDay(day: DayNumber): Date {
  return new Date((day + 1) * DAY_MS - OFFSET_MS - 1);
}

/**
 * Parses a calendar day, `'YYYY-MM-DD'`.
 * @throws RangeError when the text is not a calendar day
 */
export function parseDay(text: string): DayNumber {
  if (!isDay(text)) throw new RangeError(`not a day: ${text}`);
  return Date.parse(`${text}T00:00:00Z`) / DAY_MS;
}

/** Whether the text is a calendar day, `'YYYY-MM-DD'`. `Date.parse` alone would accept February 30th as March 2nd. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const day = Date.parse(`${text}T00:00:00Z`) / DAY_MS;
  return Number.isInteger(day) && dayText(day) === text;
}

/**
 * Formats a calendar day as `'YYYY-MM-DD'`.
 * @throws RangeError after the year 9999 and before the year 0
 */
export function dayText(day: DayNumber): string {
  const text = new Date(day * DAY_MS).toISOString();
  if (text.length !== 24) throw new RangeError(`no four-digit year: ${text}`);
  return text.slice(0, 10);
}

/** The time in Shanghai as `2026-11-23 14:05:09`, for logs; '' for an invalid date. */
export function secondText(instant: Date | string): string {
  const time = new Date(instant).getTime();
  if (Number.isNaN(time)) return '';
  return new Date(time + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
}

/** The time in Shanghai as `2026-11-23 14:05`; '' for an invalid date. */
export const timeText = (instant: Date | string): string => secondText(instant).slice(0, 16);

/** The date in Shanghai as `2026-11-23`; a calendar day is returned unchanged; '' for an invalid date. */
export const dateText = (instant: Date | string): string => secondText(instant).slice(0, 10);

/** The weekday of a calendar day, as `周一`. */
export const weekdayText = (day: DayNumber): string => `周${'四五六日一二三'[((day % 7) + 7) % 7] ?? ''}`;

/** Today and the Sunday that ends its week, `YYYY-MM-DD`. */
export function weekOf(now: Date): { today: string; sunday: string } {
  const today = dayNumber(now);
  // Monday is 0, because day 0 was a Thursday.
  const weekday = (today + 3) % 7;
  return { today: dayText(today), sunday: dayText(today + 6 - weekday) };
}
