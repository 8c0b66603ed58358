import { createContext } from 'react';
import type { ChargeResult } from './charges/charge-result.ts';
import type { QuoteLine } from './price-draft.ts';

/** The facts of the whole quotation that the lead classes of one part depend on. */
export interface QuoteLines {
  lines: readonly QuoteLine[];
  chargeResult?: ChargeResult | undefined;
  /** The day, `YYYY-MM-DD`, on which an order of the given number of days ships; undefined where the page does not know it, or nothing is promised. */
  shipsOn: (days: number) => string | undefined;
}

/** Read by the few parts that show them, so that typing in one part does not draw the others. */
export const QuoteLinesContext = createContext<QuoteLines>({
  lines: [],
  shipsOn: () => undefined,
});
