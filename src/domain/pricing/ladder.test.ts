import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ladder, LADDER_QUANTITIES } from './ladder.ts';
import { priceItem } from './price-item.ts';
import { PricingError } from './pricing-error.ts';
import { buildItem, buildMaterial, pricedItems } from './samples.test-data.ts';
import type { Rung } from './types.ts';

const neighbours = (rungs: Rung[]) => rungs.slice(1).map((next, index) => ({ rung: rungs[index]!, next }));

describe('the quantity ladder', () => {
  it('shows ten quantities', () => {
    expect(ladder(buildMaterial(), buildItem({ num: 1 }), { tag: 1 }).map((rung) => rung.num)).toEqual([
      1, 2, 5, 10, 20, 50, 100, 200, 500, 1000,
    ]);
  });

  it.each([
    [3, [1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000]],
    [50, [...LADDER_QUANTITIES]],
    [12345, [...LADDER_QUANTITIES, 12345]],
  ])('puts the typed quantity %i in its place, once', (num, expected) => {
    expect(ladder(buildMaterial(), buildItem({ num }), { tag: 1 }).map((rung) => rung.num)).toEqual(expected);
  });

  it('shows the price per piece after the quantity factor', () => {
    const rungs = ladder(buildMaterial({ deliveryTime: 2, speed: 0.5 }), buildItem({ num: 4 }), { tag: 100 });
    expect(rungs.slice(0, 4)).toEqual([
      { num: 1, unit_price: 100, sub_total: 100, delivery_time: 2 },
      { num: 2, unit_price: 90.75, sub_total: 181.5, delivery_time: 2.83 },
      { num: 4, unit_price: 82.36, sub_total: 329.44, delivery_time: 4 },
      { num: 5, unit_price: 79.83, sub_total: 399.13, delivery_time: 4.47 },
    ]);
  });

  it('asks for the same sub-total and days as the item itself at that quantity', () => {
    fc.assert(
      fc.property(pricedItems, ({ material, item, cncPrice }) => {
        for (const { num, sub_total, delivery_time } of ladder(material, item, cncPrice)) {
          const price = priceItem(material, { ...item, num }, cncPrice);
          expect({ sub_total, delivery_time }).toEqual({
            sub_total: price.sub_total,
            delivery_time: price.delivery_time,
          });
        }
      }),
    );
  });

  it('never asks more per piece for a larger quantity', () => {
    fc.assert(
      fc.property(pricedItems, ({ material, item, cncPrice }) => {
        for (const { rung, next } of neighbours(ladder(material, item, cncPrice))) {
          expect(next.unit_price).toBeLessThanOrEqual(rung.unit_price);
        }
      }),
    );
  });

  it('never asks less in all for a larger quantity', () => {
    fc.assert(
      fc.property(pricedItems, ({ material, item, cncPrice }) => {
        for (const { rung, next } of neighbours(ladder(material, item, cncPrice))) {
          expect(next.sub_total).toBeGreaterThanOrEqual(rung.sub_total);
        }
      }),
    );
  });

  it('keeps both promises between any quantity and the next one', () => {
    fc.assert(
      fc.property(pricedItems, ({ material, item, cncPrice }) => {
        const at = (num: number): Rung =>
          ladder(material, { ...item, num }, cncPrice).find((rung) => rung.num === num)!;
        const [rung, next] = [at(item.num), at(item.num + 1)];
        expect(next.unit_price).toBeLessThanOrEqual(rung.unit_price);
        expect(next.sub_total).toBeGreaterThanOrEqual(rung.sub_total);
      }),
    );
  });

  it('cannot be made of an item that cannot be priced', () => {
    expect(() => ladder(buildMaterial(), buildItem(), {})).toThrow(PricingError);
    expect(() => ladder(buildMaterial(), buildItem({ num: 1.5 }), { tag: 1 })).toThrow(PricingError);
  });
});
