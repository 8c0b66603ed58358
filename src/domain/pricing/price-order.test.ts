import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceOrder } from './price-order.ts';

const item = (sub_total: number, delivery_time = 1) => ({ unit_price: 1, sub_total, delivery_time });

describe('an order', () => {
  it('costs the exact sum of its sub-totals and takes as long as its longest item', () => {
    expect(priceOrder([item(0.1, 2.5), item(0.2, 19.61), item(1234.2, 3)])).toEqual({
      price: '1234.50',
      totalFen: 123450,
      delivery_time: 19.61,
    });
  });

  it('without items costs nothing', () => {
    expect(priceOrder([])).toEqual({ price: '0.00', totalFen: 0, delivery_time: 0 });
  });

  it('loses no fen over any number of items', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1e11 }), { maxLength: 60 }), (fen) => {
        const total = fen.reduce((sum, next) => sum + BigInt(next), 0n);
        expect(priceOrder(fen.map((next) => item(next / 100))).totalFen).toBe(Number(total));
      }),
    );
  });

  it('whose sum is no longer exact is refused', () => {
    expect(() => priceOrder(Array.from({ length: 100 }, () => item(1e12)))).toThrow(RangeError);
  });
});
