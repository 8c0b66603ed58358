import type { ChargeRule } from '#domain/charges/charge-rule.ts';
import type { ChargedLine } from '#domain/charges/charged-line.ts';
import { chargesOfSums, priceWithRules, type OrderCharges } from '#domain/charges/charges-by-rules.ts';
import { withChargedLine, sumsOf, type OrderSums } from '#domain/charges/rule-sums.ts';
import type { Fen } from '#domain/money.ts';
import { sumOfCharges, type Charge } from '#domain/pricing/charges.ts';
import { PricingError } from '#domain/pricing/pricing-error.ts';
import type { OrderPrice } from '#domain/pricing/types.ts';
import { longestDays, NO_LINES, orderDays, withLine } from './lead-charge.ts';
import { leadErrors, STANDARD, type LeadClass } from './lead-class.ts';

/** An order in one of the lead classes. */
export interface LeadOffer extends OrderCharges {
  /** Undefined for 标准. */
  lead: LeadClass | undefined;
  /** As `leadErrors`. */
  errors: string[];
}

/** 标准 and the enabled lead classes, slowest first. */
export function leadChoices(classes: readonly LeadClass[]): (LeadClass | undefined)[] {
  const sorted = classes.toSorted((a, b) => b.factor - a.factor);
  const slower = sorted.filter(({ factor }) => factor > STANDARD.factor);
  return [...slower, undefined, ...sorted.slice(slower.length)];
}

/**
 * Price and days of the order in each lead class, slowest first.
 * @throws PricingError `total_out_of_range`
 */
export const leadOffers = (
  rules: readonly ChargeRule[],
  lines: readonly ChargedLine[],
  classes: readonly LeadClass[],
): LeadOffer[] =>
  leadChoices(classes).map((lead) => ({
    lead,
    ...priceWithRules(rules, lines, lead),
    errors: lead ? leadErrors(lead, lines) : [],
  }));

/** The order with another quantity of one part, in one of the lead classes. */
export type MatrixCell = OrderPrice & Pick<LeadOffer, 'lead' | 'errors'>;

export interface MatrixRow {
  num: number;
  cells: MatrixCell[];
}

/**
 * A matrix of the quantities and lead classes of one part. Each cell has the total and the delivery time of the whole order.
 * @param variants the line at `index` with other quantities
 * @throws PricingError `total_out_of_range`
 */
export function leadMatrix(
  rules: readonly ChargeRule[],
  lines: readonly ChargedLine[],
  index: number,
  variants: readonly ChargedLine[],
  classes: readonly LeadClass[],
): MatrixRow[] {
  const others = lines.toSpliced(index, 1);
  const otherLeadSums = others.reduce(withLine, NO_LINES);
  const otherSums = sumsOf(rules, others);
  const columns = leadChoices(classes).map((lead) => ({
    lead,
    days: longestDays(lead ?? STANDARD, others),
    errorsBefore: lead ? leadErrors(lead, lines.slice(0, index)) : [],
    errorsAfter: lead ? leadErrors(lead, lines.slice(index + 1), index + 2) : [],
  }));
  return variants.map((variant) => {
    const sums = withChargedLine(otherSums, variant);
    const leadSums = withLine(otherLeadSums, variant);
    return {
      num: variant.num,
      cells: columns.map(({ lead, days, errorsBefore, errorsAfter }) => {
        const charges = chargesOfSums(sums, lead && { lead, sums: leadSums });
        return {
          lead,
          totalFen: totalOf(sums, charges),
          deliveryDays: orderDays(longestDays(lead ?? STANDARD, [variant], days), charges),
          errors: [...errorsBefore, ...(lead ? leadErrors(lead, [variant], index + 1) : []), ...errorsAfter],
        };
      }),
    };
  });
}

function totalOf({ sumFen }: OrderSums, charges: readonly Charge[]): Fen {
  const totalFen = sumFen + sumOfCharges(charges);
  if (!Number.isSafeInteger(totalFen)) throw new PricingError('total_out_of_range', `${totalFen} fen`);
  return totalFen;
}
