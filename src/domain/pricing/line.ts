import { fenFromYuan, yuanFromFen, type Fen } from '#domain/money.ts';
import { pricesFromTrace } from './price-item.ts';
import { sumItems } from './sum-items.ts';
import type { ItemFigures, OrderPrice, PriceTrace, TraceStep } from './types.ts';

/** The price and days of a line in its order. */
export interface Line {
  /** Where the price comes from: the formula or the last step. */
  state: 'formula' | TraceStep['kind'];
  /** For all pieces; null without a price. */
  fen: Fen | null;
  /** Days for all pieces; 0 without a price. */
  days: number;
}

/**
 * The figures of a line from its trace only: the formula's, or those of the last step.
 * @throws PricingError like `pricesFromTrace`
 */
export function lineFromTrace(trace: PriceTrace): Line {
  return lineOf(pricesFromTrace(trace), trace.steps);
}

/** The line that results from the formula's figures and these steps. */
export function lineOf(
  { subTotalFen, deliveryDays }: Pick<ItemFigures, 'subTotalFen' | 'deliveryDays'>,
  steps: readonly TraceStep[] = [],
): Line {
  const step = steps.at(-1);
  if (!step) return { state: 'formula', fen: subTotalFen, days: deliveryDays };
  if (step.kind === 'price') return { state: 'price', fen: fenFromYuan(step.amount), days: step.days };
  return { state: step.kind, fen: null, days: 0 };
}

/** A price set by staff as a step of a trace. */
export const priceStep = ({
  amountFen,
  days,
  reason,
  by,
}: Record<'reason' | 'by', string> & { amountFen: Fen; days: number }): TraceStep => ({
  kind: 'price',
  amount: yuanFromFen(amountFen),
  days,
  reason,
  by,
});

/** The trace with one more step. */
export const withStep = (trace: PriceTrace, step: TraceStep): PriceTrace => ({
  ...trace,
  version: 2,
  steps: [...(trace.steps ?? []), step],
});

/**
 * The sum of the lines with a price, and their longest delivery time.
 * @throws PricingError `total_out_of_range`
 */
export function totalOfLines(lines: readonly Pick<Line, 'fen' | 'days'>[]): OrderPrice {
  return sumItems(lines.map(({ fen, days }) => ({ subTotalFen: fen ?? 0, deliveryDays: days })));
}
