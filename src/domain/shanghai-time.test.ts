import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dateText,
  dayNumber,
  dayText,
  endOfDay,
  hourOfDay,
  nextHour,
  parseDay,
  secondText,
  timeText,
  weekdayText,
} from './shanghai-time.ts';

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

  it.each([
    ['2026-11-20T17:59:59.999Z', '2026-11-20T18:00:00.000Z'],
    ['2026-11-20T18:00:00.000Z', '2026-11-21T18:00:00.000Z'],
    ['2026-12-31T23:00:00.000Z', '2027-01-01T18:00:00.000Z'],
  ])('at %s, two at night begins next at %s', (now, next) => {
    expect(nextHour(new Date(now), 2).toISOString()).toBe(next);
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

describe('a time as text', () => {
  it.each([
    ['2026-11-23T06:05:09.900Z', '2026-11-23 14:05:09'],
    ['2026-11-23T23:59:59+08:00', '2026-11-23 23:59:59'],
    ['2026-12-31T16:00:00Z', '2027-01-01 00:00:00'],
  ])('%s is %s in Shanghai', (instant, text) => {
    expect(secondText(instant)).toBe(text);
    expect(secondText(new Date(instant))).toBe(text);
    expect(timeText(instant)).toBe(text.slice(0, 16));
    expect(dateText(instant)).toBe(text.slice(0, 10));
  });

  it('keeps a calendar day', () => {
    expect(dateText('2026-11-23')).toBe('2026-11-23');
  });

  it.each(['', 'soon', '2026-13-01T00:00:00Z'])('is empty for %j', (text) => {
    expect([secondText(text), timeText(text), dateText(text)]).toEqual(['', '', '']);
  });

  it('names the weekday', () => {
    expect(['2026-11-22', '2026-11-23', '1969-12-31'].map((day) => weekdayText(parseDay(day)))).toEqual([
      '周日',
      '周一',
      '周三',
    ]);
  });
});
