import { fenFromYuan, type Fen } from '../money.ts';

/** Larger changes of a stored price, in percent, are more often typing errors than decisions. */
const MAX_PERCENT = 50;
/** Larger new prices are more often typing errors than decisions. */
export const MAX_NEW_YUAN = 10_000;

/** Whether a price in yuan changes by more than 50 % of the stored price. A change from 0 has no percentage and is no jump. */
export const isPriceJump = (before: number, after: number): boolean =>
  isJump(fenFromYuan(before), fenFromYuan(after));

const isJump = (oldFen: Fen, newFen: Fen): boolean =>
  oldFen > 0 && Math.abs(newFen - oldFen) * 100 > oldFen * MAX_PERCENT;

/** Whether a manual price needs a reason for the customer: when it jumps from the formula's price (null: no price). */
export const needsPriceReason = (automaticFen: Fen | null, manualFen: Fen): boolean =>
  automaticFen !== null && isJump(automaticFen, manualFen);

/**
 * Whether a price change needs a confirmation before it is saved: a jump, a large new price, or a removed price, because a blank
 * cell of a file or a pasted block may not be meant as a deletion. Null means no price.
 */
export function needsConfirmation(before: number | null, after: number | null): boolean {
  if (after === null) return before !== null;
  return before === null ? after > MAX_NEW_YUAN : isPriceJump(before, after);
}

/** The change of a price in percent of the stored price, rounded to one decimal: `+60%`, `−100%`. */
export function changePercentText(before: number, after: number): string {
  const percent = ((fenFromYuan(after) - fenFromYuan(before)) / fenFromYuan(before)) * 100;
  const figure = String(Number(Math.abs(percent).toFixed(1)));
  return `${percent < 0 ? '−' : '+'}${figure}%`;
}
