import type { Fen } from '#domain/money.ts';
import { chargeTitle, chargeValueText, type Charge } from '#domain/pricing/charges.ts';

/** A charge for display. */
export interface ChargeRow {
  title: string;
  amountFen: Fen;
  /** The added amount or days, as shown. */
  value: string;
  /** How the charge was calculated; may be empty. */
  reason: string;
}

export const chargeRow = (charge: Charge): ChargeRow => ({
  title: chargeTitle(charge),
  amountFen: charge.amountFen,
  value: chargeValueText(charge),
  reason: charge.reason,
});

/** Charges from the shop's rules and the lead class. */
export interface ChargeResult {
  rows: readonly ChargeRow[];
  sumFen: Fen;
  /** Working days of the quotation in its lead class. */
  deliveryTime: number;
  /** Absent if the shop offers only 标准. */
  leadChoice?: LeadChoice;
  /** Charges from model measurements, by part key; absent if no rule uses measurements. */
  modelChargesFen?: ReadonlyMap<string, Fen>;
  /** Keys of parts that repeat an earlier order; absent if none. */
  repeats?: readonly string[];
}

/** The quotation's lead class, and its price in every other class. */
export interface LeadChoice {
  /** The class in effect; null for 标准. */
  id: number | null;
  name: string;
  /** Why the class that the customer chose is not in effect; may be empty. */
  notice: string;
  /** All classes, slowest first. */
  offers: readonly OfferedClass[];
}

export interface OfferedClass {
  id: number | null;
  name: string;
  totalFen: Fen;
  deliveryTime: number;
  /** Why this class is unavailable for the parts; empty if it is available. */
  errors: readonly string[];
  /** Free slots today; null means unlimited. */
  freeSlots: number | null;
}
