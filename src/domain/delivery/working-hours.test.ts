import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayText } from '#domain/shanghai-time.ts';
import { dayOffReason } from './ship-date.ts';
import { addWorkingHours, createWorkingClock, dueAfterPause } from './working-hours.ts';

const calendar = { openHour: 9, closeHour: 18, holidays: ['2026-11-25'], workdays: ['2026-11-28'] };
const at = (text: string) => new Date(`${text}+08:00`);
const due = (from: string, hours: number, changed = {}) =>
  addWorkingHours(at(from), hours, { ...calendar, ...changed });

describe('an answer is due', () => {
  it.each([
    ['within the day', '2026-11-23T10:00', 4, '2026-11-23T14:00'],
    ['at closing rather than at the next opening', '2026-11-23T09:00', 9, '2026-11-23T18:00'],
    ['on the next day for the remaining hours', '2026-11-23T15:30', 8, '2026-11-24T14:30'],
    ['counted from opening when asked at night', '2026-11-23T03:00', 8, '2026-11-23T17:00'],
    ['counted from the next day when asked after closing', '2026-11-23T20:00', 1, '2026-11-24T10:00'],
    ['after a holiday', '2026-11-24T17:00', 2, '2026-11-26T10:00'],
    ['on a working Saturday, not on the Sunday', '2026-11-27T17:00', 11, '2026-11-30T10:00'],
    ['after a week off', '2026-11-23T10:00', 40, '2026-11-28T14:00'],
  ])('%s', (_when, from, hours, wanted) => {
    expect(due(from, hours)).toEqual(at(wanted));
  });

  it('around the clock on working days when the shop does not close', () => {
    const whole = { openHour: 9, closeHour: 9, holidays: [], workdays: [] };
    expect(due('2026-11-23T22:00', 8, whole)).toEqual(at('2026-11-24T06:00'));
    expect(due('2026-11-27T22:00', 8, whole)).toEqual(at('2026-11-30T06:00'));
  });

  const worked = new Map<number, boolean>();
  /** Whether the shop works on a day, counted from 1970-01-01. */
  const isWorked = (day: number) => {
    if (!worked.has(day)) worked.set(day, dayOffReason(dayText(day), calendar) === undefined);
    return worked.get(day);
  };

  it('in opening hours, after exactly the promised working hours', () => {
    const from = fc.date({ min: at('2026-11-01T00:00'), max: at('2027-02-01T00:00'), noInvalidDate: true });
    fc.assert(
      fc.property(from, fc.integer({ min: 1, max: 2_400 }), (start, tenths) => {
        const end = addWorkingHours(start, tenths / 10, calendar);
        // Counted minute by minute, independently.
        const minute = 60_000;
        let counted = 0;
        for (let time = Math.ceil(start.getTime() / minute) * minute; time < end.getTime(); time += minute) {
          const hours = time / (60 * minute) + 8;
          if (hours % 24 >= 9 && hours % 24 < 18 && isWorked(Math.floor(hours / 24))) counted += 1;
        }
        expect(Math.abs(counted - tenths * 6)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 100 },
    );
  });

  it('at no time for hours that are not a positive number', () => {
    for (const hours of [0, -1, Number.NaN, Infinity])
      expect(() => due('2026-11-23T10:00', hours)).toThrow(RangeError);
  });
});

describe('working time between two instants', () => {
  const workingMsBetween = createWorkingClock(calendar);
  const hours = (from: string, to: string) => workingMsBetween(at(from), at(to)) / 3_600_000;

  it.each([
    ['counts the opening hours of a day', '2026-11-23T08:00', '2026-11-23T12:30', 3.5],
    ['leaves out nights and holidays', '2026-11-24T17:00', '2026-11-26T10:00', 2],
    ['is negative backwards', '2026-11-24T10:00', '2026-11-23T17:00', -2],
    ['is zero within a night', '2026-11-23T19:00', '2026-11-24T08:00', 0],
  ])('%s', (_what, from, to, wanted) => {
    expect(hours(from, to)).toBe(wanted);
  });

  it('is the inverse of adding hours', () => {
    const from = fc.date({ min: at('2026-11-01T00:00'), max: at('2027-02-01T00:00'), noInvalidDate: true });
    fc.assert(
      fc.property(from, fc.integer({ min: 1, max: 2_400 }), (start, tenths) => {
        const end = addWorkingHours(start, tenths / 10, calendar);
        expect(workingMsBetween(start, end)).toBeCloseTo(tenths * 360_000, 0);
        expect(workingMsBetween(end, start)).toBe(-workingMsBetween(start, end));
      }),
    );
  });
});

describe('an answer paused by a question to the customer', () => {
  const paused = (dueAt: string, since: string, now: string) =>
    dueAfterPause(at(dueAt), at(since), at(now), calendar);

  it('is due after the remaining working time', () => {
    expect(paused('2026-11-24T12:00', '2026-11-23T17:00', '2026-11-26T16:00')).toEqual(
      at('2026-11-27T11:00'),
    );
    expect(paused('2026-11-23T15:07', '2026-11-23T14:00', '2026-11-23T20:00')).toEqual(
      at('2026-11-24T10:07'),
    );
  });

  it('stays overdue when it was overdue before', () => {
    expect(paused('2026-11-23T12:00', '2026-11-23T13:00', '2026-11-24T10:00')).toEqual(
      at('2026-11-23T12:00'),
    );
  });
});
