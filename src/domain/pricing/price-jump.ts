import { fenFromYuan, type Fen } from '../money.ts';

/** A price that changes by more than half of the stored one is more often a typing error than a decision. */
const MOST_PERCENT = 50;
/** A new price above this is more often a typing error than a decision. */
export const MOST_NEW_YUAN = 10_000;

/**
 * Does a price in yuan change by more than 50 % of the stored price? A price that was free has no percentage and never
 * does; one that becomes free does.
 */
export const isPriceJump = (before: number, after: number): boolean =>
  isJump(fenFromYuan(before), fenFromYuan(after));

const isJump = (oldFen: Fen, nowFen: Fen): boolean =>
  oldFen > 0 && Math.abs(nowFen - oldFen) * 100 > oldFen * MOST_PERCENT;

/** Does a manual price need a reason for the customer? Yes when it jumps from the formula's price; null: the formula has none. */
export const needsReason = (automaticFen: Fen | null, byHandFen: Fen): boolean =>
  automaticFen !== null && isJump(automaticFen, byHandFen);

/**
 * Whether a price change needs a confirmation before it is saved. A jump, a large new price, or a price that ends: a blank cell of a
 * file or a paste may only look like a deletion. null: there is no price.
 */
export function needsLook(before: number | null, after: number | null): boolean {
  if (after === null) return before !== null;
  return before === null ? after > MOST_NEW_YUAN : isPriceJump(before, after);
}

/** The change of a price in percent of the stored price, rounded to one decimal: `+60%`, `−100%`. */
export function percentText(before: number, after: number): string {
  const percent = ((fenFromYuan(after) - fenFromYuan(before)) / fenFromYuan(before)) * 100;
  const figure = String(Number(Math.abs(percent).toFixed(1)));
  return `${percent < 0 ? '−' : '+'}${figure}%`;
}
