import { queryOptions } from '@tanstack/react-query';
import { orders } from '#contract/orders.ts';
import { call } from '#providers/http.ts';
import { CallError } from '#providers/result.ts';

/** The order to quote again; null when there is none to see. Each visit (told by its time) starts from the order as it is then. */
export function orderQuery(orderId: number, visit: number) {
  return queryOptions({
    queryKey: ['quote-order', orderId, visit],
    queryFn: async () => {
      const result = await call(orders.withExt, { params: { id: orderId }, quiet: true });
      if (result.ok) return result.data;
      if (result.code === 404) return null;
      throw new CallError(result);
    },
    staleTime: Infinity,
  });
}
