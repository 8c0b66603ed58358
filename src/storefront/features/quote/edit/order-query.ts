import { queryOptions } from '@tanstack/react-query';
import { orders } from '#contract/orders/orders.ts';
import { call } from '#providers/http/http.ts';
import { CallError } from '#providers/http/result.ts';

/**
 * The order to quote again, or null when it does not exist. Keyed by load time, so that each visit of the page reads
 * the current order.
 */
export function orderQuery(orderId: number, loadedAt: number) {
  return queryOptions({
    queryKey: ['quote-order', orderId, loadedAt],
    queryFn: async () => {
      const result = await call(orders.withExt, { params: { id: orderId }, quiet: true });
      if (result.ok) return result.data;
      if (result.code === 404) return null;
      throw new CallError(result);
    },
    staleTime: Infinity,
  });
}
