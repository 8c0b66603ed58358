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
}

/** By how much an offer is below the automatic price. */
export interface Reduction {
  /** The automatic price of the lines that the offer prices; a line without one counts with the price that a person gave. */
  automaticFen: Fen;
  /** Of that sum, 0–100, rounded up to two decimals: at most a limit of two decimals exactly when the exact figure is. */
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
 * lines. Dearer lines make up for cheaper ones; charges make up for nothing. Exact: a discount counts before it is rounded
 * to fen.
 */
export function reductionOf(lines: readonly ReducibleLine[], charges: readonly Charge[]): Reduction {
  let automatic = 0n;
  let offered = 0n;
  for (const { line, automaticFen } of lines) {
    if (line.fen === null) continue;
    automatic += BigInt(automaticFen ?? line.fen);
    offered += BigInt(line.fen);
  }
  const discount = charges.find(({ kind }) => kind === 'discount')?.percent ?? 0;
  const keptHundredths = 10_000n - BigInt(Math.round(discount * 100));
  const reduced = automatic * 10_000n - offered * keptHundredths;
  const automaticFen = Number(automatic);
  if (reduced <= 0n) return { automaticFen, percent: 0 };
  const hundredths = (reduced + automatic - 1n) / automatic;
  return { automaticFen, percent: Number(hundredths) / 100 };
}
