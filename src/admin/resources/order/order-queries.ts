import { useInvalidate } from '@refinedev/core';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { earlierParts } from '#contract/orders/earlier-parts.ts';
import { measuringRefetchMs } from '#contract/files/models.ts';
import { orderMessages } from '#contract/orders/order-messages.ts';
import { orders } from '#contract/orders/orders.ts';
import { revisions } from '#contract/orders/revisions.ts';
import { loadMessages } from '#providers/order-messages.ts';
import { endpointQuery } from '../../calls/use-endpoint.ts';

export const ORDER_RESOURCE = 'order';
export const ORDERS_PATH = '/admin/user/order';
/** `?id=` opens a request. */
export const DESK_PATH = '/admin/user/quote-desk';

export const ORDER_COUNTS = 'order-counts';

/** For queries that never show cached data. */
export const uncached = { gcTime: 0, placeholderData: undefined };

/** One order with all the data of its drawer; never cached. Id 0 means that there is no order. */
export const orderQuery = (id: number) =>
  endpointQuery(orders.withExt, {
    params: { id },
    queryKey: ['order', id],
    ...uncached,
    enabled: id > 0,
    refetchInterval: ({ state }) => measuringRefetchMs(state.data?.data.models ?? []),
  });

/** Revisions never change, except for the contact of the current one. */
export const revisionQuery = (id: number, revision: number) =>
  endpointQuery(revisions.one, {
    params: { id, revision },
    queryKey: ['order', id, 'revision', revision],
    ...uncached,
  });

/** The newest messages of an order and `earlierPages` older pages. Invalidated with the order. */
export const messagesQuery = (id: number, earlierPages: number) =>
  queryOptions({
    queryKey: ['order', id, 'messages', earlierPages],
    queryFn: ({ signal }) => loadMessages(orderMessages.listAll, id, earlierPages, signal),
    gcTime: 0,
  });

/** The quotation as the customer sees it. */
export const quotationUrl = (id: number, revision?: number) =>
  `/order/quotation/${id}${revision === undefined ? '' : `?revision=${revision}`}`;

export const repriceQuery = (id: number) => endpointQuery(orders.reprice, { params: { id }, ...uncached });

export const earlierPartsQuery = (id: number) =>
  endpointQuery(earlierParts.ofOrder, { params: { id }, ...uncached });

/** Invalidates the order, the list and the status counts after a write. */
export function useInvalidateOrder(id: number): () => Promise<void> {
  const queryClient = useQueryClient();
  const invalidateOrders = useInvalidateOrders();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: orderQuery(id).queryKey }),
      invalidateOrders(),
    ]);
  };
}

/** Invalidates the list and the status counts. */
export function useInvalidateOrders(): () => Promise<void> {
  const queryClient = useQueryClient();
  const invalidate = useInvalidate();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: [ORDER_COUNTS] }),
      invalidate({ resource: ORDER_RESOURCE, invalidates: ['list'] }),
    ]);
  };
}
