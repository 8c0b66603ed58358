import { AppError } from '#server/http/app-error.ts';
import type { OrderRow } from '../reading/orders.queries.ts';

/**
 * Throws `order.free` for an order whose total is ¥0 because of rules or prices: only staff may offer it, and confirm
 * that it is free.
 * @param order what is saved, placed or extended; a new one was not offered
 */
export function assertNotFree(
  order: Pick<OrderRow, 'totalFen'> & Partial<Pick<OrderRow, 'revision' | 'offeredRevision'>>,
): void {
  const isOffered = order.revision !== undefined && order.offeredRevision === order.revision;
  if (order.totalFen === 0 && !isOffered) throw new AppError('order.free');
}
