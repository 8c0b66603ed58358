import { createAddedDays, type AddedDaysFor } from '#domain/charges/added-days.ts';
import { chargedLine, partFacts, type ChargedLine } from '#domain/charges/charged-line.ts';
import { withShares } from '#domain/charges/charge-shares.ts';
import { priceWithRules } from '#domain/charges/charges-by-rules.ts';
import { unmeasuredReason } from '#domain/charges/measured-charges.ts';
import { ASKED_REASON, findReviewReasons, hiddenLines, needsReview } from '#domain/review/review-reasons.ts';
import type { ReviewedLine } from '#domain/review/reviewed-cart.ts';
import { leadErrors, type LeadClass } from '#domain/lead/lead-class.ts';
import type { Fen } from '#domain/money.ts';
import { lineOf, withStep } from '#domain/pricing/line.ts';
import { priceItem } from '#domain/pricing/price-item.ts';
import { priceOrUndefined } from '#domain/pricing/pricing-error.ts';
import { processTexts } from '#domain/process-tree/chosen-processes.ts';
import { partShape } from '#domain/stock/part-shape.ts';
import type {
  Cart,
  CartCatalogue,
  CartFacts,
  CartMaterial,
  CartPart,
  CartRules,
  LineFacts,
  PricedCart,
  PricedItem,
} from './cart.ts';
import { priceItems, withoutMissingTags } from './price-items.ts';
import { findUnpricedReason } from './unpriced.ts';

/**
 * Prices a cart: lines, reasons for a review, charges of rules and lead class, total and days.
 * @throws CartError for parts that cannot be priced; PricingError `total_out_of_range`
 */
export function priceCart<P extends CartPart, M extends CartMaterial>(
  catalogue: CartCatalogue<M>,
  rules: CartRules,
  cart: Cart<P>,
  facts: CartFacts,
): PricedCart<P, M> {
  const items = priceItems(catalogue, cart);
  const cncPrice =
    cart.unpriced === 'open' ? withoutMissingTags(catalogue.cncPrice, items) : catalogue.cncPrice;
  const lines = items.map((pricedItem, index) =>
    reviewedLine(catalogue, rules, pricedItem, lineFacts(facts, index)),
  );
  const reviewReasons = findReviewReasons(rules.reviewRules, { isNewCustomer: facts.isNewCustomer, lines });
  const errors = cart.lead ? leadErrors(cart.lead, chargedLines({ items, facts })) : [];
  const lead = errors.length > 0 ? undefined : cart.lead;
  return withCharges(rules, { items, facts, cncPrice, reviewReasons, lead, leadErrors: errors });
}

/**
 * Turns a cart into a request: lines whose price a rule hides become unpriced. If there are no review reasons, the
 * reason is that the customer asked for a review.
 * @param isReviewRequested the customer has asked for a manual review before, regardless of the rules
 * @throws PricingError `total_out_of_range`
 */
export function toRequest<P extends CartPart, M extends CartMaterial>(
  rules: Pick<CartRules, 'charges'>,
  priced: PricedCart<P, M>,
  isReviewRequested = false,
): PricedCart<P, M> {
  const reviewReasons =
    isReviewRequested || priced.reviewReasons.length === 0
      ? [...priced.reviewReasons, ASKED_REASON]
      : priced.reviewReasons;
  const { all, lines } = hiddenLines(reviewReasons);
  const items = priced.items.map((pricedItem, index) => {
    const { trace } = pricedItem.price;
    const isHidden = (all || lines.has(index + 1)) && trace.steps === undefined;
    if (!isHidden) return pricedItem;
    return {
      ...pricedItem,
      price: { ...pricedItem.price, trace: withStep(trace, { kind: 'open', isHeld: true }) },
    };
  });
  return withCharges(rules, { ...priced, items, reviewReasons });
}

const withCharges = <P extends CartPart, M extends CartMaterial>(
  { charges }: Pick<CartRules, 'charges'>,
  cart: Omit<PricedCart<P, M>, 'charges' | 'total'>,
): PricedCart<P, M> => {
  const lines = chargedLines(cart);
  const priced = priceWithRules(charges, lines, cart.lead);
  return { ...cart, ...priced, charges: withShares(priced.charges, charges, lines) };
};

const NO_FACTS: LineFacts = { hasDrawing: false, holds: [], isRepeat: null };

/** The facts of the line at this index. */
export const lineFacts = ({ lines }: Pick<CartFacts, 'lines'>, index: number): LineFacts =>
  lines[index] ?? NO_FACTS;

/** The lines of a cart for `chargesByRules`. */
export const chargedLines = ({ items, facts }: Pick<PricedCart, 'items' | 'facts'>): ChargedLine[] =>
  items.map((pricedItem, index) => chargedItem(pricedItem, lineFacts(facts, index)));

/** A line of a cart for `chargesByRules`. */
export const chargedItem = (
  { item, material, price }: PricedItem,
  { isRepeat, measured }: Pick<LineFacts, 'isRepeat' | 'measured'>,
): ChargedLine =>
  chargedLine(
    price.trace,
    lineOf(price, price.trace.steps),
    partFacts(material.density, item, item.model, measured),
    isRepeat === true,
  );

/** A line of a cart for the review rules. */
export function reviewedLine(
  { processNames, cncPrice }: Pick<CartCatalogue, 'processNames' | 'cncPrice'>,
  { charges }: Pick<CartRules, 'charges'>,
  pricedItem: PricedItem,
  facts: LineFacts,
): ReviewedLine {
  const { item, material, price } = pricedItem;
  const { hasDrawing, holds } = facts;
  const { length, width, height, num, model } = item;
  const nameOf = (id: number) => processNames.get(id) ?? '';
  const unpriced = findUnpricedReason(cncPrice, nameOf, material, item);
  return {
    length,
    width,
    height,
    num,
    density: material.density,
    volumeMm3: partShape(item, model).volumeMm3,
    subTotalFen: unpriced === undefined ? price.subTotalFen : undefined,
    subTotalAt: (pieces) => priceItem(material, { ...item, num: pieces }, cncPrice).subTotalFen,
    optionTexts: processTexts(
      price.trace.options.map((option) => ({
        ...option,
        processName: nameOf(option.processId),
        optionName: nameOf(option.optionId),
      })),
    ),
    unpriced,
    hasDrawing,
    holds,
    unmeasured: needsModel(charges) ? unmeasuredReason(charges, chargedItem(pricedItem, facts)) : undefined,
  };
}

const needsModel = (charges: CartRules['charges']): boolean =>
  charges.some(({ withoutModel }) => withoutModel === 'person');

/** Returns a check that a variant of a cart's only part, with the same files and model, can be ordered at once. */
export const variantCheck =
  (
    { processNames }: Pick<CartCatalogue, 'processNames'>,
    rules: CartRules,
    { facts, cncPrice }: Pick<PricedCart, 'facts' | 'cncPrice'>,
  ) =>
  (variant: PricedItem): boolean =>
    !needsReview(rules.reviewRules, {
      isNewCustomer: facts.isNewCustomer,
      lines: [reviewedLine({ processNames, cncPrice }, rules, variant, lineFacts(facts, 0))],
    });

/**
 * Returns a function that computes the total of a cart with a variant of one line in a lead class, undefined beyond the limits of
 * the price kernel. Returns undefined if neither rules nor lead classes can change the sum of the lines. A variant with another
 * material or other options is not a repeat.
 */
export function totalsOfVariants(
  { charges: rules }: Pick<CartRules, 'charges'>,
  leadClasses: readonly LeadClass[],
  priced: PricedCart,
  index: number,
): ((variant: PricedItem, lead: LeadClass | undefined) => Fen | undefined) | undefined {
  if (rules.length === 0 && (leadClasses.length === 0 || priced.items.length === 1)) return undefined;
  const lines = chargedLines(priced);
  const originalConfiguration = configurationOf(priced.items[index]);
  const originalFacts = lineFacts(priced.facts, index);
  return (variant, lead) => {
    const facts = {
      ...originalFacts,
      isRepeat: originalFacts.isRepeat === true && configurationOf(variant) === originalConfiguration,
    };
    const all = lines.toSpliced(index, 1, chargedItem(variant, facts));
    return priceOrUndefined(() => priceWithRules(rules, all, lead).total.totalFen);
  };
}

/** Returns a function for the days that charges add to a cart with a variant of one line; undefined if no rule adds days. */
export function daysOfVariants(
  { charges }: Pick<CartRules, 'charges'>,
  priced: PricedCart,
  index: number,
): AddedDaysFor | undefined {
  const lines = chargedLines(priced);
  const line = lines[index];
  return line && createAddedDays(charges, lines.toSpliced(index, 1), line);
}

const configurationOf = (pricedItem: PricedItem | undefined): string =>
  pricedItem
    ? [pricedItem.material.id, ...pricedItem.price.trace.options.map(({ optionId }) => optionId)].join()
    : '';
