import { parseDay, dayText } from '#domain/shanghai-time.ts';
import { dayOffReason, shipDate, workingDayAfter, type ShipDateInput } from './ship-date.ts';

/** The shop's working days and the hour from which a day is lost. */
export type WaitingCalendar = Pick<ShipDateInput, 'cutOffHour' | 'holidays' | 'workdays'>;

/**
 * The working days that the shop waited between two instants: those at whose cut-off hour it still waited. An answer
 * from the cut-off hour on counts as one of the next working day, as an order does. Waits that follow each other add up.
 */
export function waitedDays(since: Date, now: Date, calendar: WaitingCalendar): number {
  const first = workDayOf(since, calendar);
  const last = workDayOf(now, calendar);
  let days = 0;
  for (let day = first; day < last; day += 1)
    if (dayOffReason(dayText(day), calendar) === undefined) days += 1;
  return days;
}

/** The working day on which the shop goes on with what arrives now. */
const workDayOf = (now: Date, calendar: WaitingCalendar) => parseDay(shipDate({ ...calendar, now, days: 0 }));

/** A promised day, `'YYYY-MM-DD'`, after a wait from `since` until `now`, and the working days that it moved. */
export function dateAfterWait(
  promisedDate: string,
  since: Date,
  now: Date,
  calendar: WaitingCalendar,
): { date: string; days: number } {
  const days = waitedDays(since, now, calendar);
  return { date: workingDayAfter(promisedDate, days, calendar), days };
}
