import type { Fen } from '#domain/money.ts';
import type { Charge } from './charges.ts';
import type { Line } from './line.ts';
import { pricesFromTrace } from './price-item.ts';
import type { PriceTrace } from './types.ts';

/** A line of an offer beside what the formula asks for it. */
export interface ReducibleLine {
  line: Pick<Line, 'fen'>;
  /** For all pieces; null where the formula has no price. */
  automaticFen: Fen | null;
  /** What the customer may take instead; the most reduced choice counts. */
  alternatives?: readonly Pick<ReducibleLine, 'line' | 'automaticFen'>[];
}

/** By how much an offer is below the automatic price. */
export interface Reduction {
  /** The automatic price of the lines that the offer prices; a line without one counts with the price that a person gave. */
  automaticFen: Fen;
  /** Of that sum, or of the choice of alternatives that reduces most: 0–100, rounded up to two decimals: at most a limit of two decimals exactly when the exact figure is. */
  percent: number;
}

/** A limit that nothing exceeds: no offer is cheaper than free. */
export const NO_DISCOUNT_LIMIT = 100;

/**
 * What the formula asks for all pieces, whatever a person decided since; null where it has no price.
 * @throws PricingError like `pricesFromTrace`
 */
export const automaticFenOf = (trace: PriceTrace): Fen | null =>
  trace.steps?.some((step) => step.kind === 'open' && !step.isHeld) === true
    ? null
    : pricesFromTrace(trace).subTotalFen;

/**
 * The whole reduction of an offer: prices by hand and the discount together, against the automatic price of the priced
 * lines. Dearer lines make up for cheaper ones; charges make up for nothing. Of alternatives the customer takes those that
 * reduce the whole most. Exact: a discount counts before it is rounded to fen.
 */
export function reductionOf(lines: readonly ReducibleLine[], charges: readonly Charge[]): Reduction {
  const automaticFen = lines.reduce((sum, one) => sum + Number(sumsOf(one).automatic), 0);
  const { automatic, offered } = lowestShare(lines);
  // That of a lead class has no percentage: no person gave it.
  const discount = charges.find(({ percent }) => percent !== undefined)?.percent ?? 0;
  const keptHundredths = 10_000n - BigInt(Math.round(discount * 100));
  const reduced = automatic * 10_000n - offered * keptHundredths;
  if (reduced <= 0n) return { automaticFen, percent: 0 };
  const hundredths = (reduced + automatic - 1n) / automatic;
  return { automaticFen, percent: Number(hundredths) / 100 };
}

interface Sums {
  automatic: bigint;
  offered: bigint;
}

/**
 * The sums of the choice whose offered sum is the smallest share of the automatic one: from one choice to a better one,
 * until none is better (Dinkelbach, 1967).
 */
function lowestShare(lines: readonly ReducibleLine[]): Sums {
  const choices = lines.map(({ alternatives = [], ...own }) => ({
    own: sumsOf(own),
    ways: [own, ...alternatives].map(sumsOf),
  }));
  // Nothing is a share of zero: the first choice is of ways with an automatic price.
  let best = totalOf(choices.map(({ own, ways }) => ways.find(({ automatic }) => automatic > 0n) ?? own));
  for (;;) {
    const { automatic, offered } = best;
    const excess = (sums: Sums) => sums.offered * automatic - sums.automatic * offered;
    const next = totalOf(
      choices.map(({ own, ways }) =>
        ways.reduce((least, way) => (excess(way) < excess(least) ? way : least), own),
      ),
    );
    if (excess(next) >= 0n) return best;
    best = next;
  }
}

const NOTHING: Sums = { automatic: 0n, offered: 0n };

const sumsOf = ({ line: { fen }, automaticFen }: Pick<ReducibleLine, 'line' | 'automaticFen'>): Sums =>
  fen === null ? NOTHING : { automatic: BigInt(automaticFen ?? fen), offered: BigInt(fen) };

const totalOf = (parts: readonly Sums[]): Sums =>
  parts.reduce(
    (sum, { automatic, offered }) => ({
      automatic: sum.automatic + automatic,
      offered: sum.offered + offered,
    }),
    NOTHING,
  );
