import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber, dayText, endOfDay, hourOfDay, parseDay } from './shanghai-time.ts';

describe('the Shanghai day', () => {
  it.each([
    ['2026-11-20T15:59:59.999Z', '2026-11-20', 23],
    ['2026-11-20T16:00:00.000Z', '2026-11-21', 0],
    ['2026-12-31T16:00:00.000Z', '2027-01-01', 0],
    ['1969-12-31T15:00:00.000Z', '1969-12-31', 23],
  ])('at %s is %s, hour %i', (instant, day, hour) => {
    const now = new Date(instant);
    expect(dayText(dayNumber(now))).toBe(day);
    expect(hourOfDay(now)).toBe(hour);
  });

  it('ends one millisecond before the next begins', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 2_900_000 }), (day) => {
        const end = endOfDay(day);
        expect(dayNumber(end)).toBe(day);
        expect(dayNumber(new Date(end.getTime() + 1))).toBe(day + 1);
        expect(parseDay(dayText(day))).toBe(day);
      }),
    );
  });

  it.each([
    '',
    '2026-02-30',
    '2026-13-01',
    '2026-1-1',
    '20261120',
    '2026-11-20T00',
    'tomorrow',
    '2026-11-20 ',
  ])('cannot be read from %j', (text) => {
    expect(() => parseDay(text)).toThrow(RangeError);
  });

  it('cannot be written beyond four-digit years', () => {
    expect(() => dayText(parseDay('9999-12-31') + 1)).toThrow(RangeError);
    expect(() => dayText(Number.NaN)).toThrow(RangeError);
  });
});
