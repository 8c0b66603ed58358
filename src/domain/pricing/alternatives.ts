import type { Fen } from '#domain/money.ts';
import { orderDaysIn } from '#domain/lead/lead-charge.ts';
import type { OrderLead } from '#domain/lead/lead-class.ts';
import { discountOn, remainingDayCharges, totalWithCharges, type Charge } from './charges.ts';
import { lineFromTrace, priceStep, withStep, type Line } from './line.ts';
import { quantityFactor } from './price-basis.ts';
import { figuresInYuan, pricesFromTrace } from './price-item.ts';
import type { OrderPrice, PriceTrace } from './types.ts';

/**
 * Another quantity or variant of a line, offered in addition to it. The customer chooses the line or one of its alternatives;
 * until then the line counts.
 */
export interface Alternative {
  /** From 1, within its offer. */
  readonly no: number;
  readonly lineNo: number;
  /** Pieces. */
  readonly num: number;
  /** Differences other than the quantity, for the customer; may be empty. */
  readonly label: string;
  /** For all pieces. */
  readonly amountFen: Fen;
  /** Days for all pieces. */
  readonly days: number;
  /** The user who set the price. */
  readonly by: string;
}

/** The display name of an alternative: `20 件，改用 6061`. */
export const alternativeTitle = ({ num, label }: Pick<Alternative, 'num' | 'label'>): string =>
  [`${num} 件`, label].filter(Boolean).join('，');

/**
 * The formula's trace of a part in another quantity, without the decisions of staff.
 * @throws PricingError like `pricesFromTrace`
 */
export function traceOfQuantity({ steps: _steps, ...formula }: PriceTrace, num: number): PriceTrace {
  const trace: PriceTrace = {
    ...formula,
    version: 1,
    num,
    quantityFactor: quantityFactor(num, formula.quantityExponent),
    timeFactor: num ** formula.speed,
  };
  return { ...trace, ...figuresInYuan(pricesFromTrace(trace)) };
}

/**
 * The trace of a line after the customer has chosen this alternative.
 * @throws PricingError like `pricesFromTrace`
 */
export function traceOfAlternative(
  trace: PriceTrace,
  alternative: Pick<Alternative, 'num' | 'label' | 'amountFen' | 'days' | 'by'>,
): PriceTrace {
  const { num, amountFen, days, by } = alternative;
  const formula = traceOfQuantity(trace, num);
  // A part without a formula price has none in another quantity either.
  const unpriced = trace.steps?.find((step) => step.kind === 'open' && !step.isHeld);
  const reason = alternativeTitle(alternative);
  return withStep(
    unpriced ? withStep(formula, unpriced) : formula,
    priceStep({ amountFen, days, reason, by }),
  );
}

/**
 * The price of an order with the chosen alternatives instead of their lines. Discounts apply to the chosen lines; other charges
 * do not change.
 * @throws PricingError `total_out_of_range`
 */
export function priceWithAlternatives(
  lines: readonly (Pick<Line, 'fen' | 'days'> & { lineNo: number })[],
  charges: readonly Pick<Charge, 'amountFen' | 'percent'>[],
  chosen: readonly Pick<Alternative, 'lineNo' | 'amountFen' | 'days'>[],
): OrderPrice {
  const counted = lines.map((line) => {
    const alternative = chosen.find(({ lineNo }) => lineNo === line.lineNo);
    return alternative ? { fen: alternative.amountFen, days: alternative.days } : line;
  });
  return totalWithCharges(counted, charges);
}

/** An order after the customer has chosen alternatives. */
export interface ChosenOrder<T> {
  lines: T[];
  charges: Charge[];
  total: OrderPrice;
}

/**
 * Replaces lines with the chosen alternatives. Discounts are recomputed for these lines; other charges do not change. Day
 * charges remain only if the formula still gives the days of a line.
 * @param lead lead class of the order; null for 标准
 * @throws PricingError `total_out_of_range`
 */
export function applyAlternatives<T extends { lineNo: number; num: number; trace: PriceTrace }>(
  lines: readonly T[],
  charges: readonly Charge[],
  chosen: readonly Alternative[],
  lead: OrderLead | null = null,
): ChosenOrder<T> {
  const chosenLines = lines.map((line) => {
    const alternative = chosen.find(({ lineNo }) => lineNo === line.lineNo);
    if (!alternative) return line;
    return { ...line, num: alternative.num, trace: traceOfAlternative(line.trace, alternative) };
  });
  const counted = chosenLines.map(({ trace }) => lineFromTrace(trace));
  const dayCharges = new Set(remainingDayCharges(charges, counted));
  const remaining = charges.filter((charge) => charge.kind !== 'days' || dayCharges.has(charge));
  const newCharges = remaining.map(({ percent, reason, by, ...charge }) =>
    percent === undefined ? { ...charge, reason, by } : discountOn(counted, { percent, reason, by }),
  );
  const total = totalWithCharges(counted, newCharges);
  return {
    lines: chosenLines,
    charges: newCharges,
    total: { ...total, deliveryDays: orderDaysIn(lead, counted, newCharges) },
  };
}
