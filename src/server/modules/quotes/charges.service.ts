import { rulesOn, type ChargeRule } from '#domain/charges/charge-rule.ts';
import { chargedLine, partFacts, type ChargedLine } from '#domain/charges/charged-line.ts';
import { priceWithRules } from '#domain/charges/charges-by-rules.ts';
import type { LeadClass, OrderLead } from '#domain/lead/lead-class.ts';
import type { Fen } from '#domain/money.ts';
import { lineOf } from '#domain/pricing/line.ts';
import { PricingError } from '#domain/pricing/pricing-error.ts';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalogue } from '#server/modules/catalogue/catalogue.service.ts';
import { findRepeats, type RepeatingCustomer } from './repeats.service.ts';
import { refuseOnPricingError, type PricedItem, type PricedOrder } from './quotes.service.ts';

/** Whether a rule of the day spares repeats: only then the earlier orders are looked at. */
export const sparesRepeats = (rules: readonly ChargeRule[]): boolean =>
  rules.some(({ onRepeat }) => onRepeat === 'waived');

/**
 * A priced order with the charges of the day's rules for this customer and of its class, which its total counts. Without rules and in
 * 标准 it is the same order. Throws `quote.invalid` for an amount that is too large.
 */
export async function chargedOrder(
  { db, catalogue }: { db: Db; catalogue: Pick<Catalogue, 'chargeRules'> },
  customer: RepeatingCustomer,
  priced: PricedOrder,
  now: Date,
  lead?: OrderLead,
): Promise<PricedOrder> {
  return withCharges(catalogue, await withRepeats({ db, catalogue }, customer, priced, now), now, lead);
}

/** The order with its lines that repeat an earlier one of the customer, where a rule of the day spares these. */
export async function withRepeats(
  { db, catalogue }: { db: Db; catalogue: Pick<Catalogue, 'chargeRules'> },
  customer: RepeatingCustomer,
  priced: PricedOrder,
  now: Date,
): Promise<PricedOrder> {
  if (!sparesRepeats(rulesOn(catalogue.chargeRules, dayText(dayNumber(now))))) return priced;
  const parts = priced.items.map(({ item }) => item);
  return { ...priced, repeats: await findRepeats(db, customer, parts) };
}

/**
 * What an order costs with another variant of one line, in a class: undefined beyond all limits. Nothing where no rule and no class
 * of the day makes the order differ from its lines. A variant of another material or with other options repeats nothing.
 */
export function totalsOfVariants(
  { chargeRules, leadClasses }: Pick<Catalogue, 'chargeRules' | 'leadClasses'>,
  priced: PricedOrder,
  index: number,
  now: Date,
): ((variant: PricedItem, lead: LeadClass | undefined) => Fen | undefined) | undefined {
  const rules = rulesOn(chargeRules, dayText(dayNumber(now)));
  if (rules.length === 0 && (leadClasses.length === 0 || priced.items.length === 1)) return undefined;
  const lines = chargedLines(priced);
  const own = configurationOf(priced.items[index]);
  return (variant, lead) => {
    const isRepeat = priced.repeats?.[index] === true && configurationOf(variant) === own;
    const changed = chargedLines({ items: [variant], repeats: [isRepeat] });
    try {
      return priceWithRules(rules, lines.toSpliced(index, 1, ...changed), lead).total.totalFen;
    } catch (error) {
      if (error instanceof PricingError) return undefined;
      throw error;
    }
  };
}

const configurationOf = (one: PricedItem | undefined): string =>
  one ? [one.material.id, ...one.price.trace.options.map(({ optionId }) => optionId)].join() : '';

/** The same when it is known which lines are repeats. */
export function withCharges(
  { chargeRules }: Pick<Catalogue, 'chargeRules'>,
  priced: PricedOrder,
  now: Date,
  lead?: OrderLead,
): PricedOrder {
  const rules = rulesOn(chargeRules, dayText(dayNumber(now)));
  if (rules.length === 0 && !lead) return priced;
  return refuseOnPricingError(() => ({
    ...priced,
    ...priceWithRules(rules, chargedLines(priced), lead),
    lead,
  }));
}

/** The lines of an order as its charges count them. */
export const chargedLines = ({ items, repeats }: Pick<PricedOrder, 'items' | 'repeats'>): ChargedLine[] =>
  items.map(({ item, material, price }, index) =>
    chargedLine(
      price.trace,
      lineOf(price, price.trace.steps),
      partFacts(material.density, item, item.model),
      repeats?.[index],
    ),
  );
