import type { DataOf } from '#contract/endpoint.ts';
import type { OrderItem } from '#contract/order-data.ts';
import type { orders } from '#contract/orders.ts';
import type { QuotationItem } from '#contract/part-item.ts';
import { quotedFigures } from '#contract/quotes.ts';
import { itemTitle, ownName } from '#domain/parts/line-title.ts';
import type { CncPrice } from '#domain/pricing/types.ts';
import { AppError } from '#server/http/app-error.ts';
import { findDeptPath } from '#server/modules/access/access.service.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import type { Catalogue } from '#server/modules/catalogue/catalogue.service.ts';
import {
  assertPriced,
  priceItems,
  toQuotation,
  type PricedOrder,
} from '#server/modules/quotes/quotes.service.ts';
import { chargedOrder } from '#server/modules/quotes/charges.service.ts';
import { gatedOrder } from '#server/modules/quotes/gates.service.ts';
import { keptLead } from '#server/modules/quotes/leads.service.ts';
import { listItems } from './orders.queries.ts';
import { getOrder } from './orders.service.ts';
import { savedModels } from './saved-gates.service.ts';
import type { OrderDeps } from './place-order.service.ts';

type Repriced = DataOf<typeof orders.reprice>;

/**
 * Prices the order's items with today's catalogue and the prices agreed with the order's company; when that fails,
 * gives the reason item by item. Throws `record.not_found`.
 */
export async function repriceOrder(
  { database: { db }, catalogue: readCatalogue, settings }: OrderDeps,
  caller: Caller,
  id: number,
  now: Date,
): Promise<Repriced> {
  const order = await getOrder(db, caller.grant.scope, id);
  const items = await listItems(db, order);
  const deptPath = order.deptId === null ? [] : await findDeptPath(db, order.deptId);
  const catalogue = await readCatalogue(caller.catalogueRevision);
  const cncPrice = catalogue.machiningPricesFor(deptPath);
  const alone = items.map((item) => repriceItem(catalogue, cncPrice, item));
  const models = await savedModels(db, order);
  const { priced, fault } = tryPricing(
    catalogue,
    cncPrice,
    // Charges by weight count the volume of the model.
    items.map((item) => ({ ...toQuotationItem(item), model: models.get(item.lineNo) })),
  );
  if (priced) {
    const current = await settings(caller.settingsRevision);
    const gated = await gatedOrder({ db, catalogue, settings: current }, order.userId, priced);
    const { lead, notice } = keptLead(catalogue, gated, order.lead);
    const charged = await chargedOrder({ db, catalogue }, order, gated, now, lead);
    const quotation = {
      ...toQuotation(charged, current, now),
      ...(notice === undefined ? {} : { leadNotice: notice }),
    };
    return { quotation, reason: '', items: alone };
  }
  const faults = alone.flatMap(({ reason }, index) =>
    reason === '' ? [] : [`${itemTitle(index + 1, items[index] ? ownName(items[index]) : '')}：${reason}`],
  );
  return { quotation: null, reason: faults.length > 0 ? faults.join('；') : fault, items: alone };
}

function repriceItem(catalogue: Catalogue, cncPrice: CncPrice, item: OrderItem): Repriced['items'][number] {
  const { priced, faults } = tryPricing(catalogue, cncPrice, [toQuotationItem(item)]);
  const { lineNo } = item;
  const [first] = priced?.items ?? [];
  if (!first) return { lineNo, sub_total: null, delivery_time: null, reason: faults.join('；') };
  const { sub_total, delivery_time } = quotedFigures(first.price);
  return { lineNo, sub_total, delivery_time, reason: '' };
}

/** The price, or the fault in one sentence and field by field. */
function tryPricing(
  catalogue: Catalogue,
  cncPrice: CncPrice,
  items: readonly QuotationItem[],
): { priced?: PricedOrder; fault: string; faults: string[] } {
  try {
    const priced = priceItems(catalogue, cncPrice, items);
    assertPriced(catalogue, priced);
    return { priced, fault: '', faults: [] };
  } catch (error) {
    if (!(error instanceof AppError) || !/^(quote\.invalid|order\.unpriced)$/.test(error.error)) throw error;
    const { message, fields = {} } = error;
    const faults = Object.values(fields);
    return { fault: message, faults: faults.length > 0 ? faults : [message] };
  }
}

/** An ordered part as its customer would send it today, without files and model. */
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
