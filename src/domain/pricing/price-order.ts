import { fenFromYuan, sumFen, yuanText } from '#domain/money.ts';
import type { ItemFigures, OrderPrice } from './types.ts';

/**
 * The price of an order: the exact sum of its items' sub-totals (yuan text and fen), and the days of the longest item.
 * @throws RangeError when the sum is no safe number of fen
 */
export function priceOrder(items: readonly ItemFigures[]): OrderPrice {
  const totalFen = sumFen(items.map((item) => fenFromYuan(item.sub_total)));
  const delivery_time = items.reduce((longest, item) => Math.max(longest, item.delivery_time), 0);
  return { price: yuanText(totalFen), totalFen, delivery_time };
}
