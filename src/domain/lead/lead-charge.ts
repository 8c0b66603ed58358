import { formatFen, round2, type Fen } from '#domain/money.ts';
import { addedDays, type Charge } from '#domain/pricing/charges.ts';
import type { Line } from '#domain/pricing/line.ts';
import {
  fenOfFractions,
  FRACTIONS_PER_FEN,
  hundredthsOf,
  SHARES_PER_PRICE,
  shareOf,
} from '#domain/pricing/shares.ts';
import type { PriceTrace } from '#domain/pricing/types.ts';
import { leadTitle, STANDARD, type LeadTerms, type OrderLead } from './lead-class.ts';

/** The fields of an order line that the charge of a lead class depends on. */
export interface MachinedLine extends Pick<PriceTrace, 'machiningPrice' | 'unit'> {
  /** The amount of the line; null without a price. */
  readonly fen: Fen | null;
  /** Staff set its price, so the class adds nothing to it. */
  readonly isManual: boolean;
}

export const machinedLine = (
  { machiningPrice, unit }: PriceTrace,
  { fen, state }: Pick<Line, 'fen' | 'state'>,
): MachinedLine => ({ machiningPrice, unit, fen, isManual: state === 'price' });

/** The sums of an order's lines that the charge of a lead class depends on. */
export interface LeadSums {
  /** Sum over the lines with a price. */
  readonly sumFen: Fen;
  /** The machining cost in the lines that the formula prices, in 10^-12 fen. */
  readonly machining: bigint;
}

export const NO_LINES: LeadSums = { sumFen: 0, machining: 0n };

/** The sums with one more line. */
export const withLine = ({ sumFen, machining }: LeadSums, line: MachinedLine): LeadSums => ({
  sumFen: sumFen + (line.fen ?? 0),
  machining: machining + machiningOf(line),
});

/** The amount of the lines after the discount. */
interface DiscountedLines {
  /** Discount on the lines, in percent. */
  percent: number;
  /** In 10^-16 fen, with each finish raised to its minimum; default: the lines less the discount. */
  fractions?: bigint | undefined;
}

const UNDISCOUNTED: DiscountedLines = { percent: 0 };

/**
 * The amount that a lead class adds to an order: a percentage of the machining in the lines that the formula prices,
 * rounded half up. A deduction applies to the machining after the discount. It is the difference between the rounded
 * totals with and without it, so that no total is negative and a larger quantity is never cheaper.
 */
export function leadFen(
  { percent }: Pick<LeadTerms, 'percent'>,
  { sumFen, machining }: LeadSums,
  { percent: discount, fractions }: DiscountedLines = UNDISCOUNTED,
): Fen {
  if (percent === 0) return 0;
  if (percent > 0)
    return Number((machining * hundredthsOf(percent) + FRACTIONS_PER_FEN / 2n) / FRACTIONS_PER_FEN);
  const paidShare = hundredthsOf(100 - discount);
  const before = fractions ?? BigInt(sumFen) * paidShare * BigInt(SHARES_PER_PRICE);
  const deducted = (machining * paidShare * hundredthsOf(-percent)) / 10_000n;
  return Number(fenOfFractions(before - deducted) - fenOfFractions(before));
}

/** The charge of a lead class; undefined when it is 0. */
export function leadCharge(lead: OrderLead, sums: LeadSums, discounted: DiscountedLines): Charge | undefined {
  const { id, percent } = lead;
  const fen = leadFen(lead, sums, discounted);
  if (fen === 0) return undefined;
  const isAfterDiscount = percent < 0 && discounted.percent > 0;
  const paidFraction = isAfterDiscount ? (100 - discounted.percent) / 100 : 1;
  // For the text only.
  const baseFen = Math.round((Number(sums.machining) / SHARES_PER_PRICE) * paidFraction);
  return {
    kind: percent > 0 ? 'express' : 'discount',
    label: leadTitle(lead),
    amountFen: fen,
    reason: `${isAfterDiscount ? '折后' : ''}加工基价部分 ${formatFen(baseFen)} 的 ${Math.abs(percent)}%，不含工艺选项`,
    by: '',
    leadClassId: id,
  };
}

/** Caches results, because lines are counted repeatedly: for each class, and for each quantity of another part. */
const cache = new WeakMap<MachinedLine, bigint>();

/** The machining in a line, in 10^-12 fen. */
function machiningOf(line: MachinedLine): bigint {
  const cached = cache.get(line);
  if (cached !== undefined) return cached;
  const { fen, isManual, machiningPrice, unit } = line;
  const machining = fen === null || isManual ? 0n : BigInt(fen) * shareOf(machiningPrice, unit);
  cache.set(line, machining);
  return machining;
}

/**
 * The longest delivery time of the lines that the formula prices, and of those priced by staff, in a lead class. Only
 * the former is multiplied by the factor.
 */
export interface LongestDays {
  readonly formula: number;
  readonly manual: number;
}

const NO_DAYS: LongestDays = { formula: 0, manual: 0 };

/** @param others the longest days of other lines of the order */
export function longestDays(
  { factor }: Pick<LeadTerms, 'factor'>,
  lines: readonly (Pick<Line, 'days'> & Pick<MachinedLine, 'isManual'>)[],
  others = NO_DAYS,
): LongestDays {
  let { formula, manual } = others;
  for (const line of lines)
    if (line.isManual) manual = Math.max(manual, line.days);
    else formula = Math.max(formula, round2(line.days * factor));
  return { formula, manual };
}

/** The days of an order; two decimals. Charges add the same number of days to the formula's days in every lead class. */
export const orderDays = (
  { formula, manual }: LongestDays,
  charges: readonly Pick<Charge, 'days'>[],
): number => Math.max(manual, round2(formula + addedDays(charges)));

/** The days of an order with these lines and charges; default lead class: 标准. */
export const orderDaysIn = (
  lead: Pick<LeadTerms, 'factor'> | null | undefined,
  lines: readonly Pick<Line, 'days' | 'state'>[],
  charges: readonly Pick<Charge, 'days'>[],
): number =>
  orderDays(
    longestDays(
      lead ?? STANDARD,
      lines.map(({ days, state }) => ({ days, isManual: state === 'price' })),
    ),
    charges,
  );

/** Adds the charge of the lead class to the charges of an offer. */
export function withLeadCharge(
  lead: OrderLead | null | undefined,
  charges: Charge[],
  traces: readonly PriceTrace[],
  lines: readonly Line[],
): Charge[] {
  if (!lead) return charges;
  const discount = charges.find(({ percent }) => percent !== undefined);
  const machined = lines.flatMap((line, index) => {
    const trace = traces[index];
    return trace ? [machinedLine(trace, line)] : [];
  });
  const sums = machined.reduce(withLine, NO_LINES);
  const added = leadCharge(lead, sums, { percent: discount?.percent ?? 0 });
  return added ? [...charges, added] : charges;
}
