import { ladder } from '#domain/pricing/ladder.ts';
import { priceItem } from '#domain/pricing/price-item.ts';
import { PricingError, type PricingErrorCode } from '#domain/pricing/pricing-error.ts';
import type { CncPrice, PartItem, PricedMaterial } from '#domain/pricing/types.ts';

/** What a part would cost in yuan, and days; or a sentence that says why it has no price. */
export type TrialPrice =
  | {
      /** Per piece, after the quantity factor. */
      piece: number;
      total: number;
      days: number;
      /** Selected options without a price of this material; they count as nothing. */
      missing: readonly number[];
    }
  | { problem: string };

const problems: Record<PricingErrorCode, string> = {
  no_machining_price: '该材料分类还没有加工基价',
  invalid_quantity: '数量必须是正整数',
  invalid_size: '零件和毛坯的尺寸必须大于0',
  out_of_range: '价格超出范围',
  unknown_formula: '价格超出范围',
};

/** Prices a part without a quotation. */
export function trialPrice(material: PricedMaterial, part: PartItem, cncPrice: CncPrice): TrialPrice {
  try {
    const { sub_total, delivery_time, trace } = priceItem(material, part, cncPrice);
    const rung = ladder(material, part, cncPrice).find(({ num }) => num === part.num);
    const priced = new Set(material.processConfig.map(({ id }) => id));
    return {
      piece: rung?.unit_price ?? sub_total,
      total: sub_total,
      days: delivery_time,
      missing: trace.options.map(({ optionId }) => optionId).filter((id) => !priced.has(id)),
    };
  } catch (error) {
    if (error instanceof PricingError) return { problem: problems[error.code] };
    throw error;
  }
}
