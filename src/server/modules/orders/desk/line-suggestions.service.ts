import type { LineGoal, Solution } from '#contract/orders/quotes.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { daysOfVariants, totalsOfVariants, variantCheck } from '#domain/quotation/price-cart.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { findLead } from '#server/modules/quotes/leads.service.ts';
import {
  readCustomerOfOrder,
  priceForCustomer,
  rulesAt,
  type PricedOrder,
} from '#server/modules/quotes/price-cart.service.ts';
import { solveQuote } from '#server/modules/quotes/solve.service.ts';
import { listItems } from '../reading/orders.queries.ts';
import { getOrder } from '../reading/orders.service.ts';
import type { OrderDeps } from '../placing/place-order.service.ts';
import { toQuotationItem } from '../revising/reprice-order.service.ts';
import { readSavedModels } from '../revising/saved-review.service.ts';

const NO_SOLUTION: Solution = { now: null, isReached: false, proposals: [], nearest: null };

/**
 * Suggests changes that reach a goal for one line of an order, in its lead class and at today's prices, each with the new total
 * of the order. Suggests none for a part that the price table cannot price. Throws `record.not_found`.
 */
export async function suggestForLine(
  {
    database: { db },
    catalogue: readCatalogue,
    settings: readSettings,
  }: Pick<OrderDeps, 'database' | 'catalogue' | 'settings'>,
  { grant, catalogueRevision, settingsRevision }: Caller,
  { id, lineNo }: { id: number; lineNo: number },
  goal: LineGoal,
  now: Date,
): Promise<Solution> {
  const order = await getOrder(db, grant.scope, id);
  const savedItems = await listItems(db, order);
  const index = savedItems.findIndex((item) => item.lineNo === lineNo);
  const models = await readSavedModels(db, order);
  const items = savedItems.map((savedItem) => {
    const model = models.get(savedItem.lineNo);
    return { ...toQuotationItem(savedItem), ...(model && { model }) };
  });
  const item = items[index];
  if (!item) throw new AppError('record.not_found');
  const catalogue = await readCatalogue(catalogueRevision);
  const settings = await readSettings(settingsRevision);
  const customer = await readCustomerOfOrder(db, order);
  const priceItems = (parts: readonly QuotationItem[], unpriced: 'zero' | 'open') =>
    pricedOrNone(
      priceForCustomer(
        { db, catalogue, settings },
        customer,
        { parts, lead: findLead(catalogue, order.lead?.id), unpriced },
        now,
      ),
    );
  const pricedPart = await priceItems([item], 'zero');
  if (!pricedPart) return NO_SOLUTION;
  // When another part of the order can no longer be quoted, the total covers this part only.
  const pricedOrder = (await priceItems(items, 'open')) ?? pricedPart;
  const { leadClasses } = catalogue;
  const lead = findLead(catalogue, pricedOrder.lead?.id);
  const rules = rulesAt(catalogue, now);
  const lineIndex = pricedOrder.items.length > 1 ? index : 0;
  return solveQuote(
    catalogue,
    pricedPart,
    { item, ...goal },
    {
      isOrderable: variantCheck(catalogue, rules, pricedPart),
      leads: leadClasses.length > 0 ? { lead, otherLeads: [] } : undefined,
      orderFen: totalsOfVariants(rules, leadClasses, pricedOrder, lineIndex),
      addedDays: daysOfVariants(rules, pricedOrder, lineIndex),
    },
  );
}

async function pricedOrNone(priced: Promise<PricedOrder>): Promise<PricedOrder | undefined> {
  try {
    return await priced;
  } catch (error) {
    if (error instanceof AppError && error.error === 'quote.invalid') return undefined;
    throw error;
  }
}
