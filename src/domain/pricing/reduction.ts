import type { Fen } from '#domain/money.ts';
import { percentOf, sumOfCharges, type Charge } from './charges.ts';
import type { Line } from './line.ts';
import { pricesFromTrace } from './price-item.ts';
import type { PriceTrace } from './types.ts';

/** A line of an offer, with the formula's price. */
export interface ReducibleLine {
  line: Pick<Line, 'fen'>;
  /** For all pieces; null where the formula has no price. */
  automaticFen: Fen | null;
  /** The alternatives of the line; the most reduced choice counts. */
  alternatives?: readonly Pick<ReducibleLine, 'line' | 'automaticFen'>[];
}

/** By how much an offer is below the automatic price. */
export interface Reduction {
  /** The automatic price of the lines that the offer prices, with the charges by rules; a line without one counts with the price that staff gave. */
  automaticFen: Fen;
  /** Largest possible discount in percent (0–100). Rounded up to two decimals, so comparing with a limit is exact. */
  percent: number;
}

/** A limit that nothing exceeds: no offer is cheaper than free. */
export const NO_DISCOUNT_LIMIT = 100;

/**
 * The formula's price for all pieces, whatever staff decided since; null where it has none.
 * @throws PricingError like `pricesFromTrace`
 */
export const automaticFenOf = (trace: PriceTrace): Fen | null =>
  trace.steps?.some((step) => step.kind === 'open' && !step.isHeld) === true
    ? null
    : pricesFromTrace(trace).subTotalFen;

/**
 * The whole reduction of an offer against its automatic price, which is that of the priced lines with the charges by rules:
 * manual prices, the discount and dropped charges together. Dearer lines make up for cheaper ones and for dropped charges;
 * charges make up for nothing. Assumes that the customer takes the alternatives with the largest discount. Exact: a discount
 * counts before it is rounded to fen.
 * @param charges of the offer
 * @param before the charges of the order when rules last charged it; those by hand and of a lead class do not count
 */
export function reductionOf(
  lines: readonly ReducibleLine[],
  charges: readonly Charge[],
  before: readonly Charge[] = [],
): Reduction {
  const ruled = before.filter(({ ruleId }) => ruleId !== undefined);
  const beside = chargesBeside(lines, charges, ruled);
  const linesFen = lines.reduce((sum, one) => sum + Number(sumsOf(one).automatic), 0);
  const ruledPercent = discountIn(ruled);
  const automaticFen = linesFen - percentOf(linesFen, ruledPercent) + Number(beside.automatic);
  const weights = { automatic: keptOf(ruledPercent), offered: keptOf(discountIn(charges)) };
  const { automatic, offered } = lowestShare(lines, weights, {
    automatic: beside.automatic * WHOLE,
    offered: beside.offered * WHOLE,
  });
  const reduced = automatic - offered;
  if (reduced <= 0n) return { automaticFen, percent: 0 };
  const hundredths = (reduced * WHOLE + automatic - 1n) / automatic;
  return { automaticFen, percent: Number(hundredths) / 100 };
}

/** Hundredths of a percent. */
const WHOLE = 10_000n;

/** The discount of a lead class has no percentage, and nobody decided on it. */
const discountIn = (charges: readonly Charge[]): number =>
  charges.find(({ percent }) => percent !== undefined)?.percent ?? 0;

const keptOf = (percent: number): bigint => WHOLE - BigInt(Math.round(percent * 100));

/** The charges by rules, and the part of each kind that remains in the offer. Manual prices count towards a minimum. */
function chargesBeside(
  lines: readonly ReducibleLine[],
  charges: readonly Charge[],
  ruled: readonly Charge[],
): Sums {
  const byHandFen = lines.reduce(
    (sum, { line: { fen }, automaticFen }) => sum + (automaticFen === null ? (fen ?? 0) : 0),
    0,
  );
  const kinds = [...new Set(ruled.map(({ kind }) => kind))].filter((kind) => kind !== 'discount');
  return totalOf(
    kinds.map((kind) => {
      const asked = fenOfKind(ruled, kind) - (kind === 'minimum' ? byHandFen : 0);
      const automatic = Math.max(0, asked);
      const offered = Math.min(automatic, fenOfKind(charges, kind));
      return { automatic: BigInt(automatic), offered: BigInt(offered) };
    }),
  );
}

const fenOfKind = (charges: readonly Charge[], kind: Charge['kind']): Fen =>
  sumOfCharges(charges.filter((charge) => charge.kind === kind && charge.leadClassId === undefined));

interface Sums {
  automatic: bigint;
  offered: bigint;
}

/**
 * The sums of the choice whose offered sum is the smallest share of the automatic one: improves the choice until none
 * is better (Dinkelbach, 1967). Lines are weighted; charges are not.
 */
function lowestShare(lines: readonly ReducibleLine[], weights: Sums, beside: Sums): Sums {
  const weighted = (one: Parameters<typeof sumsOf>[0]): Sums => {
    const { automatic, offered } = sumsOf(one);
    return { automatic: automatic * weights.automatic, offered: offered * weights.offered };
  };
  const choices = [
    { own: beside, ways: [beside] },
    ...lines.map(({ alternatives = [], ...own }) => ({
      own: weighted(own),
      ways: [own, ...alternatives].map(weighted),
    })),
  ];
  // Zero has no shares: choices with an automatic price come first.
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
