import { rulesOn } from '#domain/charges/charge-rule.ts';
import { chargedLine, chargesByRules, pieceMg } from '#domain/charges/charges-by-rules.ts';
import { totalWithCharges } from '#domain/pricing/charges.ts';
import { lineOf } from '#domain/pricing/line.ts';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import type { Catalogue } from '#server/modules/catalogue/catalogue.service.ts';
import { refuseOnPricingError, type PricedOrder } from './quotes.service.ts';

/**
 * A priced order with the charges of the day's rules, which its total counts. Without rules it is the same order.
 * Throws `quote.invalid` for an amount that is too large.
 */
export function chargedOrder(
  { chargeRules }: Pick<Catalogue, 'chargeRules'>,
  priced: PricedOrder,
  now: Date,
): PricedOrder {
  const rules = rulesOn(chargeRules, dayText(dayNumber(now)));
  if (rules.length === 0) return priced;
  const lines = priced.items.map(({ price }) => lineOf(price, price.trace.steps));
  return refuseOnPricingError(() => {
    const charges = chargesByRules(
      rules,
      priced.items.map(({ item, material, price }, index) =>
        chargedLine(price.trace, lines[index] ?? { fen: null }, pieceMg(material.density, item, item.model)),
      ),
    );
    return { ...priced, charges, total: totalWithCharges(lines, charges) };
  });
}
