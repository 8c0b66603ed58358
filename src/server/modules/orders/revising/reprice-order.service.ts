import type { DataOf } from '#contract/kernel/endpoint.ts';
import type { OrderItem } from '#contract/orders/order-data.ts';
import type { orders } from '#contract/orders/orders.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { quotedFigures } from '#contract/orders/quotes.ts';
import { itemTitle, enteredName } from '#domain/parts/line-title.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import type { Catalogue } from '#server/modules/catalogue/catalogue.service.ts';
import { findLead, lostLeadReason } from '#server/modules/quotes/leads.service.ts';
import {
  assertPriced,
  readCustomerOfOrder,
  priceForCustomer,
  priceWithFacts,
  type PricedCustomer,
  type PricedOrder,
} from '#server/modules/quotes/price-cart.service.ts';
import { toQuotation } from '#server/modules/quotes/quotes.service.ts';
import { listItems } from '../reading/orders.queries.ts';
import { getOrder } from '../reading/orders.service.ts';
import { readSavedModels } from './saved-review.service.ts';
import type { OrderDeps } from '../placing/place-order.service.ts';

type Repriced = DataOf<typeof orders.reprice>;

/**
 * Prices the order's items with today's catalogue and the prices agreed with the order's company; when that fails,
 * returns a reason per item. Throws `record.not_found`.
 */
export async function repriceOrder(
  { database: { db }, catalogue: readCatalogue, settings }: OrderDeps,
  caller: Caller,
  id: number,
  now: Date,
): Promise<Repriced> {
  const order = await getOrder(db, caller.grant.scope, id);
  const items = await listItems(db, order);
  const customer = await readCustomerOfOrder(db, order);
  const catalogue = await readCatalogue(caller.catalogueRevision);
  const currentSettings = await settings(caller.settingsRevision);
  const repricedItems = await Promise.all(items.map((item) => repriceItem(catalogue, customer, item, now)));
  const models = await readSavedModels(db, order);
  const cart = {
    // Charges by weight use the volume of the model.
    parts: items.map((item) => ({ ...toQuotationItem(item), model: models.get(item.lineNo) })),
    lead: findLead(catalogue, order.lead?.id),
    unpriced: 'zero',
  } as const;
  const { priced, error } = await tryPricing(catalogue, () =>
    priceForCustomer({ db, catalogue, settings: currentSettings }, customer, cart, now),
  );
  if (priced) {
    const notice = lostLeadReason(catalogue, priced, order.lead);
    const quotation = {
      ...toQuotation(priced, currentSettings, now),
      ...(notice === undefined ? {} : { leadNotice: notice }),
    };
    return { quotation, reason: '', items: repricedItems };
  }
  const errors = repricedItems.flatMap(({ reason }, index) =>
    reason === ''
      ? []
      : [`${itemTitle(index + 1, items[index] ? enteredName(items[index]) : '')}：${reason}`],
  );
  return { quotation: null, reason: errors.length > 0 ? errors.join('；') : error, items: repricedItems };
}

async function repriceItem(
  catalogue: Catalogue,
  customer: PricedCustomer,
  item: OrderItem,
  now: Date,
): Promise<Repriced['items'][number]> {
  const cart = { parts: [toQuotationItem(item)], unpriced: 'zero' } as const;
  // The price of a single part does not depend on facts.
  const { priced, errors } = await tryPricing(catalogue, () =>
    priceWithFacts(catalogue, customer, cart, { isNewCustomer: false, lines: [] }, now),
  );
  const { lineNo } = item;
  const [first] = priced?.items ?? [];
  if (!first) return { lineNo, sub_total: null, delivery_time: null, reason: errors.join('；') };
  const { sub_total, delivery_time } = quotedFigures(first.price);
  return { lineNo, sub_total, delivery_time, reason: '' };
}

/** The price, or the error as one sentence and by field. */
async function tryPricing(
  catalogue: Catalogue,
  price: () => PricedOrder | Promise<PricedOrder>,
): Promise<{ priced?: PricedOrder; error: string; errors: string[] }> {
  try {
    const priced = await price();
    assertPriced(catalogue, priced);
    return { priced, error: '', errors: [] };
  } catch (error) {
    if (!(error instanceof AppError) || !/^(quote\.invalid|order\.unpriced)$/.test(error.error)) throw error;
    const { message, fields = {} } = error;
    const errors = Object.values(fields);
    return { error: message, errors: errors.length > 0 ? errors : [message] };
  }
}

/** Converts an ordered part into the form in which a customer sends it, without files and model. */
export function toQuotationItem({
  material,
  num,
  length,
  width,
  height,
  processes,
}: OrderItem): QuotationItem {
  const selections = processes.map(({ processId, optionId }) => [`process_${processId}`, optionId] as const);
  return { ...Object.fromEntries(selections), material, num, length, width, height };
}
