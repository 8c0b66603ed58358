import type { Fen } from '#domain/money.ts';
import { ladder } from '#domain/pricing/ladder.ts';
import { priceItem } from '#domain/pricing/price-item.ts';
import { priceOrder } from '#domain/pricing/price-order.ts';
import { PricingError } from '#domain/pricing/pricing-error.ts';
import type { ItemPrice, PartItem, Rung } from '#domain/pricing/types.ts';
import { choiceLabel } from '#domain/process-tree/choice-label.ts';
import { dropInapplicable, processesFor } from '#domain/process-tree/process-tree.ts';
import { findMaterial, type QuoteCatalogue } from './catalogue-types.ts';
import { parseTyped, type PartDraft, type PartFields } from './draft.ts';
import { isUnread } from './part-model.ts';
import { MEASURED_FIELDS } from './size-text.ts';
import { checkPart, type CheckedPart } from './validation.ts';

export type PartPrice =
  | {
      isPriced: true;
      price: ItemPrice;
      /** Names of the processes still to choose; the price is provisional until then. */
      missing: readonly string[];
    }
  | { isPriced: false; reason: string };

/** Everything derived from a part and the catalogue. */
export interface PartView {
  price: PartPrice;
  checked: CheckedPart;
}

/** The price of a part as typed, or a sentence about what is missing. */
export function pricePart(fields: PartFields, catalogue: QuoteCatalogue): PartPrice {
  const input = pricingInput(fields, catalogue);
  if (typeof input === 'string') return { isPriced: false, reason: input };
  const { material, item } = input;
  const missing = processesFor(catalogue.tree, material.id, fields.selections)
    .filter(({ selected }) => selected === undefined)
    .map(({ process }) => choiceLabel(catalogue.tree, process));
  return priceOrReason(() => ({
    isPriced: true,
    price: priceItem(material, item, catalogue.cncPrice),
    missing,
  }));
}

/** The part's price at other quantities; empty while it has none. */
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
  const [length, width, height, num] = MEASURED_FIELDS.map((field) => parseTyped(fields, field));
  if (length === undefined || width === undefined || height === undefined)
    return isUnread(fields) ? '模型读取完成后显示价格，也可以先填写尺寸' : '填写尺寸后显示价格';
  if (num === undefined) return '填写数量后显示价格';
  const { kept } = dropInapplicable(catalogue.tree, material.id, fields.selections);
  const item: PartItem = { material: material.id, num, length, width, height, ...kept };
  return { material, item };
}

function priceOrReason(price: () => PartPrice): PartPrice {
  try {
    return price();
  } catch (error) {
    if (error instanceof PricingError) return { isPriced: false, reason: error.customerMessage };
    throw error;
  }
}

/**
 * Prices and checks parts against one catalogue, with one cached result per part object: typing in one part keeps the
 * other results identical.
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
  /** The part's share of the total; undefined while it is incomplete. */
  subTotalFen?: Fen;
}

/** The whole quotation; only complete parts count. */
export interface QuoteSummary {
  lines: QuoteLine[];
  /** All of them. */
  kinds: number;
  /** Of the complete ones. */
  pieces: number;
  incomplete: number;
  /** Of the incomplete ones: their model is still being read. */
  reading: number;
  totalFen: Fen;
  /** Days, of the longest part. */
  deliveryTime: number;
}

export function summarise(parts: readonly PartDraft[], viewOf: (part: PartDraft) => PartView): QuoteSummary {
  const lines = parts.map((part): QuoteLine => {
    const view = viewOf(part);
    const isComplete = view.price.isPriced && view.checked.item !== undefined;
    return isComplete && view.price.isPriced
      ? { part, view, subTotalFen: view.price.price.subTotalFen }
      : { part, view };
  });
  const priced = lines.flatMap(({ subTotalFen, view }) =>
    subTotalFen !== undefined && view.price.isPriced ? [view.price.price] : [],
  );
  const { totalFen, deliveryDays } = priceOrder(priced);
  return {
    lines,
    kinds: parts.length,
    pieces: priced.reduce((sum, { trace }) => sum + trace.num, 0),
    incomplete: lines.length - priced.length,
    reading: lines.filter(({ part, subTotalFen }) => subTotalFen === undefined && isUnread(part)).length,
    totalFen,
    deliveryTime: deliveryDays,
  };
}

/** What the total counts, and how many kinds it does not. */
export function countsText({
  kinds,
  pieces,
  incomplete,
}: Pick<QuoteSummary, 'kinds' | 'pieces' | 'incomplete'>): string {
  const priced = kinds - incomplete;
  if (priced === 0) return `${kinds} 种未计价`;
  return `${priced} 种 ${pieces} 件${incomplete > 0 ? `，另有 ${incomplete} 种未计价` : ''}`;
}

/** The parts that do not count yet, and what they wait for. */
export function openParts({ incomplete, reading }: Pick<QuoteSummary, 'incomplete' | 'reading'>): string {
  const counts = [
    reading > 0 && `${reading} 个零件的模型正在读取`,
    incomplete > reading && `${incomplete - reading} 个零件待完善`,
  ];
  return counts.filter(Boolean).join('、');
}
