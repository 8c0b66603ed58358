import type { Fen } from '#domain/money.ts';
import { ladder } from '#domain/pricing/ladder.ts';
import { priceItem } from '#domain/pricing/price-item.ts';
import { PricingError } from '#domain/pricing/pricing-error.ts';
import type { CncPrice, PartItem, PricedMaterial } from '#domain/pricing/types.ts';

/** The price and lead time of a part, or a sentence that says why it has none. */
export type TrialPrice =
  | {
      /** Per piece, after the quantity factor. */
      pieceFen: Fen;
      totalFen: Fen;
      days: number;
      /** Selected options without a price for this material; they count as 0. */
      missing: readonly number[];
    }
  | { problem: string };

/** Prices a part in the browser, without a quotation. */
export function priceTrialPart(material: PricedMaterial, part: PartItem, cncPrice: CncPrice): TrialPrice {
  try {
    const { subTotalFen, deliveryDays, trace } = priceItem(material, part, cncPrice);
    const rung = ladder(material, part, cncPrice).find(({ num }) => num === part.num);
    const priced = new Set(material.processConfig.map(({ id }) => id));
    return {
      pieceFen: rung?.piecePriceFen ?? subTotalFen,
      totalFen: subTotalFen,
      days: deliveryDays,
      missing: trace.options.map(({ optionId }) => optionId).filter((id) => !priced.has(id)),
    };
  } catch (error) {
    if (error instanceof PricingError) return { problem: error.reason };
    throw error;
  }
}
