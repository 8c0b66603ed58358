import { parseDay, dayText, type DayNumber } from '#domain/shanghai-time.ts';
import { dayOffReason, shipDate, workingDayAfter, type ShipCalendar } from './ship-date.ts';

/**
 * The working days that the shop waited between two instants: those at whose cut-off hour it still waited. An answer
 * from the cut-off hour on counts as one of the next working day, as an order does. Waits that follow each other add up.
 */
export function waitedDays(since: Date, now: Date, calendar: ShipCalendar): number {
  return workingDaysFrom(workDayOf(since, calendar), workDayOf(now, calendar), calendar);
}

/** The working day on which the shop continues with what arrives now. */
const workDayOf = (now: Date, calendar: ShipCalendar) => parseDay(shipDate({ ...calendar, now, days: 0 }));

/** A promised day, `'YYYY-MM-DD'`, after a wait from `since` until `now`, and the working days that it moved. */
export function dateAfterWait(
  promisedDate: string,
  since: Date,
  now: Date,
  calendar: ShipCalendar,
): { date: string; days: number } {
  const days = waitedDays(since, now, calendar);
  return { date: workingDayAfter(promisedDate, days, calendar), days };
}

/** From when a promised day counts, when the customer answers a question before production has begun. */
export const promiseStarts = { placing: '下单', clarified: '最后一次答复' } as const;

/**
 * The promised day counted again from the answer to the last question, with `deliveryDays` as of an order that is
 * placed then, and the working days that it moved. Never before `after`, the promised day moved only by the wait.
 */
export function dateFromAnswer(
  promisedDate: string,
  { after, deliveryDays, now }: { after: string; deliveryDays: number; now: Date },
  calendar: ShipCalendar,
): { date: string; days: number } {
  const anew = shipDate({ ...calendar, now, days: deliveryDays });
  const date = anew > after ? anew : after;
  const [from, to] = [parseDay(promisedDate) + 1, parseDay(date) + 1];
  return { date, days: workingDaysFrom(from, to, calendar) };
}

/** The number of working days from a day on, before another one. */
function workingDaysFrom(from: DayNumber, to: DayNumber, calendar: ShipCalendar): number {
  let days = 0;
  for (let day = from; day < to; day += 1) if (dayOffReason(dayText(day), calendar) === undefined) days += 1;
  return days;
}
