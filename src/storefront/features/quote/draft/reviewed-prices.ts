import { findLineReasons, findOrderReasons, type ReviewReason } from '#domain/review/review-reasons.ts';
import type { ReviewedLine } from '#domain/review/reviewed-cart.ts';
import type { ReviewRule } from '#domain/review/review-rule.ts';
import type { ItemPrice } from '#domain/pricing/types.ts';
import { reviewedLine } from '#domain/quotation/price-cart.ts';
import { isDrawing } from '#geometry/drawing-check.ts';
import { nodesById, type QuoteCatalogue } from './catalogue-types.ts';
import type { PartFields } from './draft.ts';
import { isUnmeasured } from './part-model.ts';
import { createPricer, type PartPrice, type PartView } from './price-draft.ts';
import type { ChargeTable } from './charges/charged-lines.ts';
import { measuredModel, pricedItem } from './priced-item.ts';

interface ReviewInput {
  rules: readonly ReviewRule[];
  isNewCustomer: boolean;
  /** A charge rule may require a review of parts without a model. */
  chargeTable?: Pick<ChargeTable, 'rules' | 'timeRates'> | undefined;
}

export interface ReviewedPrices {
  /** Applies the rules for parts; cached by part object. */
  viewOf: (part: PartFields) => PartView;
  /** Like `viewOf`, for the case that a rule for the whole quotation hides all prices. */
  hiddenViewOf: (part: PartFields) => PartView;
  /** The review reasons of the whole quotation. */
  findReviewReasons: (parts: readonly PartFields[]) => ReviewReason[];
}

/**
 * Prices parts as the server does: adds review reasons, and removes prices that a rule hides.
 * @param holdsOf findings in a part's model that need a review; undefined until it is checked
 */
export function createReviewedPrices(
  catalogue: QuoteCatalogue,
  { rules, isNewCustomer, chargeTable }: ReviewInput,
  holdsOf: (part: PartFields) => readonly string[] | undefined = () => [],
): ReviewedPrices {
  const unreviewedViewOf = createPricer(catalogue);
  const { cncPrice } = catalogue;
  const names = new Map([...nodesById(catalogue.tree)].map(([id, { name }]) => [id, name]));

  const lineOf = (part: PartFields, price: ItemPrice, holds = holdsOf(part)): ReviewedLine => {
    const line = pricedItem(part, price, catalogue);
    const hasDrawing = part.files.some(({ name }) => isDrawing(name));
    if (!line) return UNPRICED;
    const measured = measuredModel(part, line.material.materialTag, chargeTable?.timeRates);
    const facts = { hasDrawing, holds: holds ?? [], isRepeat: false, measured };
    // Without charge rules while the model's measurements are pending: they would send the part to staff.
    const charges = isUnmeasured(part) ? [] : (chargeTable?.rules ?? []);
    return reviewedLine({ processNames: names, cncPrice }, { charges }, line, facts);
  };

  const createView = (isAllHidden: boolean) => {
    const cache = new WeakMap<PartFields, PartView>();
    return (part: PartFields): PartView => {
      const cached = cache.get(part);
      if (cached) return cached;
      const view = unreviewedViewOf(part);
      const { price } = view;
      // Each part is reviewed as a list of its own, so its line number is 1.
      const holds = price.isPriced ? holdsOf(part) : [];
      const line = price.isPriced ? lineOf(part, price.price, holds) : undefined;
      const reviewReasons = line ? findLineReasons(rules, line, 1) : [];
      const afterRules = reviewedPrice(price, reviewReasons, holds ?? [], isAllHidden);
      const isChecking = afterRules.isPriced && holds === undefined;
      const reviewed = { ...view, price: isChecking ? { ...afterRules, isChecking } : afterRules };
      cache.set(part, reviewed);
      return reviewed;
    };
  };

  return {
    viewOf: createView(false),
    hiddenViewOf: createView(true),
    findReviewReasons: (parts) => {
      const lines = parts.flatMap((part) => {
        const { price, checked } = unreviewedViewOf(part);
        return price.isPriced && checked.item ? lineOf(part, price.price) : UNPRICED;
      });
      return findOrderReasons(rules, { lines, isNewCustomer });
    },
  };
}

/** Placeholder that preserves line numbers. */
const UNPRICED: ReviewedLine = {
  length: 0,
  width: 0,
  height: 0,
  num: 1,
  density: 0,
  subTotalFen: undefined,
  optionTexts: [],
  hasDrawing: false,
  holds: [],
};

function reviewedPrice(
  price: PartPrice,
  reviewReasons: readonly ReviewReason[],
  holds: readonly string[],
  isAllHidden: boolean,
): PartPrice {
  if (!price.isPriced) return price;
  const isHidden = isAllHidden || reviewReasons.some(({ priceDisplay }) => priceDisplay === 'hidden');
  if (isHidden)
    return {
      isPriced: false,
      reason: '由我们人工报价，提交询价即可',
      isUnpriced: true,
      reviewReasons,
      hidden: price.price,
    };
  return {
    ...price,
    ...(reviewReasons.length > 0 && { reviewReasons }),
    ...(holds.length > 0 && { holds }),
  };
}
