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
  ])('lists the typed quantity %i in ascending order, once', (num, expected) => {
    expect(ladder(buildMaterial(), buildItem({ num }), { tag: 1 }).map((rung) => rung.num)).toEqual(expected);
  });

  it('shows the price per piece after the quantity factor', () => {
    const rungs = ladder(buildMaterial({ deliveryTime: 2, speed: 0.5 }), buildItem({ num: 4 }), { tag: 100 });
    expect(rungs.slice(0, 4)).toEqual([
      { num: 1, piecePriceFen: 10000, subTotalFen: 10000, deliveryDays: 2 },
      { num: 2, piecePriceFen: 9075, subTotalFen: 18150, deliveryDays: 2.83 },
      { num: 4, piecePriceFen: 8236, subTotalFen: 32944, deliveryDays: 4 },
      { num: 5, piecePriceFen: 7983, subTotalFen: 39913, deliveryDays: 4.47 },
    ]);
  });

  it('has the sub-total and days of the item at that quantity', () => {
    fc.assert(
      fc.property(pricedItems, ({ material, item, cncPrice }) => {
        for (const { num, subTotalFen, deliveryDays } of ladder(material, item, cncPrice)) {
          const price = priceItem(material, { ...item, num }, cncPrice);
          expect({ subTotalFen, deliveryDays }).toEqual({
            subTotalFen: price.subTotalFen,
            deliveryDays: price.deliveryDays,
          });
        }
      }),
    );
  });

  it('never costs more per piece at a larger quantity', () => {
    fc.assert(
      fc.property(pricedItems, ({ material, item, cncPrice }) => {
        for (const { rung, next } of neighbours(ladder(material, item, cncPrice))) {
          expect(next.piecePriceFen).toBeLessThanOrEqual(rung.piecePriceFen);
        }
      }),
    );
  });

  it('never costs less in total at a larger quantity', () => {
    fc.assert(
      fc.property(pricedItems, ({ material, item, cncPrice }) => {
        for (const { rung, next } of neighbours(ladder(material, item, cncPrice))) {
          expect(next.subTotalFen).toBeGreaterThanOrEqual(rung.subTotalFen);
        }
      }),
    );
  });

  it('follows both rules between consecutive quantities', () => {
    fc.assert(
      fc.property(pricedItems, ({ material, item, cncPrice }) => {
        const at = (num: number): Rung =>
          ladder(material, { ...item, num }, cncPrice).find((rung) => rung.num === num)!;
        const [rung, next] = [at(item.num), at(item.num + 1)];
        expect(next.piecePriceFen).toBeLessThanOrEqual(rung.piecePriceFen);
        expect(next.subTotalFen).toBeGreaterThanOrEqual(rung.subTotalFen);
      }),
    );
  });

  it('throws for an item that cannot be priced', () => {
    expect(() => ladder(buildMaterial(), buildItem(), {})).toThrow(PricingError);
    expect(() => ladder(buildMaterial(), buildItem({ num: 1.5 }), { tag: 1 })).toThrow(PricingError);
  });
});
