/** The shop's time zone, Asia/Shanghai: a fixed +08:00, without summer time since 1991. */
const OFFSET_MS = 8 * 3_600_000;
const DAY_MS = 86_400_000;

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

/** The last millisecond of a calendar day in Shanghai. */
export function endOfDay(day: DayNumber): Date {
  return new Date((day + 1) * DAY_MS - OFFSET_MS - 1);
}

/**
 * A calendar day from `'YYYY-MM-DD'`.
 * @throws RangeError when the text is not a calendar day
 */
export function parseDay(text: string): DayNumber {
  const day = Date.parse(`${text}T00:00:00Z`) / DAY_MS;
  if (!Number.isInteger(day) || dayText(day) !== text) throw new RangeError(`not a day: ${text}`);
  return day;
}

/**
 * A calendar day as `'YYYY-MM-DD'`.
 * @throws RangeError after the year 9999 and before the year 0
 */
export function dayText(day: DayNumber): string {
  const text = new Date(day * DAY_MS).toISOString();
  if (text.length !== 24) throw new RangeError(`no four-digit year: ${text}`);
  return text.slice(0, 10);
}
