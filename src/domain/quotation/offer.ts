import { orderDaysIn, withLeadCharge } from '#domain/lead/lead-charge.ts';
import type { OrderLead } from '#domain/lead/lead-class.ts';
import type { Fen } from '#domain/money.ts';
import {
  remainingDayCharges,
  needsFreeConfirmation,
  totalWithCharges,
  type Charge,
} from '#domain/pricing/charges.ts';
import type { Line } from '#domain/pricing/line.ts';
import { reductionOf, type OfferedLine, type Reduction } from '#domain/pricing/reduction.ts';
import type { OrderPrice, PriceTrace } from '#domain/pricing/types.ts';

/** A request for which staff prepare an offer. */
export interface RequestToPrice {
  /** Null for 标准. */
  readonly lead: OrderLead | null;
  /** Charges of its revision. */
  readonly charges: readonly Charge[];
  /** The charges when rules were last applied. */
  readonly ruleCharges: readonly Charge[];
}

/** A line of the request with the decisions of staff. */
export interface DecidedLine {
  readonly trace: PriceTrace;
  readonly line: Line;
  /** The formula's price for all pieces; null where it has none. */
  readonly automaticFen: Fen | null;
  readonly alternatives: NonNullable<OfferedLine['alternatives']>;
}

export interface PricedOffer {
  /** Manual charges, the charge of the lead class and day charges. */
  charges: Charge[];
  total: OrderPrice;
  /** How far the offer is below the formula's prices and the rule charges. */
  reduction: Reduction;
  /** Whether staff have to confirm that the total is 0. */
  needsFreeConfirmation: boolean;
}

/**
 * Prices the offer for a request.
 * @param manualCharges charges and discount entered by staff
 * @throws PricingError `total_out_of_range`
 */
export function priceOffer(
  { lead, charges: requestCharges, ruleCharges }: RequestToPrice,
  decided: readonly DecidedLine[],
  manualCharges: readonly Charge[],
): PricedOffer {
  const lines = decided.map(({ line }) => line);
  const traces = decided.map(({ trace }) => trace);
  const charges = [
    ...withLeadCharge(lead, [...manualCharges], traces, lines),
    ...remainingDayCharges(requestCharges, lines),
  ];
  const { totalFen } = totalWithCharges(lines, charges);
  return {
    charges,
    total: { totalFen, deliveryDays: orderDaysIn(lead, lines, charges) },
    reduction: reductionOf(decided, charges, ruleCharges),
    needsFreeConfirmation: needsFreeConfirmation(lines, totalFen),
  };
}
