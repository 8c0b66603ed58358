import type { DataOf } from '#contract/endpoint.ts';
import type { OrderItem, orders } from '#contract/orders.ts';
import type { QuotationItem } from '#contract/part-item.ts';
import { AppError } from '#server/http/app-error.ts';
import { findDeptPath } from '#server/modules/access/access.service.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { priceItems, toQuotation } from '#server/modules/quotes/quotes.service.ts';
import { listItems } from './orders.queries.ts';
import { getOrder } from './orders.service.ts';
import type { OrderDeps } from './place-order.service.ts';

/**
 * What the order's items would cost with today's catalogue and the prices agreed with the order's company. When they
 * cannot be priced any more, the reason, item by item. Throws `record.not_found`.
 */
export async function repriceOrder(
  { database: { db }, catalogue: readCatalogue, settings }: OrderDeps,
  caller: Caller,
  id: number,
  now: Date,
): Promise<DataOf<typeof orders.reprice>> {
  const order = await getOrder(db, caller.grant.scope, id);
  const items = await listItems(db, order);
  const deptPath = order.deptId === null ? [] : await findDeptPath(db, order.deptId);
  const catalogue = await readCatalogue(caller.catalogueRevision);
  try {
    const priced = priceItems(catalogue, catalogue.machiningPricesFor(deptPath), items.map(toQuotationItem));
    return { quotation: toQuotation(priced, await settings(caller.settingsRevision), now), reason: '' };
  } catch (error) {
    if (!(error instanceof AppError) || error.error !== 'quote.invalid') throw error;
    return { quotation: null, reason: explain(error, items) };
  }
}

function toQuotationItem({ material, num, length, width, height, processes }: OrderItem): QuotationItem {
  const selections = processes.map(({ processId, optionId }) => [`process_${processId}`, optionId] as const);
  return { ...Object.fromEntries(selections), material, num, length, width, height };
}

/** `第1项 支架：该材料不存在…；第2项 …` */
function explain({ fields = {}, message }: AppError, items: readonly OrderItem[]): string {
  const faults = Object.entries(fields).flatMap(([field, fault]) => {
    const index = Number(/^items\.(\d+)\./.exec(field)?.[1]);
    const item = items[index];
    return item ? [`第${index + 1}项 ${item.name}：${fault}`] : [];
  });
  return faults.length > 0 ? faults.join('；') : message;
}
