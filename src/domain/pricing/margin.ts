import { fenFromYuan, type Fen } from '#domain/money.ts';
import { totalWithCharges, type Charge } from './charges.ts';
import { sumOrNull } from './cost.ts';
import type { Line } from './line.ts';

/** A line and its cost. */
export interface MarginLine {
  readonly line: Pick<Line, 'fen'>;
  /** For all pieces; null while unknown. */
  readonly costFen: Fen | null;
}

export interface Margin {
  /** Revenue less cost. */
  readonly fen: Fen;
  /** Percent of the revenue; rounded down to two decimals, so that comparing with a limit is exact; null without revenue. */
  readonly percent: number | null;
}

export function marginOf(revenueFen: Fen, costFen: Fen): Margin {
  const fen = revenueFen - costFen;
  if (revenueFen <= 0) return { fen, percent: null };
  // The product can exceed the safe integers.
  const [part, whole] = [BigInt(fen) * 10_000n, BigInt(revenueFen)];
  const hundredths = part / whole - (part < 0n && part % whole !== 0n ? 1n : 0n);
  return { fen, percent: Number(hundredths) / 100 };
}

/** Like `marginOf`, for amounts in yuan. */
export const marginOfYuan = (revenue: number | string, cost: number | string): Margin =>
  marginOf(fenFromYuan(revenue), fenFromYuan(cost));

/** The 毛利率 as text: `68.43%`; `—` without revenue. */
export const marginPercentText = ({ percent }: Pick<Margin, 'percent'>): string =>
  percent === null ? '—' : `${percent.toFixed(2)}%`;

export interface OrderMargin {
  /** The order's total: lines, charges and discount. */
  readonly revenueFen: Fen;
  /** The sum of the priced lines; null while one of them is unknown. */
  readonly costFen: Fen | null;
  readonly margin: Margin | null;
}

/**
 * The margin of an order. Charges are revenue without a cost; parts without a price count neither as revenue nor as cost.
 * @throws PricingError `total_out_of_range`
 */
export function orderMargin(
  lines: readonly MarginLine[],
  charges: readonly Pick<Charge, 'amountFen' | 'percent'>[],
): OrderMargin {
  const priced = lines.filter(({ line }) => line.fen !== null);
  const revenueFen = totalWithCharges(
    priced.map(({ line }) => ({ fen: line.fen, days: 0 })),
    charges,
  ).totalFen;
  const costFen = sumOrNull(priced.map(({ costFen: fen }) => fen));
  return { revenueFen, costFen, margin: costFen === null ? null : marginOf(revenueFen, costFen) };
}

/** A line of an offer and its alternatives. */
export interface OfferedMarginLine extends MarginLine {
  readonly alternatives?: readonly MarginLine[];
}

/**
 * The smallest margin over all choices of alternatives, if it is below the floor; undefined if it is not, or is unknown. Exact:
 * revenue less cost and floor is a sum over the lines, so the minimum of each line gives the minimum of all choices.
 * @param floorPercent two decimals, up to 100
 */
export function marginBelowFloor(
  lines: readonly OfferedMarginLine[],
  charges: readonly Pick<Charge, 'amountFen' | 'percent'>[],
  floorPercent: number,
): Margin | undefined {
  const discount = charges.find(({ percent }) => percent !== undefined)?.percent ?? 0;
  // In hundredths of a percent, so that whole numbers suffice.
  const paidShare = BigInt(10_000 - Math.round(discount * 100));
  const maxCostShare = BigInt(10_000 - Math.round(floorPercent * 100));
  const surplus = ({ line, costFen }: MarginLine) =>
    line.fen === null || costFen === null
      ? 0n
      : BigInt(line.fen) * paidShare * maxCostShare - BigInt(costFen) * 100_000_000n;
  const lowestMarginLines = lines.map(({ alternatives = [], ...offered }) =>
    alternatives
      .filter(({ costFen }) => costFen !== null)
      .reduce<MarginLine>(
        (lowest, candidate) => (surplus(candidate) < surplus(lowest) ? candidate : lowest),
        offered,
      ),
  );
  const { margin } = orderMargin(lowestMarginLines, charges);
  return margin && (margin.percent === null ? margin.fen < 0 : margin.percent < floorPercent)
    ? margin
    : undefined;
}
