import { replayCharges, type PricedLine } from './replay-charges.ts';
import type { SoldOrder } from './replay.ts';
import type { BookTotals } from './replayed.ts';
import { priceSold, type Book } from './sold-line.ts';

/**
 * Prices an order in two price books. Undefined if a line is open or declined, if one of them cannot price it, or if a
 * fact for a charge is missing.
 */
export function compareOrder(
  { deptPath, lines, soldCharges }: Pick<SoldOrder, 'deptPath' | 'lines' | 'soldCharges'>,
  { before, after, nameOf }: { before: Book; after: Book; nameOf: (optionId: number) => string },
): BookTotals | undefined {
  const pricesBefore = before.machiningPricesFor(deptPath);
  const pricesAfter = after.machiningPricesFor(deptPath);
  const priced: PricedLine[] = [];
  for (const line of lines) {
    if (line.state === 'open' || line.state === 'declined') return undefined;
    const pricedBefore = priceSold(line, before, pricesBefore, nameOf);
    if ('reason' in pricedBefore) return undefined;
    const pricedAfter = priceSold(line, after, pricesAfter, nameOf);
    if ('reason' in pricedAfter) return undefined;
    priced.push({ line, before: pricedBefore, after: pricedAfter });
  }
  const charges = soldCharges && replayCharges(soldCharges, priced, { before, after, hasLostLines: false });
  if (charges && 'reason' in charges) return undefined;
  let beforeFen = charges?.beforeFen ?? 0;
  let afterFen = charges?.afterFen ?? 0;
  for (const line of priced) {
    beforeFen += line.before.fen;
    afterFen += line.after.fen;
  }
  return { beforeFen, afterFen };
}
