import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { measuringRefetchMs } from '#contract/files/models.ts';
import { orders } from '#contract/orders/orders.ts';
import { revisions } from '#contract/orders/revisions.ts';
import { call } from '#providers/http/http.ts';
import { dataOrNull } from '#providers/http/result.ts';

/** An order with details; null if the caller may not see it. */
export const orderDetailsQuery = (id: number) =>
  queryOptions({
    queryKey: ['order', id, 'withExt'],
    queryFn: async ({ signal }) =>
      dataOrNull(await call(orders.withExt, { params: { id }, signal, quiet: true })),
    // Polls while models are being measured, which also creates their pictures.
    refetchInterval: ({ state }) => measuringRefetchMs(state.data?.models ?? []),
  });

/** A revision of a quotation; null if the caller may not see it. */
export const revisionQuery = (id: number, revision: number) =>
  queryOptions({
    queryKey: ['order', id, 'revision', revision],
    queryFn: async ({ signal }) =>
      dataOrNull(await call(revisions.one, { params: { id, revision }, signal, quiet: true })),
  });

/** An order without details; null if the caller may not see it. */
export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: ['order', id],
    queryFn: async ({ signal }) =>
      dataOrNull(await call(orders.one, { params: { id }, signal, quiet: true })),
  });

/** Refetches an order and the order lists after a change, and after a refusal, which means that the page is out of date. */
export function useRefetchOrder(id: number): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([['order', id], ['orders']].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
