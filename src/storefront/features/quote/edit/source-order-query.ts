import { queryOptions } from '@tanstack/react-query';
import { orders } from '#contract/orders/orders.ts';
import { call } from '#providers/http/http.ts';
import { dataOrNull } from '#providers/http/result.ts';

/** The order to quote again; null if it does not exist. Keyed by load time, so that each visit fetches the current order. */
export function sourceOrderQuery(orderId: number, loadedAt: number) {
  return queryOptions({
    queryKey: ['quote-order', orderId, loadedAt],
    queryFn: async () => dataOrNull(await call(orders.withExt, { params: { id: orderId }, quiet: true })),
    staleTime: Infinity,
  });
}
