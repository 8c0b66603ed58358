import { splitDays } from '#domain/delivery/day-list.ts';
import { shipDate, type ShipCalendar } from '#domain/delivery/ship-date.ts';

/** Builds the calendar from the settings; undefined without a cut-off hour: no date is better than a wrong one. */
export function shipCalendar(settings: Readonly<Record<string, string>>): ShipCalendar | undefined {
  const cutOffHour = Number(settings['quote.cutOffHour'] ?? Number.NaN);
  if (!Number.isFinite(cutOffHour)) return undefined;
  return {
    cutOffHour,
    daysPerWeek: Number(settings['quote.workWeek']) || 5,
    holidays: daysOf(settings['quote.holidays']),
    workdays: daysOf(settings['quote.workdays']),
  };
}

const daysOf = (text = ''): string[] => splitDays(text);

/**
 * The ship date, `YYYY-MM-DD`, for an order placed at `now`; undefined if it cannot be computed.
 * @param days lead time in working days
 */
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
