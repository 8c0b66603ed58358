import type { CncPrice } from '#domain/pricing/types.ts';
import { unpricedSelections } from '#domain/process-tree/offered.ts';
import type { CartMaterial, CartPart } from './cart.ts';

/**
 * Why the price table has no price for a part, so that it needs a manual one; undefined if it has one.
 * @param nameOf names processes and options
 */
export function findUnpricedReason(
  cncPrice: CncPrice,
  nameOf: (id: number) => string,
  material: Pick<CartMaterial, 'id' | 'name' | 'materialTag' | 'processConfig'>,
  part: CartPart,
): string | undefined {
  const unpriced = Object.hasOwn(cncPrice, material.materialTag)
    ? unpricedSelections(material, part)
        .map(({ processId, optionId }) => `“${nameOf(processId)}：${nameOf(optionId)}”`)
        .join('、')
    : `材料 ${material.name} `;
  return unpriced === '' ? undefined : `${unpriced}没有在线价格，由我们人工报价`;
}
