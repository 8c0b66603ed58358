import { fenFromYuan, type Fen } from '#domain/money.ts';
import { ladder } from '#domain/pricing/ladder.ts';
import { priceItem } from '#domain/pricing/price-item.ts';
import { priceOrder } from '#domain/pricing/price-order.ts';
import { PricingError, type PricingErrorCode } from '#domain/pricing/pricing-error.ts';
import type { ItemPrice, PartItem, Rung } from '#domain/pricing/types.ts';
import { dropInapplicable, missingSelections } from '#domain/process-tree/process-tree.ts';
import { findMaterial, type QuoteCatalogue } from './catalogue-types.ts';
import { parseTyped, type PartDraft, type PartFields } from './draft.ts';
import { checkPart, type CheckedPart } from './validation.ts';

export type PartPrice =
  | {
      isPriced: true;
      price: ItemPrice;
      /** Names of the processes still to choose; while there are any, the price is provisional. */
      missing: readonly string[];
    }
  | { isPriced: false; reason: string };

/** Everything that follows from a part and the catalogue. */
export interface PartView {
  price: PartPrice;
  checked: CheckedPart;
}

const reasons: Record<PricingErrorCode, string> = {
  no_machining_price: '该类材料暂无加工基价，请联系我们报价',
  invalid_quantity: '数量须为 1 以上的整数',
  invalid_size: '尺寸须大于 0',
  out_of_range: '金额超出在线报价范围，请联系我们报价',
  unknown_formula: '价格公式版本不符，请刷新页面',
};

/** The price of a part as typed, or what it still needs. */
export function pricePart(fields: PartFields, catalogue: QuoteCatalogue): PartPrice {
  const input = pricingInput(fields, catalogue);
  if (typeof input === 'string') return { isPriced: false, reason: input };
  const { material, item } = input;
  const missing = missingSelections(catalogue.tree, material.id, fields.selections).map(({ name }) => name);
  return orReason(() => ({
    isPriced: true,
    price: priceItem(material, item, catalogue.cncPrice),
    missing,
  }));
}

/** What the part costs at other quantities; empty while it has no price. */
export function ladderOf(fields: PartFields, catalogue: QuoteCatalogue): Rung[] {
  const input = pricingInput(fields, catalogue);
  if (typeof input === 'string') return [];
  try {
    return ladder(input.material, input.item, catalogue.cncPrice);
  } catch (error) {
    if (error instanceof PricingError) return [];
    throw error;
  }
}

function pricingInput(fields: PartFields, catalogue: QuoteCatalogue) {
  const material = findMaterial(catalogue, fields.materialId);
  if (!material) return '选择材料后显示价格';
  const [length, width, height, num] = [fields.length, fields.width, fields.height, fields.num].map(
    parseTyped,
  );
  if (length === undefined || width === undefined || height === undefined) return '填写尺寸后显示价格';
  if (num === undefined) return '填写数量后显示价格';
  const { kept } = dropInapplicable(catalogue.tree, material.id, fields.selections);
  const item: PartItem = { material: material.id, num, length, width, height, ...kept };
  return { material, item };
}

function orReason(price: () => PartPrice): PartPrice {
  try {
    return price();
  } catch (error) {
    if (error instanceof PricingError) return { isPriced: false, reason: reasons[error.code] };
    throw error;
  }
}

/**
 * Prices and checks parts of one catalogue, each object once: typing in one part leaves the others' results as they
 * were, the same objects.
 */
export function createPricer(catalogue: QuoteCatalogue): (part: PartFields) => PartView {
  const known = new WeakMap<PartFields, PartView>();
  return (part) => {
    const found = known.get(part);
    if (found) return found;
    const view: PartView = { price: pricePart(part, catalogue), checked: checkPart(part, catalogue) };
    known.set(part, view);
    return view;
  };
}

export interface QuoteLine {
  part: PartDraft;
  view: PartView;
  /** What the part adds to the total; undefined while it is incomplete. */
  subTotalFen?: Fen;
}

/** The whole quotation: only complete parts count. */
export interface QuoteSummary {
  lines: QuoteLine[];
  kinds: number;
  pieces: number;
  incomplete: number;
  /** Yuan with two decimals, as the order carries it. */
  price: string;
  totalFen: Fen;
  /** Days, of the longest part. */
  deliveryTime: number;
}

export function summarise(parts: readonly PartDraft[], viewOf: (part: PartDraft) => PartView): QuoteSummary {
  const lines = parts.map((part): QuoteLine => {
    const view = viewOf(part);
    const isComplete = view.price.isPriced && view.checked.item !== undefined;
    return isComplete && view.price.isPriced
      ? { part, view, subTotalFen: fenFromYuan(view.price.price.sub_total) }
      : { part, view };
  });
  const priced = lines.flatMap(({ subTotalFen, view }) =>
    subTotalFen !== undefined && view.price.isPriced ? [view.price.price] : [],
  );
  const { price, totalFen, delivery_time } = priceOrder(priced);
  return {
    lines,
    kinds: parts.length,
    pieces: priced.reduce((sum, { trace }) => sum + trace.num, 0),
    incomplete: lines.length - priced.length,
    price,
    totalFen,
    deliveryTime: delivery_time,
  };
}
