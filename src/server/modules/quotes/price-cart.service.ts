import { inArray, and, eq, isNotNull, ne } from 'drizzle-orm';
import { countsMeasures, rulesOn, waivesRepeats } from '#domain/charges/charge-rule.ts';
import { reviewReasonText, type ReviewReason } from '#domain/review/review-reasons.ts';
import type { ReviewRule } from '#domain/review/review-rule.ts';
import type {
  Cart,
  CartFacts,
  CartRules,
  PricedCart,
  PricedItem as CartItem,
} from '#domain/quotation/cart.ts';
import { CartError } from '#domain/quotation/price-items.ts';
import { toRequest, priceCart } from '#domain/quotation/price-cart.ts';
import { PricingError } from '#domain/pricing/pricing-error.ts';
import { unpricedSelections } from '#domain/process-tree/offered.ts';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { isDrawing } from '#geometry/drawing-check.ts';
import type { Db } from '#server/db/database.ts';
import { files, orders } from '#server/db/schema.ts';
import { AppError, throwFieldErrors } from '#server/http/app-error.ts';
import { findDeptPath } from '#server/modules/access/access.service.ts';
import type { Catalogue, SoldMaterial } from '#server/modules/catalogue/catalogue.service.ts';
import { readMeasuresOfParts } from '#server/modules/models/measured-parts.service.ts';
import { readHoldsOfParts } from '#server/modules/models/part-models.service.ts';
import type { Settings } from '#server/modules/settings/settings.service.ts';
import { findRepeats, type OrderHistoryOwner } from './repeats.service.ts';

export type PricedItem = CartItem<QuotationItem, SoldMaterial>;
export type PricedOrder = PricedCart<QuotationItem, SoldMaterial>;

export interface PricingDeps {
  db: Db;
  catalogue: Catalogue;
  settings: Settings;
}

export interface PricedCustomer extends OrderHistoryOwner {
  /** The departments whose prices apply, nearest first. */
  deptPath: readonly number[];
}

/** The customer of an existing order, with the company of the order, not the user's current one. */
export async function readCustomerOfOrder(
  db: Db,
  { userId, deptId }: Pick<typeof orders.$inferSelect, 'userId' | 'deptId'>,
): Promise<PricedCustomer> {
  return { userId, deptId, deptPath: deptId === null ? [] : await findDeptPath(db, deptId) };
}

/** The current review and charge rules. */
export const rulesAt = (
  { reviewRules, chargeRules }: Pick<Catalogue, 'reviewRules' | 'chargeRules'>,
  now: Date,
): CartRules => ({ reviewRules, charges: rulesOn(chargeRules, dayText(dayNumber(now))) });

/**
 * Prices a customer's parts with the current catalogue and rules.
 * Throws `quote.invalid` naming every invalid field, or for an amount that is too large.
 */
export async function priceForCustomer(
  deps: PricingDeps,
  customer: PricedCustomer,
  cart: Cart<QuotationItem>,
  now: Date,
): Promise<PricedOrder> {
  const facts = await readFacts(deps, customer, cart.parts, now);
  return priceWithFacts(deps.catalogue, customer, cart, facts, now);
}

/** `priceForCustomer` with known facts. */
export function priceWithFacts(
  catalogue: Catalogue,
  { deptPath }: Pick<PricedCustomer, 'deptPath'>,
  cart: Cart<QuotationItem>,
  facts: CartFacts,
  now: Date,
): PricedOrder {
  const cncPrice = catalogue.machiningPricesFor(deptPath);
  return refuseOnPricingError(() =>
    priceCart({ ...catalogue, cncPrice }, rulesAt(catalogue, now), cart, facts),
  );
}

/** The order as a request for an offer; see `toRequest`. Throws `quote.invalid` for an amount that is too large. */
export const toPricedRequest = (
  catalogue: Catalogue,
  priced: PricedOrder,
  now: Date,
  isReviewRequested = false,
): PricedOrder => refuseOnPricingError(() => toRequest(rulesAt(catalogue, now), priced, isReviewRequested));

const hasRule = (rules: readonly ReviewRule[], ...kinds: ReviewRule['kind'][]): boolean =>
  rules.some(({ kind }) => kinds.includes(kind));

/** Whether today's rules depend on models: if so, the client's figures for an unmeasured model must not be used. */
export function rulesUseModels(
  catalogue: Pick<Catalogue, 'reviewRules' | 'chargeRules'>,
  now: Date,
): boolean {
  const { reviewRules, charges } = rulesAt(catalogue, now);
  return (
    hasRule(reviewRules, 'weight', 'model') ||
    charges.some(({ basis }) => basis === 'kg') ||
    countsMeasures(charges)
  );
}

/** Reads the facts that the rules need about an order. Sends no query without rules and models. */
export async function readFacts(
  { db, catalogue, settings }: PricingDeps,
  customer: OrderHistoryOwner,
  parts: readonly QuotationItem[],
  now: Date,
): Promise<CartFacts> {
  const { reviewRules, charges } = rulesAt(catalogue, now);
  const tagOf = ({ material }: QuotationItem) => catalogue.materials.get(material)?.materialTag ?? '';
  const modelled = parts.map((part) => ({ model: part.model, materialTag: tagOf(part) }));
  const [hasDrawing, holds, measured, isNew, isRepeat] = await Promise.all([
    hasRule(reviewRules, 'tolerance', 'thread') ? findDrawings(db, parts) : [],
    readHoldsOfParts(db, settings, modelled),
    countsMeasures(charges) ? readMeasuresOfParts(db, settings, modelled) : [],
    hasRule(reviewRules, 'newCustomer') && isNewCustomer(db, customer.userId),
    waivesRepeats(charges) ? findRepeats(db, customer, parts) : [],
  ]);
  return {
    isNewCustomer: isNew,
    lines: parts.map((_, index) => ({
      hasDrawing: hasDrawing[index] ?? false,
      holds: holds[index] ?? [],
      isRepeat: isRepeat[index] ?? null,
      measured: measured[index],
    })),
  };
}

/** For each part, whether a drawing is among its files. */
async function findDrawings(db: Db, parts: readonly QuotationItem[]): Promise<boolean[]> {
  const ids = [...new Set(parts.flatMap(({ fileIds }) => fileIds ?? []))];
  const namedFiles =
    ids.length === 0
      ? []
      : await db.select({ id: files.id, name: files.name }).from(files).where(inArray(files.id, ids));
  const drawings = new Set(namedFiles.filter(({ name }) => isDrawing(name)).map(({ id }) => id));
  return parts.map(({ fileIds }) => (fileIds ?? []).some((id) => drawings.has(id)));
}

/**
 * Throws `order.unpriced` naming every option without a price: a preview counts it as 0, a quotation or order must not.
 */
export function assertPriced(
  { processNames }: Pick<Catalogue, 'processNames'>,
  { items }: PricedOrder,
): void {
  const fields: FieldErrors = {};
  for (const [index, { item, material }] of items.entries()) {
    for (const { processId, optionId } of unpricedSelections(material, item)) {
      const option = `${processNames.get(processId) ?? ''} ${processNames.get(optionId) ?? ''}`.trim();
      fields[`items.${index}.process_${processId}`] =
        `${material.name} 的 ${option} 尚未定价，暂不能在线下单，请联系我们`;
    }
  }
  throwFieldErrors(fields, 'order.unpriced');
}

/** Throws `order.needs_review` if there are reasons. */
export function assertNeedsNoReview(reasons: readonly ReviewReason[]): void {
  const [first] = reasons;
  if (!first) return;
  const moreText = reasons.length > 1 ? ` 等 ${reasons.length} 项` : '';
  const msg = `${reviewReasonText(first)}${moreText}，需要人工报价，请提交询价`;
  throw new AppError('order.needs_review', { msg, data: { gates: reasons } });
}

/** Runs work of the domain. Its pricing errors become `quote.invalid`: the request is wrong, not the server. */
export function refuseOnPricingError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof CartError) {
      const { message: msg, fields } = error;
      throw new AppError('quote.invalid', { msg, fields, cause: error });
    }
    if (!(error instanceof PricingError)) throw error;
    throw new AppError('quote.invalid', { msg: error.customerMessage, cause: error });
  }
}

/** Whether the user has no placed orders, apart from cancelled ones. */
export async function isNewCustomer(db: Db, userId: number): Promise<boolean> {
  const [placed] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), isNotNull(orders.placedAt), ne(orders.status, 'cancelled')))
    .limit(1);
  return placed === undefined;
}
