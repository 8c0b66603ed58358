import { PricingError } from './pricing-error.ts';
import type { ItemFigures, OrderPrice } from './types.ts';

/**
 * The exact sum of the items' sub-totals, and their longest delivery time.
 * @throws PricingError `total_out_of_range` when the sum is not a safe integer in fen
 */
export function sumItems(items: readonly Pick<ItemFigures, 'subTotalFen' | 'deliveryDays'>[]): OrderPrice {
  const totalFen = items.reduce((sum, item) => sum + item.subTotalFen, 0);
  // Sub-totals are never negative, so a sum that has become inexact stays beyond the safe integers.
  if (!Number.isSafeInteger(totalFen)) throw new PricingError('total_out_of_range', `${totalFen} fen`);
  const deliveryDays = items.reduce((longest, item) => Math.max(longest, item.deliveryDays), 0);
  return { totalFen, deliveryDays };
}
