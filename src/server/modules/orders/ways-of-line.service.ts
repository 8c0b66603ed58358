import type { LineGoal, SolvedQuote } from '#contract/quotes.ts';
import type { QuotationItem } from '#contract/part-item.ts';
import type { CncPrice } from '#domain/pricing/types.ts';
import { AppError } from '#server/http/app-error.ts';
import { findDeptPath } from '#server/modules/access/access.service.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import type { Catalogue } from '#server/modules/catalogue/catalogue.service.ts';
import { totalsOfVariants, withRepeats } from '#server/modules/quotes/charges.service.ts';
import { variantCheck } from '#server/modules/quotes/gates.service.ts';
import { keptLead } from '#server/modules/quotes/leads.service.ts';
import { priceItems, priceRequest, type PricedOrder } from '#server/modules/quotes/quotes.service.ts';
import { solveQuote } from '#server/modules/quotes/solve.service.ts';
import { searchesPerMinute, variantSearches } from '#server/fairness/limits.ts';
import { listItems } from './orders.queries.ts';
import { getOrder } from './orders.service.ts';
import type { OrderDeps } from './place-order.service.ts';
import { toQuotationItem } from './reprice-order.service.ts';
import { savedModels } from './saved-gates.service.ts';

const NONE: SolvedQuote = { now: null, isReached: false, proposals: [], nearest: null };

/**
 * The ways of a part to a goal in the class of its order, by today's prices, with what the whole order then costs; none for a part that the
 * price table cannot price. Throws `record.not_found`.
 */
export async function findWaysOfLine(
  {
    database: { db },
    catalogue: readCatalogue,
    settings: readSettings,
  }: Pick<OrderDeps, 'database' | 'catalogue' | 'settings'>,
  { userId, grant, catalogueRevision, settingsRevision }: Caller,
  { id, lineNo }: { id: number; lineNo: number },
  goal: LineGoal,
  now: Date,
): Promise<SolvedQuote> {
  searchesPerMinute.count(userId, now);
  const order = await getOrder(db, grant.scope, id);
  const ordered = await listItems(db, order);
  const index = ordered.findIndex((item) => item.lineNo === lineNo);
  const models = await savedModels(db, order);
  const items = ordered.map((one) => {
    const model = models.get(one.lineNo);
    return { ...toQuotationItem(one), ...(model && { model }) };
  });
  const item = items[index];
  if (!item) throw new AppError('record.not_found');
  const catalogue = await readCatalogue(catalogueRevision);
  const settings = await readSettings(settingsRevision);
  const deptPath = order.deptId === null ? [] : await findDeptPath(db, order.deptId);
  const cncPrice = catalogue.machiningPricesFor(deptPath);
  const part = pricedOrNone(() => priceItems(catalogue, cncPrice, [item]));
  if (!part) return NONE;
  const whole = await withRepeats(
    { db, catalogue },
    order,
    wholeOrder(catalogue, cncPrice, items) ?? part,
    now,
  );
  const isSold = await variantCheck({ db, catalogue, settings }, order.userId, part);
  await variantSearches.take(`user/${userId}`, 1);
  const { lead } = keptLead(catalogue, whole, order.lead);
  return solveQuote(
    catalogue,
    part,
    { item, ...goal },
    {
      isSold,
      leads: catalogue.leadClasses.length > 0 ? { lead, otherLeads: [] } : undefined,
      orderFen: totalsOfVariants(catalogue, whole, whole.items.length > 1 ? index : 0, now),
    },
  );
}

/** Undefined where a part of the order cannot be quoted any more. */
const wholeOrder = (catalogue: Catalogue, cncPrice: CncPrice, items: readonly QuotationItem[]) =>
  pricedOrNone(() => priceRequest(catalogue, cncPrice, items));

function pricedOrNone(price: () => PricedOrder): PricedOrder | undefined {
  try {
    return price();
  } catch (error) {
    if (error instanceof AppError && error.error === 'quote.invalid') return undefined;
    throw error;
  }
}
