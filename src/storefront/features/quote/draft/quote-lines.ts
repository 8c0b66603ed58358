import { createContext } from 'react';
import type { Fen } from '#domain/money.ts';
import type { Leading } from './charges/charging.ts';
import type { QuoteLine } from './price-draft.ts';

/** The facts of the whole quotation that the lead classes of one part depend on. */
export interface QuoteLines {
  lines: readonly QuoteLine[];
  /** Absent where the shop offers only 标准. */
  leading: Leading | undefined;
  /** Keys of the parts that repeat an earlier order. */
  repeats: readonly string[];
  /** What parts add to the charges by measures, by key; absent where no rule counts them. */
  measuredFen?: ReadonlyMap<string, Fen> | undefined;
  /** The day, `YYYY-MM-DD`, on which an order of the given number of days ships; undefined where the page does not know it, or nothing is promised. */
  shipsOn: (days: number) => string | undefined;
}

/** Read by the few parts that show them, so that typing in one part does not draw the others. */
export const QuoteLinesContext = createContext<QuoteLines>({
  lines: [],
  leading: undefined,
  repeats: [],
  shipsOn: () => undefined,
});
