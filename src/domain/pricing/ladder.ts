import { factorsOf, figuresFor, piecePrice, quantityFactor } from './price-basis.ts';
import { assertQuantity, basisOf } from './price-item.ts';
import type { CncPrice, PartItem, PricedMaterial, Rung } from './types.ts';

/** The quantities every ladder shows, besides the one that was typed. */
export const LADDER_QUANTITIES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const;

/**
 * What the item would cost at other quantities, ascending, its own among them: yuan per piece after the quantity
 * factor, yuan and days for all pieces.
 * @throws PricingError
 */
export function ladder(material: PricedMaterial, item: PartItem, cncPrice: CncPrice): Rung[] {
  assertQuantity(item.num);
  const factors = factorsOf(basisOf(material, item, cncPrice));
  return withTyped(item.num).map((num) => {
    const factor = quantityFactor(num);
    const { sub_total, delivery_time } = figuresFor(factors, num, factor);
    return { num, unit_price: piecePrice(factors, factor), sub_total, delivery_time };
  });
}

function withTyped(num: number): number[] {
  return [...new Set([...LADDER_QUANTITIES, num])].sort((a, b) => a - b);
}
