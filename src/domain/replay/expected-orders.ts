import type { Fen } from '#domain/money.ts';
import type { BookTotals } from './replayed.ts';
import { levelOf, type PriceLevel } from './win-rates.ts';
import { MIN_OBSERVATIONS } from './wilson.ts';

/** A number of orders with its 90 % interval. */
export interface Estimate {
  readonly orders: number;
  readonly low: number;
  readonly high: number;
}

/** The expected number of orders if quotations with new prices were accepted as often as others of their new price level. */
export interface ExpectedOrders {
  /** Answered quotations that both books can price. */
  readonly quotations: number;
  /** Answered quotations that the formula or a book cannot price. */
  readonly unpriced: number;
  /** Those of `quotations` that change their price level. */
  readonly moved: number;
  /** Those of `quotations` from or to a level with fewer than 200 answers; excluded from the estimate. */
  readonly unknown: number;
  /** With current prices, with new prices, and the difference; null without enough data. */
  readonly estimate: {
    readonly before: Estimate;
    readonly after: Estimate;
    readonly change: Estimate;
  } | null;
}

/** An estimate may exclude at most this share of the quotations that change their level. */
const MAX_UNKNOWN = 0.1;

/**
 * An answered quotation: its total, the formula's price when it was quoted, and its totals in both books, undefined if
 * they cannot price it.
 */
export interface QuotedInBooks {
  readonly totalFen: Fen;
  readonly formulaFen: Fen;
  readonly compared: BookTotals | undefined;
}

/**
 * Counts how quotations would change their price level, which is the total ÷ the formula's price when quoted, times the
 * ratio of the books. Memory depends only on the number of levels.
 */
export function createExpectedOrders(): {
  add(quoted: QuotedInBooks): void;
  /** @param levels the acceptance rates of the same quotations, by their quoted price ÷ the formula's price */
  result(levels: readonly PriceLevel[]): ExpectedOrders;
} {
  /** Quotations by the indices of their levels, before and after. */
  const transitions = new Map<string, { from: number; to: number; count: number }>();
  let unpriced = 0;
  return {
    add({ totalFen, formulaFen, compared }) {
      if (formulaFen <= 0 || !compared || compared.beforeFen <= 0) {
        unpriced += 1;
        return;
      }
      const ratio = totalFen / formulaFen;
      const from = levelOf('formula', ratio);
      const to = levelOf('formula', (ratio * compared.afterFen) / compared.beforeFen);
      const existing = transitions.get(`${from}/${to}`);
      if (existing) existing.count += 1;
      else transitions.set(`${from}/${to}`, { from, to, count: 1 });
    },
    result: (levels) => expectedOf([...transitions.values()], levels, unpriced),
  };
}

function expectedOf(
  transitions: readonly { from: number; to: number; count: number }[],
  levels: readonly PriceLevel[],
  unpriced: number,
): ExpectedOrders {
  const isKnown = (level: number) => levels[level]?.rate != null;
  const countOf = (counted: typeof transitions) => counted.reduce((sum, { count }) => sum + count, 0);
  const estimable = transitions.filter(({ from, to }) => isKnown(from) && isKnown(to));
  const countMoved = (counted: typeof transitions) => countOf(counted.filter(({ from, to }) => from !== to));
  const moved = countMoved(transitions);
  const quotations = countOf(transitions);
  const hasEnoughData =
    countOf(estimable) >= MIN_OBSERVATIONS && moved - countMoved(estimable) <= MAX_UNKNOWN * moved;
  const weights = (side: 'from' | 'to') =>
    levels.map((_, level) => countOf(estimable.filter((transition) => transition[side] === level)));
  const [before, after] = [weights('from'), weights('to')];
  return {
    quotations,
    unpriced,
    moved,
    unknown: quotations - countOf(estimable),
    estimate: hasEnoughData
      ? {
          before: estimateOf(before, levels),
          after: estimateOf(after, levels),
          change: estimateOf(
            after.map((weight, level) => weight - (before[level] ?? 0)),
            levels,
          ),
        }
      : null,
  };
}

/**
 * A weighted sum of independent acceptance rates with its 90 % interval: adds the squares of the weighted distances
 * from each rate to the limits of its own interval (G. Y. Zou, G. Huang and X. Zhang, 2009, after R. G. Newcombe).
 */
function estimateOf(weights: readonly number[], levels: readonly PriceLevel[]): Estimate {
  let [orders, below, above] = [0, 0, 0];
  for (const [level, weight] of weights.entries()) {
    const rate = levels[level]?.rate;
    if (!rate || weight === 0) continue;
    const { share, low, high } = rate;
    orders += weight * share;
    const [down, up] = weight > 0 ? [share - low, high - share] : [high - share, share - low];
    below += (weight * down) ** 2;
    above += (weight * up) ** 2;
  }
  return { orders, low: orders - Math.sqrt(below), high: orders + Math.sqrt(above) };
}
