import { queryOptions } from '@tanstack/react-query';
import { measuringMs } from '#contract/files/models.ts';
import { orders } from '#contract/orders/orders.ts';
import { revisions } from '#contract/orders/revisions.ts';
import { call } from '#providers/http/http.ts';
import { CallError, type Result } from '#providers/http/result.ts';

/** An order with its details, or null when the caller may not see it. */
export const orderDetailsQuery = (id: number) =>
  queryOptions({
    queryKey: ['order', id, 'withExt'],
    queryFn: async ({ signal }) =>
      orNull(await call(orders.withExt, { params: { id }, signal, quiet: true })),
    // The pictures of the models come with their measures.
    refetchInterval: ({ state }) => measuringMs(state.data?.models ?? []),
  });

/** One revision of a quotation, or null. */
export const revisionQuery = (id: number, revision: number) =>
  queryOptions({
    queryKey: ['order', id, 'revision', revision],
    queryFn: async ({ signal }) =>
      orNull(await call(revisions.one, { params: { id, revision }, signal, quiet: true })),
  });

/** The order without details, or null. */
export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: ['order', id],
    queryFn: async ({ signal }) => orNull(await call(orders.one, { params: { id }, signal, quiet: true })),
  });

function orNull<D>(result: Result<D>): D | null {
  if (result.ok) return result.data;
  if (result.error === 'record.not_found') return null;
  throw new CallError(result);
}
