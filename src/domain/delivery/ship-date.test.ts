import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import { dayOffReason, shipDate, workingDays, type ShipDateInput } from './ship-date.ts';

/** An instant by the Shanghai wall clock. */
const at = (text: string) => new Date(`${text}+08:00`);

const ship = (overrides: Partial<ShipDateInput>) =>
  shipDate({ now: at('2026-11-16T10:00'), days: 1, cutOffHour: 17, holidays: [], ...overrides });

describe('working days', () => {
  it.each([
    [0, 0],
    [0.01, 1],
    [1, 1],
    [1.5, 2],
    [19.61, 20],
    [-3, 0],
  ])('promised as %d are %i', (days, whole) => {
    expect(workingDays(days)).toBe(whole);
  });
});

// 2026-11-16 is a Monday.
describe('the ship date', () => {
  it.each([
    [0, '2026-11-16'],
    [0.1, '2026-11-17'],
    [1, '2026-11-17'],
    [3.5, '2026-11-20'],
    [4, '2026-11-20'],
    [5, '2026-11-23'],
    [10, '2026-11-30'],
    [250, '2027-11-01'],
  ])('for %d days from a Monday morning is %s', (days, expected) => {
    expect(ship({ days })).toBe(expected);
  });

  it.each([
    ['2026-11-16T16:59:59.999', '2026-11-17'],
    ['2026-11-16T17:00', '2026-11-18'],
    ['2026-11-20T16:59', '2026-11-23'],
    ['2026-11-20T17:00', '2026-11-24'],
    ['2026-11-20T23:59', '2026-11-24'],
    ['2026-11-21T00:00', '2026-11-24'],
    ['2026-11-21T20:00', '2026-11-24'],
    ['2026-11-22T20:00', '2026-11-24'],
    ['2026-11-23T00:00', '2026-11-24'],
  ])('for one day and an order at %s is %s', (now, expected) => {
    expect(ship({ now: at(now) })).toBe(expected);
  });

  it('has no cut-off at hour 24 and excludes the same day at hour 0', () => {
    expect(ship({ now: at('2026-11-16T23:59'), cutOffHour: 24 })).toBe('2026-11-17');
    expect(ship({ now: at('2026-11-16T00:00'), cutOffHour: 0 })).toBe('2026-11-18');
  });

  it('follows the Shanghai day, not the UTC day', () => {
    expect(ship({ now: new Date('2026-11-15T23:00:00Z') })).toBe('2026-11-17');
    expect(ship({ now: new Date('2026-11-16T16:30:00Z') })).toBe('2026-11-18');
  });

  it('skips holidays and counts worked weekends', () => {
    // National day 2026: off 1–7 October, worked on Sunday 27 September and Saturday 10 October.
    const holidays = [1, 2, 3, 4, 5, 6, 7].map((day) => `2026-10-0${day}`);
    const workdays = ['2026-10-10', '2026-09-27'];
    expect(ship({ now: at('2026-09-30T10:00'), days: 1, holidays })).toBe('2026-10-08');
    expect(ship({ now: at('2026-09-30T10:00'), days: 3, holidays })).toBe('2026-10-12');
    expect(ship({ now: at('2026-09-30T10:00'), days: 3, holidays, workdays })).toBe('2026-10-10');
    expect(ship({ now: at('2026-09-30T18:00'), days: 1, holidays, workdays })).toBe('2026-10-09');
    expect(ship({ now: at('2026-10-03T10:00'), days: 1, holidays, workdays })).toBe('2026-10-09');
    expect(ship({ now: at('2026-09-25T10:00'), days: 1, holidays, workdays })).toBe('2026-09-27');
    expect(ship({ now: at('2026-09-27T18:00'), days: 0, holidays, workdays })).toBe('2026-09-28');
  });

  it('counts a day listed both as a holiday and as worked as a working day', () => {
    const day = '2026-11-17';
    expect(ship({ holidays: [day], workdays: [day] })).toBe(day);
  });

  it('agrees with counting day by day', () => {
    const start = dayNumber(at('2026-01-01T00:00'));
    const dates = fc.array(
      fc.integer({ min: 0, max: 90 }).map((offset) => dayText(start + offset)),
      { maxLength: 40 },
    );
    const minutes = fc.integer({ min: 0, max: 60 * 24 * 60 });
    const days = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(
        minutes,
        days,
        dates,
        dates,
        fc.integer({ min: 0, max: 24 }),
        fc.integer({ min: 1, max: 7 }),
        (minute, count, off, on, cutOff, daysPerWeek) => {
          const now = new Date(at('2026-01-01T00:00').getTime() + minute * 60_000);
          const isWorked = (day: number) =>
            on.includes(dayText(day)) ||
            (!off.includes(dayText(day)) && (new Date(dayText(day)).getUTCDay() + 6) % 7 < daysPerWeek);
          let day = dayNumber(now);
          if (isWorked(day) && Math.floor(minute / 60) % 24 >= cutOff) day++;
          while (!isWorked(day)) day++;
          for (let left = count; left > 0; left--)
            do day++;
            while (!isWorked(day));
          const calendar = { cutOffHour: cutOff, daysPerWeek, holidays: off, workdays: on };
          expect(shipDate({ now, days: count, ...calendar })).toBe(dayText(day));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('refuses invalid calendar days and invalid day counts', () => {
    expect(() => ship({ holidays: ['2026-02-30'] })).toThrow(RangeError);
    expect(() => ship({ workdays: ['soon'] })).toThrow(RangeError);
    expect(() => ship({ days: Number.NaN })).toThrow(RangeError);
    expect(() => ship({ days: Infinity })).toThrow(RangeError);
    expect(() => ship({ days: 1e9 })).toThrow(RangeError);
    expect(() => ship({ now: new Date(Number.NaN) })).toThrow(RangeError);
  });
});

describe('a day off', () => {
  const calendar = { holidays: ['2026-11-20', '2026-11-28'], workdays: ['2026-11-21', '2026-11-28'] };
  it.each([
    ['2026-11-19', undefined],
    ['2026-11-20', '节假日'],
    ['2026-11-21', undefined],
    ['2026-11-22', '周末'],
    ['2026-11-28', undefined],
    ['2026-11-29', '周末'],
    ['2026-11-30', undefined],
  ])('%s is off because of %s', (day, reason) => {
    expect(dayOffReason(day, calendar)).toBe(reason);
  });

  it('is only Sunday in a six-day week, and none in a seven-day week', () => {
    expect(dayOffReason('2026-11-14', { ...calendar, daysPerWeek: 6 })).toBeUndefined();
    expect(dayOffReason('2026-11-22', { ...calendar, daysPerWeek: 6 })).toBe('周末');
    expect(dayOffReason('2026-11-22', { ...calendar, daysPerWeek: 7 })).toBeUndefined();
    expect(dayOffReason('2026-11-20', { ...calendar, daysPerWeek: 7 })).toBe('节假日');
  });
});
