import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import type { QueryOf } from '#contract/kernel/endpoint.ts';
import { quoteDesk } from '#contract/orders/quote-desk.ts';
import { endpointQuery } from '../../calls/use-endpoint.ts';

const DESK = 'quote-desk';
const REFRESH_MS = 30_000;
export const PAGE_SIZE = 20;

export type DeskFilters = Pick<
  QueryOf<typeof quoteDesk.list>,
  'owner' | 'due' | 'approval' | 'orderNo' | 'customer'
>;

export const queueQuery = (filters: DeskFilters, pageIndex: number) =>
  endpointQuery(quoteDesk.list, {
    query: { ...filters, pageIndex, pageSize: PAGE_SIZE },
    queryKey: [DESK, 'list', filters, pageIndex],
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

export const countsQuery = endpointQuery(quoteDesk.counts, {
  queryKey: [DESK, 'counts'],
  refetchInterval: REFRESH_MS,
});

export const requestQuery = (id: number) =>
  endpointQuery(quoteDesk.one, {
    params: { id },
    queryKey: [DESK, 'one', id],
    refetchInterval: REFRESH_MS,
    retry: false,
    gcTime: 0,
  });

export const similarQuery = (id: number, lineNo: number, version: number) =>
  endpointQuery(quoteDesk.similar, {
    params: { id, lineNo },
    queryKey: [DESK, 'similar', id, lineNo, version],
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Refetches the queue, the counts and the requests after a write, except for a request that has left the queue. */
export function useRefreshDesk(): (leftId?: number) => Promise<void> {
  const queryClient = useQueryClient();
  return (leftId) =>
    queryClient.invalidateQueries({
      queryKey: [DESK],
      predicate: ({ queryKey: [, kind, id] }) => kind !== 'one' || id !== leftId,
    });
}
