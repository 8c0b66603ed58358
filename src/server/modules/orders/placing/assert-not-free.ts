import { AppError } from '#server/http/app-error.ts';
import type { OrderRow } from '../reading/orders.queries.ts';

/**
 * Throws `order.free` for a total of ¥0, unless staff have offered it and confirmed that it is free.
 * @param order the order to save, place or extend; a new one has no revisions
 */
export function assertNotFree(
  order: Pick<OrderRow, 'totalFen'> & Partial<Pick<OrderRow, 'revision' | 'offeredRevision'>>,
): void {
  const isOffered = order.revision !== undefined && order.offeredRevision === order.revision;
  if (order.totalFen === 0 && !isOffered) throw new AppError('order.free');
}
