import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_AMOUNT_FEN } from '#domain/money.ts';
import { linePrice, linePriceNote } from './line-price.ts';

test.each([
  [71357, 10, '71.3570', true],
  [3_744_866, 1000, '37.4487', false],
  [356_800, 50, '71.36', true],
  [100, 3, '0.3333', false],
  [200, 3, '0.6667', false],
  [1, 800, '0.0000', false],
  // Half a unit of the fourth decimal.
  [1, 200, '0.0001', false],
  [3, 200, '0.0002', false],
  [0, 7, '0.00', true],
  [123_456_789, 1, '1,234,567.89', true],
  [123_456_789, 7, '176,366.8414', false],
  [MAX_AMOUNT_FEN, 3, '333,333,333,333.3333', false],
])('%i fen for %i pieces are %s each', (subTotalFen, num, figure, isExact) => {
  expect(linePrice(subTotalFen, num)).toStrictEqual({ figure, isExact });
});

test('price × quantity differs from the sub-total by no more than the rounding of the price', () => {
  const amount = fc.integer({ min: 0, max: MAX_AMOUNT_FEN });
  const quantity = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(amount, quantity, (subTotalFen, num) => {
      const { figure, isExact } = linePrice(subTotalFen, num);
      const [whole = '', decimals = ''] = figure.replaceAll(',', '').split('.');
      // In hundredths of a fen.
      const product = BigInt(whole + decimals.padEnd(4, '0')) * BigInt(num);
      const difference = product - BigInt(subTotalFen) * 100n;
      expect(2n * (difference < 0n ? -difference : difference)).toBeLessThanOrEqual(BigInt(num));
      expect(isExact).toBe(difference === 0n);
      expect(decimals).toHaveLength(subTotalFen % num === 0 ? 2 : 4);
    }),
  );
});

test.each([0, -1, 1.5, Number.NaN])('the quantity %d is refused', (num) => {
  expect(() => linePrice(100, num)).toThrow(RangeError);
});

test('a table has the note on sub-totals only when a line needs it', () => {
  const [exact, rounded] = [linePrice(356_800, 50), linePrice(100, 3)];
  expect(linePriceNote([exact, exact])).toBe('');
  expect(linePriceNote([exact, rounded])).toContain('金额以小计为准');
});
