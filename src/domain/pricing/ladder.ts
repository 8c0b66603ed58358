import { factorsOf, figuresFor, piecePriceFen, quantityFactor } from './price-basis.ts';
import { assertQuantity, basisOf } from './price-item.ts';
import type { CncPrice, PartItem, PricedMaterial, Rung } from './types.ts';

/** The quantities that every ladder shows, in addition to the typed one. */
export const LADDER_QUANTITIES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const;

/** Which quantities are tried where another one is accepted. */
export const TRIED_QUANTITIES_NOTE = `会试这些数量：${LADDER_QUANTITIES.join('、')} 件`;

/**
 * The prices of an item at other quantities, ascending, the typed one among them: fen per piece after the quantity factor, fen
 * and days for all pieces.
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

/** The quantities of a ladder, ascending, the typed one among them. */
export function ladderQuantities(num: number): number[] {
  return [...new Set([...LADDER_QUANTITIES, num])].sort((a, b) => a - b);
}
