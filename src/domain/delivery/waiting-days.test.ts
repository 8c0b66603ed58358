import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber, dayText, parseDay, startOfHour } from '#domain/shanghai-time.ts';
import { dayOffReason, shipDate, workingDayAfter } from './ship-date.ts';
import { dateAfterWait, dateRestartedByAnswer, waitedDays } from './waiting-days.ts';

const calendar = { cutOffHour: 16, holidays: ['2026-11-25'], workdays: ['2026-11-28'] };
const at = (text: string) => new Date(`${text}+08:00`);

describe('a wait for the customer', () => {
  it.each([
    ['within a working day', '2026-11-23T09:00', '2026-11-23T15:59', 0],
    ['over a cut-off hour', '2026-11-23T09:00', '2026-11-23T16:00', 1],
    ['from after the cut-off hour until the next morning', '2026-11-23T17:00', '2026-11-24T09:00', 0],
    ['over a holiday, which is not a working day', '2026-11-24T17:00', '2026-11-26T09:00', 0],
    ['over a working Saturday', '2026-11-27T09:00', '2026-11-30T09:00', 2],
    ['within a weekend', '2026-12-05T09:00', '2026-12-06T20:00', 0],
    ['of a week', '2026-11-30T09:00', '2026-12-07T09:00', 5],
  ])('%s', (_when, since, now, days) => {
    expect(waitedDays(at(since), at(now), calendar)).toBe(days);
  });

  it('moves the promised day by working days, and a day off only when a day was lost', () => {
    const wait = (promised: string, until: string) =>
      dateAfterWait(promised, at('2026-11-23T09:00'), at(until), calendar);
    expect(wait('2026-11-24', '2026-11-24T17:00')).toEqual({ date: '2026-11-27', days: 2 });
    expect(wait('2026-11-29', '2026-11-23T10:00')).toEqual({ date: '2026-11-29', days: 0 });
  });
});

describe('a promised day counted from the last answer', () => {
  const due = (promised: string, after: string, now: string) =>
    dateRestartedByAnswer(promised, { after, deliveryDays: 3, now: at(now) }, calendar);

  it('equals that of an order placed at the answer', () => {
    expect(due('2026-11-27', '2026-11-28', '2026-11-26T09:00')).toEqual({ date: '2026-11-30', days: 2 });
  });

  it('is never before the promised day plus the wait', () => {
    expect(due('2026-12-10', '2026-12-11', '2026-11-26T09:00')).toEqual({ date: '2026-12-11', days: 1 });
  });
});

const HOUR_MS = 3_600_000;
const START = at('2026-11-20T00:00');
/** After the last answer. */
const LONGEST_DAYS = 40;

/** When each question is asked and answered, in tenths of hours from the start. */
const questions = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 6_000 }), fc.integer({ min: 0, max: 3_000 }))
    .map(([asked, open]) => ({ asked, answered: asked + open })),
  { minLength: 1, maxLength: 6 },
);
const day = fc.integer({ min: 0, max: 90 }).map((days) => dayText(dayNumber(START) + days));
const calendars = fc.record({
  cutOffHour: fc.integer({ min: 0, max: 24 }),
  holidays: fc.uniqueArray(day, { maxLength: 8 }),
  workdays: fc.uniqueArray(day, { maxLength: 8 }),
});

const instant = (tenths: number) => new Date(START.getTime() + (tenths / 10) * HOUR_MS);

it('the promised day moves by each working day with an unanswered question at its cut-off hour, once', () => {
  fc.assert(
    fc.property(questions, calendars, day, (asked, shop, base) => {
      // As the server does it: the day moves once, whenever the last open question is answered.
      const events = asked
        .flatMap(({ asked: from, answered }) => [
          { time: from, change: 1 },
          { time: answered, change: -1 },
        ])
        .toSorted((a, b) => a.time - b.time || b.change - a.change);
      let open = 0;
      let since = START;
      let date = base;
      for (const { time, change } of events) {
        if (open === 0) since = instant(time);
        open += change;
        if (open === 0) ({ date } = dateAfterWait(date, since, instant(time), shop));
      }
      // Counted day by day, independently.
      let left = 0;
      for (let one = dayNumber(START); one < dayNumber(START) + LONGEST_DAYS; one += 1) {
        if (dayOffReason(dayText(one), shop) !== undefined) continue;
        const cutOff = startOfHour(one, shop.cutOffHour).getTime();
        const stood = asked.some(
          ({ asked: from, answered }) =>
            instant(from).getTime() < cutOff && cutOff <= instant(answered).getTime(),
        );
        if (stood) left += 1;
      }
      let wanted = parseDay(base);
      while (left > 0) {
        wanted += 1;
        if (dayOffReason(dayText(wanted), shop) === undefined) left -= 1;
      }
      expect(date).toBe(dayText(wanted));
    }),
    { numRuns: 2_000 },
  );
});

it('dateFromAnswer returns the working days between the promised date and the new date', () => {
  fc.assert(
    fc.property(
      calendars,
      fc.integer({ min: 0, max: 20 }),
      fc.nat({ max: 500 }),
      (shop, deliveryDays, hours) => {
        const promised = shipDate({ ...shop, now: START, days: deliveryDays });
        const now = instant(hours * 10);
        const { date: after } = dateAfterWait(promised, START, now, shop);
        const { date, days } = dateRestartedByAnswer(promised, { after, deliveryDays, now }, shop);
        expect(date >= after).toBe(true);
        expect(date >= shipDate({ ...shop, now, days: deliveryDays })).toBe(true);
        expect(workingDayAfter(promised, days, shop)).toBe(date);
      },
    ),
  );
});
