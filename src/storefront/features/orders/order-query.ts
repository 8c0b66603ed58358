import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { measuringMs } from '#contract/files/models.ts';
import { orders } from '#contract/orders/orders.ts';
import { revisions } from '#contract/orders/revisions.ts';
import { call } from '#providers/http/http.ts';
import { dataOrNull } from '#providers/http/result.ts';

/** An order with its details, or null when the caller may not see it. */
export const orderDetailsQuery = (id: number) =>
  queryOptions({
    queryKey: ['order', id, 'withExt'],
    queryFn: async ({ signal }) =>
      dataOrNull(await call(orders.withExt, { params: { id }, signal, quiet: true })),
    // The pictures of the models come with their measures.
    refetchInterval: ({ state }) => measuringMs(state.data?.models ?? []),
  });

/** One revision of a quotation, or null. */
export const revisionQuery = (id: number, revision: number) =>
  queryOptions({
    queryKey: ['order', id, 'revision', revision],
    queryFn: async ({ signal }) =>
      dataOrNull(await call(revisions.one, { params: { id, revision }, signal, quiet: true })),
  });

/** The order without details, or null. */
export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: ['order', id],
    queryFn: async ({ signal }) =>
      dataOrNull(await call(orders.one, { params: { id }, signal, quiet: true })),
  });

/**
 * Fetches an order and the lists of orders again, after a change of it or a refused one: a refusal also means that the page shows an
 * outdated order.
 */
export function useRefetchOrder(id: number): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([['order', id], ['orders']].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
