import type { Fen } from '#domain/money.ts';
import { percentOf, sumOfCharges, type Charge } from './charges.ts';
import type { Line } from './line.ts';
import { pricesFromTrace } from './price-item.ts';
import type { PriceTrace } from './types.ts';

/** A line of an offer, and the formula's price. */
export interface OfferedLine {
  line: Pick<Line, 'fen'>;
  /** For all pieces; null where the formula has no price. */
  automaticFen: Fen | null;
  /** The alternatives of the line; the choice with the largest reduction counts. */
  alternatives?: readonly Pick<OfferedLine, 'line' | 'automaticFen'>[];
}

/** By how much an offer is below the automatic price. */
export interface Reduction {
  /** The formula's price of the priced lines, with the rule charges. A line without one counts with its manual price. */
  automaticFen: Fen;
  /** The largest possible reduction in percent (0–100); rounded up to two decimals, so that comparing with a limit is exact. */
  percent: number;
}

/** A limit that no reduction exceeds. */
export const NO_DISCOUNT_LIMIT = 100;

/**
 * The formula's price for all pieces, regardless of later decisions of staff; null where it has none.
 * @throws PricingError like `pricesFromTrace`
 */
export const automaticFenOf = (trace: PriceTrace): Fen | null =>
  trace.steps?.some((step) => step.kind === 'open' && !step.isHeld) === true
    ? null
    : pricesFromTrace(trace).subTotalFen;

/**
 * The total reduction of an offer from its automatic price through manual prices, the discount and dropped charges. Dearer lines
 * offset cheaper ones and dropped charges; additional charges offset nothing. Assumes that the customer chooses the alternatives
 * with the largest reduction. Exact: discounts count unrounded.
 * @param charges the charges of the offer
 * @param before the charges of the order when rules were last applied; only rule charges count
 */
export function reductionOf(
  lines: readonly OfferedLine[],
  charges: readonly Charge[],
  before: readonly Charge[] = [],
): Reduction {
  const ruleCharges = before.filter(({ ruleId }) => ruleId !== undefined);
  const chargeSums = remainingCharges(lines, charges, ruleCharges);
  const linesFen = lines.reduce((sum, line) => sum + Number(sumsOf(line).automatic), 0);
  const rulePercent = discountIn(ruleCharges);
  const automaticFen = linesFen - percentOf(linesFen, rulePercent) + Number(chargeSums.automatic);
  const weights = { automatic: paidFraction(rulePercent), offered: paidFraction(discountIn(charges)) };
  const { automatic, offered } = lowestRatio(lines, weights, {
    automatic: chargeSums.automatic * HUNDRED_PERCENT,
    offered: chargeSums.offered * HUNDRED_PERCENT,
  });
  const reduced = automatic - offered;
  if (reduced <= 0n) return { automaticFen, percent: 0 };
  const hundredths = (reduced * HUNDRED_PERCENT + automatic - 1n) / automatic;
  return { automaticFen, percent: Number(hundredths) / 100 };
}

/** 100 % in hundredths of a percent. */
const HUNDRED_PERCENT = 10_000n;

/** The discount of a lead class has no percentage and is not a decision of staff. */
const discountIn = (charges: readonly Charge[]): number =>
  charges.find(({ percent }) => percent !== undefined)?.percent ?? 0;

const paidFraction = (percent: number): bigint => HUNDRED_PERCENT - BigInt(Math.round(percent * 100));

/** The rule charges, and how much of each kind remains in the offer. Manual prices count towards a minimum. */
function remainingCharges(
  lines: readonly OfferedLine[],
  charges: readonly Charge[],
  ruleCharges: readonly Charge[],
): Sums {
  const manualFen = lines.reduce(
    (sum, { line: { fen }, automaticFen }) => sum + (automaticFen === null ? (fen ?? 0) : 0),
    0,
  );
  const kinds = [...new Set(ruleCharges.map(({ kind }) => kind))].filter((kind) => kind !== 'discount');
  return totalOf(
    kinds.map((kind) => {
      const due = fenOfKind(ruleCharges, kind) - (kind === 'minimum' ? manualFen : 0);
      const automatic = Math.max(0, due);
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
 * The sums of the choice with the smallest ratio offered ÷ automatic: improves the choice until none is better (Dinkelbach, 1967).
 * Lines are weighted; charges are not.
 */
function lowestRatio(lines: readonly OfferedLine[], weights: Sums, charges: Sums): Sums {
  const weighted = (line: Parameters<typeof sumsOf>[0]): Sums => {
    const { automatic, offered } = sumsOf(line);
    return { automatic: automatic * weights.automatic, offered: offered * weights.offered };
  };
  // `asOffered`: the sums of the line itself; `options`: these and those of its alternatives.
  const choices = [
    { asOffered: charges, options: [charges] },
    ...lines.map(({ alternatives = [], ...offeredLine }) => ({
      asOffered: weighted(offeredLine),
      options: [offeredLine, ...alternatives].map(weighted),
    })),
  ];
  // A ratio needs an automatic price above 0, so choices that have one come first.
  let best = totalOf(
    choices.map(({ asOffered, options }) => options.find(({ automatic }) => automatic > 0n) ?? asOffered),
  );
  for (;;) {
    const { automatic, offered } = best;
    const excess = (sums: Sums) => sums.offered * automatic - sums.automatic * offered;
    const next = totalOf(
      choices.map(({ asOffered, options }) =>
        options.reduce((lowest, option) => (excess(option) < excess(lowest) ? option : lowest), asOffered),
      ),
    );
    if (excess(next) >= 0n) return best;
    best = next;
  }
}

const NO_SUMS: Sums = { automatic: 0n, offered: 0n };

const sumsOf = ({ line: { fen }, automaticFen }: Pick<OfferedLine, 'line' | 'automaticFen'>): Sums =>
  fen === null ? NO_SUMS : { automatic: BigInt(automaticFen ?? fen), offered: BigInt(fen) };

const totalOf = (sums: readonly Sums[]): Sums =>
  sums.reduce(
    (sum, { automatic, offered }) => ({
      automatic: sum.automatic + automatic,
      offered: sum.offered + offered,
    }),
    NO_SUMS,
  );
