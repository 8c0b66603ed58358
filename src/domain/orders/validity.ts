import { dayNumber, endOfDay } from '#domain/shanghai-time.ts';

/**
 * The last instant a quotation made now holds: the end of the Shanghai day `days` (whole) days from today, so that the date printed
 * on the quotation is a day on which it can still be placed.
 */
export function validUntil(now: Date, days: number): Date {
  return endOfDay(dayNumber(now) + days);
}

/** Has the quotation's validity passed? Its last instant still holds. */
export function isExpired(validUntil: Date, now: Date): boolean {
  return now.getTime() > validUntil.getTime();
}
