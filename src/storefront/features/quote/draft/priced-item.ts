import type { Material } from '#contract/material-list.ts';
import type { ItemPrice } from '#domain/pricing/types.ts';
import type { CartPart, PricedItem } from '#domain/quotation/cart.ts';
import type { QuoteCatalogue } from './catalogue-types.ts';
import type { PartFields } from './draft.ts';
import { figuresOf } from './part-model.ts';
import { pricingInput } from './price-draft.ts';

/** A part as typed in the words of the domain, which prices carts; undefined while it cannot be priced. */
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
