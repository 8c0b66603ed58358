import { queryOptions } from '@tanstack/react-query';
import { shares } from '#contract/orders/shares.ts';
import { fetchData } from '#providers/http/http.ts';

/** The share links of an order: valid ones, then ended ones; newest first. */
export const sharesQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['order', orderId, 'shares'],
    queryFn: ({ signal }) => fetchData(shares.list, { params: { id: orderId }, signal, quiet: true }),
    staleTime: 0,
  });
