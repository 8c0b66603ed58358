import type { Material } from '#contract/catalogue/material-list.ts';
import type { ReviewReason } from '#domain/review/review-reasons.ts';
import type { Fen } from '#domain/money.ts';
import { ladder } from '#domain/pricing/ladder.ts';
import { priceItem } from '#domain/pricing/price-item.ts';
import { sumItems } from '#domain/pricing/sum-items.ts';
import { priceOr, priceOrUndefined } from '#domain/pricing/pricing-error.ts';
import type { ItemPrice, PartItem, Rung } from '#domain/pricing/types.ts';
import { findUnpricedReason } from '#domain/quotation/unpriced.ts';
import { choiceLabel } from '#domain/process-tree/choice-label.ts';
import { dropInapplicable, processesFor } from '#domain/process-tree/process-tree.ts';
import type { ChargeResult, ChargeRow, LeadChoice } from './charges/charge-result.ts';
import { findMaterial, nodesById, type QuoteCatalogue } from './catalogue-types.ts';
import { parseField, type PartDraft, type PartFields } from './draft.ts';
import { needsBodyChoice, isReading, pendingLabel } from './part-model.ts';
import { NUMERIC_FIELDS, numericProblem } from './size-text.ts';
import { checkPart, type CheckedPart } from './validation.ts';

export type PartPrice =
  | {
      isPriced: true;
      price: ItemPrice;
      /** Names of unchosen processes; the price is provisional until they are chosen. */
      missing: readonly string[];
      /** Review reasons of the part: its price is for reference only. */
      reviewReasons?: readonly ReviewReason[];
      /** Findings in its model that staff check after ordering; until then the price is for reference. */
      holds?: readonly string[];
      /** The model checks are still running; until they end the price is for reference. */
      isChecking?: boolean;
    }
  | {
      isPriced: false;
      reason: string;
      /** Complete, but staff have to price it. */
      isUnpriced?: true;
      /** The review reasons because of which its price is hidden. */
      reviewReasons?: readonly ReviewReason[];
      /** The price that a review rule hides. */
      hidden?: ItemPrice;
    };

/** Whether staff have to check the part before its price is binding. */
export const isReferencePrice = (price: PartPrice): boolean =>
  price.isPriced &&
  (price.reviewReasons !== undefined || price.holds !== undefined || price.isChecking === true);

/** Price and validation result of a part. */
export interface PartView {
  price: PartPrice;
  checked: CheckedPart;
}

/** Prices a part as typed, or says what is missing. */
export function pricePart(fields: PartFields, catalogue: QuoteCatalogue): PartPrice {
  const input = pricingInput(fields, catalogue);
  if (typeof input === 'string') return { isPriced: false, reason: input };
  const { material, item } = input;
  const reason = unpricedReason(material, item, catalogue);
  if (reason !== undefined) return { isPriced: false, reason: `${reason}，提交询价即可`, isUnpriced: true };
  const missing = processesFor(catalogue.tree, material.id, fields.selections)
    .filter(({ selected }) => selected === undefined)
    .map(({ process }) => choiceLabel(catalogue.tree, process));
  return priceOrMessage(() => ({
    isPriced: true,
    price: priceItem(material, item, catalogue.cncPrice),
    missing,
  }));
}

/** The part's price at other quantities; empty without a price. */
export function ladderOf(fields: PartFields, catalogue: QuoteCatalogue): Rung[] {
  const input = pricingInput(fields, catalogue);
  if (typeof input === 'string' || unpricedReason(input.material, input.item, catalogue) !== undefined)
    return [];
  return priceOrUndefined(() => ladder(input.material, input.item, catalogue.cncPrice)) ?? [];
}

/** The pricing input of a part, or a message saying what is missing. */
export function pricingInput(fields: PartFields, catalogue: QuoteCatalogue) {
  const material = findMaterial(catalogue, fields.materialId);
  if (!material) return '选择材料后显示价格';
  const [length, width, height, num] = NUMERIC_FIELDS.map((field) => parseField(fields, field));
  if (length === undefined || width === undefined || height === undefined) return missingSizeReason(fields);
  if (num === undefined) return '填写数量后显示价格';
  const [problem] = NUMERIC_FIELDS.flatMap((field) => numericProblem(field, fields[field]) ?? []);
  if (problem !== undefined) return problem;
  const { applicable } = dropInapplicable(catalogue.tree, material.id, fields.selections);
  const item: PartItem = { material: material.id, num, length, width, height, ...applicable };
  return { material, item };
}

const BODY_CHOICE_NEEDED = '文件里有多个实体：先选择每个零件单独报价，还是作为一个零件';

function missingSizeReason(fields: PartFields): string {
  if (isReading(fields)) return '模型读取完成后显示价格，也可以先填写尺寸';
  return needsBodyChoice(fields) ? BODY_CHOICE_NEEDED : '填写尺寸后显示价格';
}

/** Why an unready part cannot be ordered, unless one of its fields shows an error; else empty. */
export function unreadyReason(fields: PartFields, { price }: PartView): string {
  if (!price.isPriced) return price.reason;
  return needsBodyChoice(fields) ? BODY_CHOICE_NEEDED : '';
}

const unpricedReason = (material: Material, item: PartItem, { cncPrice, tree }: QuoteCatalogue) =>
  findUnpricedReason(cncPrice, (id) => nodesById(tree).get(id)?.name ?? '', material, item);

const priceOrMessage = (price: () => PartPrice): PartPrice =>
  priceOr(price, ({ customerMessage: reason }) => ({ isPriced: false, reason }));

/**
 * Prices and validates parts against one catalogue. Results are cached by part object: typing in one part
 * keeps the results of the others identical.
 */
export function createPricer(catalogue: QuoteCatalogue): (part: PartFields) => PartView {
  const cache = new WeakMap<PartFields, PartView>();
  return (part) => {
    const cached = cache.get(part);
    if (cached) return cached;
    const view: PartView = { price: pricePart(part, catalogue), checked: checkPart(part, catalogue) };
    cache.set(part, view);
    return view;
  };
}

export interface QuoteLine {
  part: PartDraft;
  view: PartView;
  /** The part's amount in the total; undefined without a price. */
  subTotalFen?: Fen;
  /** Complete, but staff have to price it. */
  isUnpriced: boolean;
}

/** Figures of the quotation; sums cover complete parts with a price. */
export interface QuoteSummary {
  lines: QuoteLine[];
  /** Number of parts. */
  partCount: number;
  /** Total quantity of the priced parts. */
  pieces: number;
  incompleteCount: number;
  /** Incomplete parts whose model is still being read. */
  readingCount: number;
  /** Parts that staff have to price; with any, the quotation can only be a request. */
  unpricedCount: number;
  /** Priced parts that need a manual review; their price is for reference. */
  reviewCount: number;
  /** Priced parts whose model staff check before the price is binding. */
  toCheckCount: number;
  /** Priced parts whose model checks are still running. */
  checkingCount: number;
  /** Review reasons that concern the whole quotation. */
  reviewReasons: readonly ReviewReason[];
  charges?: readonly ChargeRow[];
  /** Charges from model measurements, by part key; absent if no rule uses measurements. */
  modelChargesFen?: ChargeResult['modelChargesFen'];
  /** Absent if the shop offers only 标准. */
  leadChoice?: LeadChoice;
  /** Sum of parts and charges. */
  totalFen: Fen;
  /** Working days of the slowest priced part. */
  deliveryTime: number;
}

const NO_REASONS: readonly ReviewReason[] = [];

/** Whether staff have to price the quotation, so that it can only be a request. */
export const needsStaff = (
  summary: Pick<QuoteSummary, 'unpricedCount' | 'reviewCount' | 'reviewReasons'>,
): boolean => summary.unpricedCount + summary.reviewCount + summary.reviewReasons.length > 0;

export function summarise(
  parts: readonly PartDraft[],
  viewOf: (part: PartDraft) => PartView,
  reviewReasons: readonly ReviewReason[] = NO_REASONS,
): QuoteSummary {
  const lines = parts.map((part): QuoteLine => {
    const view = viewOf(part);
    const { price, checked } = view;
    if (checked.item === undefined) return { part, view, isUnpriced: false };
    return price.isPriced
      ? { part, view, subTotalFen: price.price.subTotalFen, isUnpriced: false }
      : { part, view, isUnpriced: price.isUnpriced === true };
  });
  const priced = lines.flatMap(({ subTotalFen, view: { price } }) =>
    subTotalFen !== undefined && price.isPriced ? [price] : [],
  );
  const { totalFen, deliveryDays } = sumItems(priced.map(({ price }) => price));
  const unpricedCount = lines.filter(({ isUnpriced }) => isUnpriced).length;
  return {
    lines,
    partCount: parts.length,
    pieces: priced.reduce((sum, { price }) => sum + price.trace.num, 0),
    incompleteCount: lines.length - priced.length - unpricedCount,
    readingCount: lines.filter(
      ({ part, subTotalFen, isUnpriced }) => subTotalFen === undefined && !isUnpriced && isReading(part),
    ).length,
    unpricedCount,
    reviewCount: priced.filter(({ reviewReasons }) => reviewReasons).length,
    toCheckCount: priced.filter(({ holds }) => holds).length,
    checkingCount: priced.filter(({ isChecking }) => isChecking).length,
    reviewReasons,
    totalFen,
    deliveryTime: deliveryDays,
  };
}

export function withCharges(summary: QuoteSummary, chargeResult: ChargeResult | undefined): QuoteSummary {
  if (!chargeResult) return summary;
  const { rows, sumFen, deliveryTime, leadChoice, modelChargesFen } = chargeResult;
  return {
    ...summary,
    ...(rows.length > 0 && { charges: rows }),
    ...(modelChargesFen && { modelChargesFen }),
    totalFen: summary.totalFen + sumFen,
    deliveryTime,
    ...(leadChoice && { leadChoice }),
  };
}

/** Counts the parts in the total, and the unpriced ones. */
export function countsText({
  partCount,
  pieces,
  incompleteCount,
  unpricedCount,
}: Pick<QuoteSummary, 'partCount' | 'pieces' | 'incompleteCount' | 'unpricedCount'>): string {
  const uncounted = incompleteCount + unpricedCount;
  const priced = partCount - uncounted;
  if (priced === 0) return `${partCount} 种未计价`;
  return `${priced} 种 ${pieces} 件${uncounted > 0 ? `，另有 ${uncounted} 种未计价` : ''}`;
}

/** Why a line has no price: staff have to price it, its model is being read, or it is incomplete. */
export const pendingLineLabel = ({ part, isUnpriced }: Pick<QuoteLine, 'part' | 'isUnpriced'>): string =>
  isUnpriced ? '待报价' : pendingLabel(part);

/** Counts the parts that are not in the total, by reason. */
export function uncountedText({
  incompleteCount,
  readingCount,
  unpricedCount,
}: Pick<QuoteSummary, 'incompleteCount' | 'readingCount' | 'unpricedCount'>): string {
  const counts = [
    readingCount > 0 && `${readingCount} 个零件的模型正在读取`,
    incompleteCount > readingCount && `${incompleteCount - readingCount} 个零件待完善`,
    unpricedCount > 0 && `${unpricedCount} 个零件待报价`,
  ];
  return counts.filter(Boolean).join('、');
}
