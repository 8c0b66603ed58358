const OFFSET_MS = 8 * 3_600_000;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** An RFC 3339 instant as a time in Shanghai, `YYYY-MM-DD HH:mm:ss`; '' if it is no instant. */
export function wallClock(instant: string): string {
  const time = Date.parse(instant);
  if (Number.isNaN(time)) return '';
  return new Date(time + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
}

/** A time in Shanghai as an RFC 3339 instant. */
export const instantOf = (wall: string): string => `${wall.replace(' ', 'T')}+08:00`;

/** Is it `YYYY-MM-DD` and an existing day? */
export function isDay(text: string): boolean {
  return DAY.test(text) && wallClock(`${text}T00:00:00+08:00`).startsWith(text);
}
