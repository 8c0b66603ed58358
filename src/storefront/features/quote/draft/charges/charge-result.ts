import type { Fen } from '#domain/money.ts';
import { chargeTitle, chargeValue, type Charge } from '#domain/pricing/charges.ts';

/** A charge for display. */
export interface ChargeRow {
  title: string;
  amountFen: Fen;
  /** What it adds: an amount, or days. */
  value: string;
  /** How it counts; may be empty. */
  reason: string;
}

export const chargeRow = (charge: Charge): ChargeRow => ({
  title: chargeTitle(charge),
  amountFen: charge.amountFen,
  value: chargeValue(charge),
  reason: charge.reason,
});

/** The charges of the shop's rules and the lead class. */
export interface ChargeResult {
  /** May be empty. */
  rows: readonly ChargeRow[];
  sumFen: Fen;
  /** Days of the quotation in its class. */
  deliveryTime: number;
  /** Absent where the shop offers only 标准. */
  leading?: Leading;
  /** What parts add to the charges by measures of models, by key; absent where no rule counts them. */
  measuredFen?: ReadonlyMap<string, Fen>;
  /** Keys of the parts that repeat an earlier order; absent for none. */
  repeats?: readonly string[];
}

/** The quotation in its lead class, and in the others. */
export interface Leading {
  /** The class that counts: null for 标准. */
  id: number | null;
  name: string;
  /** Why the class that the customer chose does not count; may be empty. */
  notice: string;
  /** Every class, the slowest first. */
  offers: readonly OfferedClass[];
}

/** The quotation in one class. */
export interface OfferedClass {
  id: number | null;
  name: string;
  totalFen: Fen;
  deliveryTime: number;
  /** Why the parts cannot have it; empty when they can. */
  errors: readonly string[];
  /** Slots that are free today; null: any number. */
  left: number | null;
}
