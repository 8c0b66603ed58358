import type { SolvedQuote } from '#contract/quotes.ts';
import { AppError } from '#server/http/app-error.ts';
import { findDeptPath } from '#server/modules/access/access.service.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { variantCheck } from '#server/modules/quotes/gates.service.ts';
import { priceItems } from '#server/modules/quotes/quotes.service.ts';
import { solveQuote } from '#server/modules/quotes/solve.service.ts';
import { listItems } from './orders.queries.ts';
import { getOrder } from './orders.service.ts';
import type { OrderDeps } from './place-order.service.ts';
import { toQuotationItem } from './reprice-order.service.ts';
import { savedModels } from './saved-gates.service.ts';

const NONE: SolvedQuote = { now: null, isReached: false, proposals: [], nearest: null };

/**
 * The single changes of a part that would save its customer most; none for a part that the price table cannot price.
 * Throws `record.not_found`.
 */
export async function findSavingsOfLine(
  {
    database: { db },
    catalogue: readCatalogue,
    settings: readSettings,
  }: Pick<OrderDeps, 'database' | 'catalogue' | 'settings'>,
  { grant, catalogueRevision, settingsRevision }: Caller,
  { id, lineNo }: { id: number; lineNo: number },
): Promise<SolvedQuote> {
  const order = await getOrder(db, grant.scope, id);
  const ordered = (await listItems(db, order)).find((item) => item.lineNo === lineNo);
  if (!ordered) throw new AppError('record.not_found');
  const model = (await savedModels(db, order)).get(lineNo);
  const item = { ...toQuotationItem(ordered), ...(model && { model }) };
  const catalogue = await readCatalogue(catalogueRevision);
  const settings = await readSettings(settingsRevision);
  const deptPath = order.deptId === null ? [] : await findDeptPath(db, order.deptId);
  try {
    const priced = priceItems(catalogue, catalogue.machiningPricesFor(deptPath), [item]);
    const isSold = await variantCheck({ db, catalogue, settings }, order.userId, priced);
    return solveQuote(catalogue, priced, { item, goal: 'saving' }, isSold);
  } catch (error) {
    if (error instanceof AppError && error.error === 'quote.invalid') return NONE;
    throw error;
  }
}
