import type { Material } from '#contract/catalogue/material-list.ts';
import { ratesOf, type TimeRatesByTag } from '#domain/charges/machine-time.ts';
import { scaledCounts, type MeasuredModel } from '#domain/charges/part-measures.ts';
import type { ItemPrice } from '#domain/pricing/types.ts';
import type { CartPart, PricedItem } from '#domain/quotation/cart.ts';
import type { QuoteCatalogue } from './catalogue-types.ts';
import type { PartFields } from './draft.ts';
import { figuresOf } from './part-model.ts';
import { pricingInput } from './price-draft.ts';

/** Converts a part to the domain's type for cart pricing; undefined if it cannot be priced. */
export function pricedItem(
  part: PartFields,
  price: ItemPrice,
  catalogue: QuoteCatalogue,
): PricedItem<CartPart, Material> | undefined {
  const input = pricingInput(part, catalogue);
  if (typeof input === 'string') return undefined;
  const model = part.modelFile && figuresOf(part.modelFile);
  return { item: { ...input.item, ...(model && { model }) }, material: input.material, price };
}

/**
 * Measurements of a part's model for charges; undefined if no rule needs them.
 * @param ratesByTag present if a rule charges by measurements
 */
export function measuredModel(
  { modelFile }: PartFields,
  materialTag: string,
  ratesByTag: TimeRatesByTag | undefined,
): MeasuredModel | undefined {
  const tagRates = ratesByTag && ratesOf(ratesByTag, materialTag);
  const counts = modelFile?.measures?.counts;
  if (!tagRates || !counts) return undefined;
  return {
    counts: scaledCounts(counts, modelFile.factor),
    rates: tagRates,
    isChecked: modelFile.ordered !== undefined,
  };
}
