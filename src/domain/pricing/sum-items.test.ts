import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PricingError } from './pricing-error.ts';
import { sumItems } from './sum-items.ts';

const item = (subTotalFen: number, deliveryDays = 1) => ({ unitPriceFen: 1, subTotalFen, deliveryDays });

describe('an order', () => {
  it('costs the exact sum of its sub-totals and takes as long as its slowest item', () => {
    expect(sumItems([item(10, 2.5), item(20, 19.61), item(123420, 3)])).toEqual({
      totalFen: 123450,
      deliveryDays: 19.61,
    });
  });

  it('costs nothing without items', () => {
    expect(sumItems([])).toEqual({ totalFen: 0, deliveryDays: 0 });
  });

  it('loses no fen over any number of items', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1e11 }), { maxLength: 60 }), (fen) => {
        const total = fen.reduce((sum, next) => sum + BigInt(next), 0n);
        expect(sumItems(fen.map((next) => item(next))).totalFen).toBe(Number(total));
      }),
    );
  });

  it('throws when its sum is no longer exact', () => {
    expect(() => sumItems(Array.from({ length: 100 }, () => item(1e14)))).toThrow(PricingError);
  });
});
