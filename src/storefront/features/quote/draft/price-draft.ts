import type { Material } from '#contract/catalogue/material-list.ts';
import type { ReviewReason } from '#domain/review/review-reasons.ts';
import type { Fen } from '#domain/money.ts';
import { ladder } from '#domain/pricing/ladder.ts';
import { priceItem } from '#domain/pricing/price-item.ts';
import { priceOrder } from '#domain/pricing/price-order.ts';
import { priceOr, withinLimits } from '#domain/pricing/pricing-error.ts';
import type { ItemPrice, PartItem, Rung } from '#domain/pricing/types.ts';
import { whyUnpriced } from '#domain/quotation/unpriced.ts';
import { choiceLabel } from '#domain/process-tree/choice-label.ts';
import { dropInapplicable, processesFor } from '#domain/process-tree/process-tree.ts';
import type { ChargeResult, ChargeRow, Leading } from './charges/charge-result.ts';
import { findMaterial, nodesById, type QuoteCatalogue } from './catalogue-types.ts';
import { parseTyped, type PartDraft, type PartFields } from './draft.ts';
import { isUndivided, isUnread, openWord } from './part-model.ts';
import { MEASURED_FIELDS, measureProblem } from './size-text.ts';
import { checkPart, type CheckedPart } from './validation.ts';

export type PartPrice =
  | {
      isPriced: true;
      price: ItemPrice;
      /** Names of the processes still to choose; the price is provisional until then. */
      missing: readonly string[];
      /** The review reasons of the part: the price is only for reference. */
      reviewReasons?: readonly ReviewReason[];
      /** Findings of its model to check after the order: until then the price is for reference. */
      holds?: readonly string[];
      /** The checks of its model have not ended: until then the price is for reference. */
      isChecking?: boolean;
    }
  | {
      isPriced: false;
      reason: string;
      /** The price table has no price for the part: staff give it. */
      isOpen?: true;
      /** The review reasons that hide the part's price. */
      reviewReasons?: readonly ReviewReason[];
      hidden?: ItemPrice;
    };

/** Whether staff look at the part before its price binds. */
export const isForReference = (price: PartPrice): boolean =>
  price.isPriced &&
  (price.reviewReasons !== undefined || price.holds !== undefined || price.isChecking === true);

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
  const reason = whyOpen(material, item, catalogue);
  if (reason !== undefined) return { isPriced: false, reason: `${reason}，提交询价即可`, isOpen: true };
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
  if (typeof input === 'string' || whyOpen(input.material, input.item, catalogue) !== undefined) return [];
  return withinLimits(() => ladder(input.material, input.item, catalogue.cncPrice)) ?? [];
}

/** The formula's input from a typed part, or a sentence about what is missing. */
export function pricingInput(fields: PartFields, catalogue: QuoteCatalogue) {
  const material = findMaterial(catalogue, fields.materialId);
  if (!material) return '选择材料后显示价格';
  const [length, width, height, num] = MEASURED_FIELDS.map((field) => parseTyped(fields, field));
  if (length === undefined || width === undefined || height === undefined) return whyNoSize(fields);
  if (num === undefined) return '填写数量后显示价格';
  const [problem] = MEASURED_FIELDS.flatMap((field) => measureProblem(field, fields[field]) ?? []);
  if (problem !== undefined) return problem;
  const { kept } = dropInapplicable(catalogue.tree, material.id, fields.selections);
  const item: PartItem = { material: material.id, num, length, width, height, ...kept };
  return { material, item };
}

const UNDIVIDED = '文件里有多个实体：先选择每个零件单独报价，还是作为一个零件';

function whyNoSize(fields: PartFields): string {
  if (isUnread(fields)) return '模型读取完成后显示价格，也可以先填写尺寸';
  return isUndivided(fields) ? UNDIVIDED : '填写尺寸后显示价格';
}

/** Why a part that is not ready cannot be ordered, where no field says so; empty for nothing. */
export function whyUnready(fields: PartFields, { price }: PartView): string {
  if (!price.isPriced) return price.reason;
  return isUndivided(fields) ? UNDIVIDED : '';
}

const whyOpen = (material: Material, item: PartItem, { cncPrice, tree }: QuoteCatalogue) =>
  whyUnpriced(cncPrice, (id) => nodesById(tree).get(id)?.name ?? '', material, item);

const priceOrReason = (price: () => PartPrice): PartPrice =>
  priceOr(price, ({ customerMessage: reason }) => ({ isPriced: false, reason }));

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
  /** The part's share of the total; undefined without a price. */
  subTotalFen?: Fen;
  /** Complete, and staff give the price. */
  isOpen: boolean;
}

/** The whole quotation; only complete parts with a price count. */
export interface QuoteSummary {
  lines: QuoteLine[];
  /** All of them. */
  kinds: number;
  /** Number of parts with a price. */
  pieces: number;
  incomplete: number;
  /** Number of incomplete parts whose model is still being read. */
  reading: number;
  /** Parts for staff to price; with one of them the quotation can only be a request. */
  open: number;
  /** Parts with a price for reference only, which need a manual review. */
  held: number;
  /** Parts with a price that binds after we have looked at their model. */
  toCheck: number;
  /** Parts with a price whose model is still being checked. */
  checking: number;
  /** The review reasons of the whole quotation. */
  reviewReasons: readonly ReviewReason[];
  /** The charges; absent without one. */
  charges?: readonly ChargeRow[];
  /** What parts add to the charges by measures, by key; absent where no rule counts them. */
  measuredFen?: ChargeResult['measuredFen'];
  /** Its lead class and the others; absent where the shop offers only 标准. */
  leading?: Leading;
  /** Sum of parts and charges. */
  totalFen: Fen;
  /** Days, of the longest part with a price. */
  deliveryTime: number;
}

const NO_REASONS: readonly ReviewReason[] = [];

/** Whether only staff may price it: it can be a request and nothing else. */
export const isForPerson = ({
  open,
  held,
  reviewReasons,
}: Pick<QuoteSummary, 'open' | 'held' | 'reviewReasons'>): boolean => open + held + reviewReasons.length > 0;

export function summarise(
  parts: readonly PartDraft[],
  viewOf: (part: PartDraft) => PartView,
  reviewReasons: readonly ReviewReason[] = NO_REASONS,
): QuoteSummary {
  const lines = parts.map((part): QuoteLine => {
    const view = viewOf(part);
    const { price, checked } = view;
    if (checked.item === undefined) return { part, view, isOpen: false };
    return price.isPriced
      ? { part, view, subTotalFen: price.price.subTotalFen, isOpen: false }
      : { part, view, isOpen: price.isOpen === true };
  });
  const priced = lines.flatMap(({ subTotalFen, view }) =>
    subTotalFen !== undefined && view.price.isPriced ? [view.price.price] : [],
  );
  const { totalFen, deliveryDays } = priceOrder(priced);
  const open = lines.filter(({ isOpen }) => isOpen);
  return {
    lines,
    kinds: parts.length,
    pieces: priced.reduce((sum, { trace }) => sum + trace.num, 0),
    incomplete: lines.length - priced.length - open.length,
    reading: lines.filter(
      ({ part, subTotalFen, isOpen }) => subTotalFen === undefined && !isOpen && isUnread(part),
    ).length,
    open: open.length,
    held: lines.filter(({ subTotalFen, view }) => subTotalFen !== undefined && view.price.reviewReasons)
      .length,
    toCheck: lines.filter(
      ({ subTotalFen, view: { price } }) => subTotalFen !== undefined && price.isPriced && price.holds,
    ).length,
    checking: lines.filter(
      ({ subTotalFen, view: { price } }) => subTotalFen !== undefined && price.isPriced && price.isChecking,
    ).length,
    reviewReasons,
    totalFen,
    deliveryTime: deliveryDays,
  };
}

/** The quotation with its charges. */
export function withCharges(summary: QuoteSummary, chargeResult: ChargeResult | undefined): QuoteSummary {
  if (!chargeResult) return summary;
  const { rows, sumFen, deliveryTime, leading, measuredFen } = chargeResult;
  return {
    ...summary,
    ...(rows.length > 0 && { charges: rows }),
    ...(measuredFen && { measuredFen }),
    totalFen: summary.totalFen + sumFen,
    deliveryTime,
    ...(leading && { leading }),
  };
}

/** The parts in the total, and how many are not. */
export function countsText({
  kinds,
  pieces,
  incomplete,
  open,
}: Pick<QuoteSummary, 'kinds' | 'pieces' | 'incomplete' | 'open'>): string {
  const others = incomplete + open;
  const priced = kinds - others;
  if (priced === 0) return `${kinds} 种未计价`;
  return `${priced} 种 ${pieces} 件${others > 0 ? `，另有 ${others} 种未计价` : ''}`;
}

/** Why a line has no price yet: staff have to price it, its model is being read, or the customer has to act. */
export const lineWord = ({ part, isOpen }: Pick<QuoteLine, 'part' | 'isOpen'>): string =>
  isOpen ? '待报价' : openWord(part);

/** The parts that do not count, and what they wait for. */
export function openParts({
  incomplete,
  reading,
  open,
}: Pick<QuoteSummary, 'incomplete' | 'reading' | 'open'>): string {
  const counts = [
    reading > 0 && `${reading} 个零件的模型正在读取`,
    incomplete > reading && `${incomplete - reading} 个零件待完善`,
    open > 0 && `${open} 个零件待报价`,
  ];
  return counts.filter(Boolean).join('、');
}
