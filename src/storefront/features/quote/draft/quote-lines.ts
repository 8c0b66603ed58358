import { createContext } from 'react';
import type { ChargeResult } from './charges/charge-result.ts';
import type { QuoteLine } from './price-draft.ts';

/** Data of the whole quotation that a part needs to show its lead classes. */
export interface QuoteLines {
  lines: readonly QuoteLine[];
  chargeResult?: ChargeResult | undefined;
  /** The ship date (`YYYY-MM-DD`) for a number of working days; undefined if unknown or not promised. */
  shipsOn: (days: number) => string | undefined;
}

/** A context, so that typing in one part does not re-render the others. */
export const QuoteLinesContext = createContext<QuoteLines>({
  lines: [],
  shipsOn: () => undefined,
});
