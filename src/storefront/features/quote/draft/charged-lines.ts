import type { ChargeRule } from '#domain/charges/charge-rule.ts';
import { chargedLine, chargesByRules, pieceMg } from '#domain/charges/charges-by-rules.ts';
import { fenFromYuan } from '#domain/money.ts';
import { PricingError } from '#domain/pricing/pricing-error.ts';
import { findMaterial, type QuoteCatalogue } from './catalogue-types.ts';
import { chargeRow } from './charge-row.ts';
import type { Charging } from './charging.ts';
import { figuresOf } from './part-model.ts';
import type { QuoteLine } from './price-draft.ts';

/** What these rules charge for the parts with a price, as the server does; undefined for nothing, and beyond all limits. */
export function chargingOf(
  rules: readonly ChargeRule[],
  lines: readonly QuoteLine[],
  catalogue: QuoteCatalogue,
): Charging | undefined {
  if (rules.length === 0) return undefined;
  const counted = lines.flatMap(({ part, view, subTotalFen }) => {
    const { price, checked } = view;
    if (subTotalFen === undefined || !price.isPriced || !checked.item) return [];
    const density = findMaterial(catalogue, part.materialId)?.density ?? 0;
    const model = part.modelFile && figuresOf(part.modelFile);
    return [chargedLine(price.price.trace, { fen: subTotalFen }, pieceMg(density, checked.item, model))];
  });
  try {
    const charges = chargesByRules(rules, counted);
    if (charges.length === 0) return undefined;
    return {
      rows: charges.map(chargeRow),
      sumFen: charges.reduce((sum, { amount }) => sum + fenFromYuan(amount), 0),
    };
  } catch (error) {
    if (error instanceof PricingError) return undefined;
    throw error;
  }
}
