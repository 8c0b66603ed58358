import { factorsOf, figuresFor, piecePriceFen, quantityFactor } from './price-basis.ts';
import { assertQuantity, basisOf } from './price-item.ts';
import type { CncPrice, PartItem, PricedMaterial, Rung } from './types.ts';

/** The quantities that every ladder shows, in addition to the entered one. */
export const LADDER_QUANTITIES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const;

/** Lists the quantities that a search tries. */
export const TRIED_QUANTITIES_TEXT = `会试这些数量：${LADDER_QUANTITIES.join('、')} 件`;

/**
 * The prices of an item at the ladder's quantities, ascending, including the entered one.
 * @throws PricingError
 */
export function ladder(material: PricedMaterial, item: PartItem, cncPrice: CncPrice): Rung[] {
  assertQuantity(item.num);
  const factors = factorsOf(basisOf(material, item, cncPrice));
  return ladderQuantities(item.num).map((num) => {
    const factor = quantityFactor(num);
    const { subTotalFen, deliveryDays } = figuresFor(factors, num, factor);
    return { num, piecePriceFen: piecePriceFen(factors, factor), subTotalFen, deliveryDays };
  });
}

/** The quantities of a ladder, ascending, including the entered one. */
export function ladderQuantities(num: number): number[] {
  return [...new Set([...LADDER_QUANTITIES, num])].sort((a, b) => a - b);
}
