import type { ShipCalendar } from '#providers/ship-calendar.ts';
import { shipDate } from '#domain/delivery/ship-date.ts';

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
