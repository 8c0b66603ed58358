import type { ChargeRule } from '#domain/charges/charge-rule.ts';
import type { MeasuredModel } from '#domain/charges/part-measures.ts';
import type { LeadTerms } from '#domain/lead/lead-class.ts';
import type { Fen } from '#domain/money.ts';
import type { Line } from '#domain/pricing/line.ts';
import { priceItem } from '#domain/pricing/price-item.ts';
import { priceOr } from '#domain/pricing/pricing-error.ts';
import type { CncPrice, PartItem, PricedMaterial, PriceTrace } from '#domain/pricing/types.ts';
import type { ModelFigures } from '#domain/stock/part-shape.ts';

/** A stored line of an order's last revision. Sizes in mm. */
export interface SoldLine {
  readonly lineNo: number;
  readonly name: string;
  readonly materialId: number;
  readonly materialName: string;
  readonly materialTag: string;
  readonly num: number;
  readonly length: number;
  readonly width: number;
  readonly height: number;
  /** As in its trace. */
  readonly options: readonly { readonly processId: number; readonly optionId: number }[];
  /** Where its price came from. */
  readonly state: Line['state'];
  /** Its price; 0 without one. */
  readonly paidFen: Fen;
  /** Its cost when it was ordered; null or missing while unknown. */
  readonly costFen?: Fen | null;
  /** For a line with a manual price: the fields of its trace that charges depend on. */
  readonly manualTrace?: Pick<PriceTrace, 'machiningPrice' | 'unit' | 'options'> | undefined;
  /** Whether it was a repeat when it was ordered; null or missing if that was not checked. */
  readonly isRepeat?: boolean | null;
  /** The figures of its model, measured by the customer's browser. */
  readonly model?: ModelFigures | undefined;
  /** Its measures from the server; missing if no rule counts measures. */
  readonly measured?: MeasuredModel | undefined;
}

/** A price book: the live one, or the live one with a draft applied. */
export interface Book {
  /** The materials on sale; density in g/cm³. */
  readonly materials: ReadonlyMap<number, PricedMaterial & { readonly density?: number }>;
  /** The options that may be chosen. */
  readonly options: ReadonlySet<number>;
  /** Machining prices in yuan by tag. `deptPath` is nearest first. */
  machiningPricesFor(deptPath: readonly number[]): CncPrice;
  /** The charge rules in force at the time of the replay. */
  readonly chargeRules: readonly ChargeRule[];
  /** The terms of the lead classes that the draft changes; orders in other classes keep their stored terms. */
  readonly leads?: ReadonlyMap<number, Pick<LeadTerms, 'factor' | 'percent'>>;
}

/** The price of a line in a book, with its trace unless staff set it, or the reason why the book has none. */
export type BookPrice = PriceInBook | { readonly reason: string };
export interface PriceInBook {
  readonly fen: Fen;
  readonly trace?: PriceTrace;
}

/**
 * Prices a line from its stored material, sizes, quantity and options. A manual price does not change. The caller skips lines
 * without a price.
 * @param nameOf names options, including deleted ones
 */
export function priceSold(
  line: SoldLine,
  book: Book,
  cncPrice: CncPrice,
  nameOf: (optionId: number) => string,
): BookPrice {
  if (line.state === 'price') return { fen: line.paidFen };
  const material = book.materials.get(line.materialId);
  if (!material) return { reason: `材料“${line.materialName}”已删除或下架` };
  const item: PartItem = {
    material: line.materialId,
    num: line.num,
    length: line.length,
    width: line.width,
    height: line.height,
  };
  for (const { processId, optionId } of line.options) {
    if (!book.options.has(optionId)) return { reason: `选项“${nameOf(optionId)}”已删除` };
    if (!material.processConfig.some(({ id }) => id === optionId))
      return { reason: `“${material.name}”的“${nameOf(optionId)}”没有价格` };
    item[`process_${processId}`] = optionId;
  }
  return priceOr(
    () => {
      const { subTotalFen, trace } = priceItem(material, item, cncPrice);
      return { fen: subTotalFen, trace };
    },
    ({ reason }) => ({ reason: `“${material.name}”：${reason}` }),
  );
}
