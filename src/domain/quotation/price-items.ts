import { withStep } from '#domain/pricing/line.ts';
import { priceItem } from '#domain/pricing/price-item.ts';
import { PricingError } from '#domain/pricing/pricing-error.ts';
import { unpricedSelections } from '#domain/process-tree/offered.ts';
import { dropInapplicable, missingSelections, processesFor } from '#domain/process-tree/process-tree.ts';
import type { Cart, CartCatalogue, CartMaterial, CartPart, PricedItem } from './cart.ts';

type FieldErrors = Record<string, string>;

/** Errors of parts for the customer, by field: `items.0.material`. */
export class CartError extends Error {
  readonly fields: Readonly<FieldErrors>;

  constructor(fields: Readonly<FieldErrors>) {
    super(Object.values(fields)[0]);
    this.name = 'CartError';
    this.fields = fields;
  }
}

/**
 * Prices the parts one by one.
 * @throws CartError with the errors of all fields: unknown materials, missing choices, choices that do not apply
 */
export function priceItems<P extends CartPart, M extends CartMaterial>(
  catalogue: CartCatalogue<M>,
  { parts, unpriced }: Pick<Cart<P>, 'parts' | 'unpriced'>,
): PricedItem<P, M>[] {
  const fields: FieldErrors = {};
  const items: PricedItem<P, M>[] = [];
  for (const [index, part] of parts.entries()) {
    const errors = partErrors(catalogue, part);
    const material = catalogue.materials.get(part.material);
    if (material && Object.keys(errors).length === 0)
      try {
        items.push(pricePart(catalogue, material, part, unpriced));
      } catch (error) {
        if (!(error instanceof PricingError)) throw error;
        errors[error.field] = error.customerMessage;
      }
    for (const [field, message] of Object.entries(errors)) fields[`items.${index}.${field}`] = message;
  }
  if (Object.keys(fields).length > 0) throw new CartError(fields);
  return items;
}

function pricePart<P extends CartPart, M extends CartMaterial>(
  { cncPrice }: CartCatalogue<M>,
  material: M,
  item: P,
  unpriced: Cart['unpriced'],
): PricedItem<P, M> {
  const tag = material.materialTag;
  if (unpriced === 'zero') return { item, material, price: priceItem(material, item, cncPrice) };
  const price = priceItem(material, item, { [tag]: 0, ...cncPrice });
  const isPriced = Object.hasOwn(cncPrice, tag) && unpricedSelections(material, item).length === 0;
  if (isPriced) return { item, material, price };
  return { item, material, price: { ...price, trace: withStep(price.trace, { kind: 'open' }) } };
}

/** The errors of a part by field: an unknown material, a missing choice, or one that does not apply. */
export function partErrors(
  { materials, tree, offered }: Pick<CartCatalogue, 'materials' | 'tree' | 'offered'>,
  part: CartPart,
): FieldErrors {
  if (!materials.has(part.material)) return { material: '该材料不存在或已下架，请重新选择' };
  const errors: FieldErrors = {};
  // A process without a priced option is not offered, so no option of it can be chosen.
  const offeredIds = new Set(processesFor(offered, part.material, part).map(({ process }) => process.id));
  for (const { processId, message } of missingSelections(tree, part.material, part))
    if (offeredIds.has(processId)) errors[`process_${processId}`] = message;
  for (const { processId, processName } of dropInapplicable(tree, part.material, part).dropped)
    errors[`process_${processId}`] ??= `所选的 ${processName} 不适用于该材料`;
  return errors;
}

/** Machining prices with 0 for missing tags, so that the ladder of an unpriced line does not fail. */
export const withoutMissingTags = (
  cncPrice: CartCatalogue['cncPrice'],
  items: readonly PricedItem[],
): CartCatalogue['cncPrice'] => ({
  ...Object.fromEntries(items.map(({ material }) => [material.materialTag, 0])),
  ...cncPrice,
});
