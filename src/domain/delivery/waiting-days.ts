import { parseDay, dayText, type DayNumber } from '#domain/shanghai-time.ts';
import { dayOffReason, shipDate, workingDayAfter, type ShipCalendar } from './ship-date.ts';

/**
 * The working days that the shop waited between two instants: those on which it was still waiting at the cut-off hour. Like an
 * order, an answer at or after the cut-off hour counts on the next working day. Consecutive waits add up.
 */
export function waitedDays(since: Date, now: Date, calendar: ShipCalendar): number {
  return countWorkingDays(workingDayOf(since, calendar), workingDayOf(now, calendar), calendar);
}

/** The working day on which the shop handles an order or answer that arrives now. */
const workingDayOf = (now: Date, calendar: ShipCalendar) => parseDay(shipDate({ ...calendar, now, days: 0 }));

/** Moves a promised date, `'YYYY-MM-DD'`, by a wait from `since` until `now`; also returns the working days added. */
export function dateAfterWait(
  promisedDate: string,
  since: Date,
  now: Date,
  calendar: ShipCalendar,
): { date: string; days: number } {
  const days = waitedDays(since, now, calendar);
  return { date: workingDayAfter(promisedDate, days, calendar), days };
}

/** When the delivery time starts if the customer answers a question before production. */
export const promiseStartLabels = { placing: '下单', clarified: '最后一次答复' } as const;

/**
 * Restarts the delivery time at the answer to the last question, as for an order placed then; also returns the working days
 * added. The new date is not before `earliest`, which is the promised date moved by the wait alone.
 */
export function dateRestartedByAnswer(
  promisedDate: string,
  { after: earliest, deliveryDays, now }: { after: string; deliveryDays: number; now: Date },
  calendar: ShipCalendar,
): { date: string; days: number } {
  const restarted = shipDate({ ...calendar, now, days: deliveryDays });
  const date = restarted > earliest ? restarted : earliest;
  // The days after the promised date, up to and including the new one.
  const [from, to] = [parseDay(promisedDate) + 1, parseDay(date) + 1];
  return { date, days: countWorkingDays(from, to, calendar) };
}

/** The number of working days from `from` up to, but not including, `to`. */
function countWorkingDays(from: DayNumber, to: DayNumber, calendar: ShipCalendar): number {
  let days = 0;
  for (let day = from; day < to; day += 1) if (dayOffReason(dayText(day), calendar) === undefined) days += 1;
  return days;
}
