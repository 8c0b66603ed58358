import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderNumber, shanghaiDay } from './order-number.ts';

describe('the order number', () => {
  it.each([
    ['20261120', 1, 'Q20261120-0001'],
    ['20261120', 42, 'Q20261120-0042'],
    ['20261120', 9999, 'Q20261120-9999'],
    ['20261120', 10000, 'Q20261120-10000'],
    ['20261120', 123456, 'Q20261120-123456'],
  ])('for day %s and count %i is %s', (day, n, number) => {
    expect(orderNumber(day, n)).toBe(number);
  });

  it('differs for any two counts of a day', () => {
    const count = fc.integer({ min: 1, max: 200_000 });
    fc.assert(
      fc.property(count, count, (a, b) => {
        expect(orderNumber('20261120', a) === orderNumber('20261120', b)).toBe(a === b);
      }),
    );
  });

  it.each([
    ['2026-11-20', 1],
    ['', 1],
    ['20261120', 0],
    ['20261120', -1],
    ['20261120', 1.5],
    ['20261120', Number.NaN],
  ])('throws for day %j and count %d', (day, n) => {
    expect(() => orderNumber(day, n)).toThrow(RangeError);
  });

  it('uses the day in Shanghai', () => {
    expect(shanghaiDay(new Date('2026-11-20T15:59:59.999Z'))).toBe('20261120');
    expect(shanghaiDay(new Date('2026-11-20T16:00:00Z'))).toBe('20261121');
  });
});
