import { fenFromYuan, type Fen } from '#domain/money.ts';
import { totalWithCharges, type Charge } from './charges.ts';
import { sumOf } from './cost.ts';
import type { Line } from './line.ts';

/** A line with what it costs the shop. */
export interface MarginLine {
  readonly line: Pick<Line, 'fen'>;
  /** For all pieces; null while unknown. */
  readonly costFen: Fen | null;
}

export interface Margin {
  /** Revenue less cost. */
  readonly fen: Fen;
  /** Percent of the revenue, rounded down to two decimals, so comparing with a limit is exact; null without revenue. */
  readonly percent: number | null;
}

/** The margin of a revenue. */
export function marginOf(revenueFen: Fen, costFen: Fen): Margin {
  const fen = revenueFen - costFen;
  if (revenueFen <= 0) return { fen, percent: null };
  // The product exceeds the safe integers.
  const [part, whole] = [BigInt(fen) * 10_000n, BigInt(revenueFen)];
  const hundredths = part / whole - (part < 0n && part % whole !== 0n ? 1n : 0n);
  return { fen, percent: Number(hundredths) / 100 };
}

/** The margin of amounts of the wire, in yuan. */
export const wireMargin = (revenue: number | string, cost: number | string): Margin =>
  marginOf(fenFromYuan(revenue), fenFromYuan(cost));

/** `68.43%`, `—` without revenue: the 毛利率 of every screen. */
export const marginPercentText = ({ percent }: Pick<Margin, 'percent'>): string =>
  percent === null ? '—' : `${percent.toFixed(2)}%`;

export interface OrderMargin {
  /** The order's total: lines, charges and discount. */
  readonly revenueFen: Fen;
  /** Sum over the priced lines; null while one of them is unknown. */
  readonly costFen: Fen | null;
  readonly margin: Margin | null;
}

/**
 * The margin of an order. Charges are revenue without a cost; parts that are declined or have no price yet count on neither side.
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
  const costFen = sumOf(priced.map(({ costFen: fen }) => fen));
  return { revenueFen, costFen, margin: costFen === null ? null : marginOf(revenueFen, costFen) };
}

/** A line of an offer with what its customer may take instead. */
export interface OfferedMarginLine extends MarginLine {
  readonly alternatives?: readonly MarginLine[];
}

/**
 * The smallest margin of an offer over all choices of alternatives, where it is below the floor; undefined where it is
 * not, or is unknown. Exact: the amount left after cost and floor is a sum over the lines, so the minimum of each line
 * gives the minimum of all choices.
 * @param floorPercent two decimals, up to 100
 */
export function marginBelow(
  lines: readonly OfferedMarginLine[],
  charges: readonly Pick<Charge, 'amountFen' | 'percent'>[],
  floorPercent: number,
): Margin | undefined {
  const discount = charges.find(({ percent }) => percent !== undefined)?.percent ?? 0;
  const kept = BigInt(10_000 - Math.round(discount * 100));
  const share = BigInt(10_000 - Math.round(floorPercent * 100));
  const left = ({ line, costFen }: MarginLine) =>
    line.fen === null || costFen === null
      ? 0n
      : BigInt(line.fen) * kept * share - BigInt(costFen) * 100_000_000n;
  const worst = lines.map(({ alternatives = [], ...own }) =>
    alternatives
      .filter(({ costFen }) => costFen !== null)
      .reduce<MarginLine>((least, way) => (left(way) < left(least) ? way : least), own),
  );
  const { margin } = orderMargin(worst, charges);
  return margin && (margin.percent === null ? margin.fen < 0 : margin.percent < floorPercent)
    ? margin
    : undefined;
}
