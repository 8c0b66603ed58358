import type { Fen } from '#domain/money.ts';
import type { CostFactor, CostKind } from '#domain/pricing/cost.ts';
import type { MeasuredLine } from './measured-line.ts';

/** The estimated and actual cost of one factor of a line, in fen for all pieces. */
export interface Observation {
  readonly kind: CostKind;
  /** For an option; null otherwise. */
  readonly optionId: number | null;
  readonly estimate: Fen;
  readonly actual: Fen;
  /** The estimated and actual hours of machining or kg of material; null for options. */
  readonly amount: { readonly estimate: number; readonly actual: number } | null;
}

/** The factors of a line that can be compared: those with a known estimate and a known actual cost. */
export function observationsOf(line: MeasuredLine): Observation[] {
  // The actual hours include the charged minutes.
  const minutesFen = line.factors.find(({ kind }) => kind === 'minute')?.fen ?? 0;
  return line.factors.flatMap((factor) => {
    if (factor.fen === null || factor.kind === 'minute') return [];
    const observation =
      factor.kind === 'machining'
        ? machiningOf(line, factor.fen + minutesFen)
        : factor.kind === 'material'
          ? materialOf(line, factor, factor.fen)
          : feeOf(line, factor, factor.fen);
    return observation ? [observation] : [];
  });
}

/** The actual cost is the hours times the hourly cost. */
function machiningOf({ hours, hourFen }: MeasuredLine, estimate: Fen): Observation | undefined {
  if (hours === null || hourFen === null) return undefined;
  return {
    kind: 'machining',
    optionId: null,
    estimate,
    actual: Math.round(hours * hourFen),
    amount: hourFen > 0 ? { estimate: estimate / hourFen, actual: hours } : null,
  };
}

/** The actual cost is the weight times the estimated cost per kg. */
function materialOf({ kg, num }: MeasuredLine, factor: CostFactor, estimate: Fen): Observation | undefined {
  const planned = (factor.kg ?? 0) * num;
  if (kg === null || planned <= 0) return undefined;
  return {
    kind: 'material',
    optionId: null,
    estimate,
    actual: Math.round((estimate * kg) / planned),
    amount: { estimate: planned, actual: kg },
  };
}

function feeOf({ fees }: MeasuredLine, { optionId }: CostFactor, estimate: Fen): Observation | undefined {
  const fee = fees.find((entered) => entered.optionId === optionId);
  return fee && { kind: 'option', optionId, estimate, actual: fee.fen, amount: null };
}
