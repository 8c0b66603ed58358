import { useInvalidate } from '@refinedev/core';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { earlierParts } from '#contract/orders/earlier-parts.ts';
import { measuringMs } from '#contract/files/models.ts';
import { orderMessages } from '#contract/orders/order-messages.ts';
import { orders } from '#contract/orders/orders.ts';
import { revisions } from '#contract/orders/revisions.ts';
import { loadMessages } from '#providers/order-messages.ts';
import { endpointQuery } from '../../calls/use-endpoint.ts';

/** Refine's resource name of orders, and the address of their list. */
export const ORDER_RESOURCE = 'order';
export const ORDERS_PATH = '/admin/user/order';
/** The address of the quote desk; `?id=` opens a request. */
export const DESK_PATH = '/admin/user/quote-desk';

/** The query key of the numbers on the status tabs. */
export const ORDER_COUNTS = 'order-counts';

/** One order with everything that its drawer shows; never cached. */
export const orderQuery = (id: number) =>
  endpointQuery(orders.withExt, {
    params: { id },
    queryKey: ['order', id],
    gcTime: 0,
    placeholderData: undefined,
    enabled: id > 0,
    refetchInterval: ({ state }) => measuringMs(state.data?.data.models ?? []),
  });

/** One revision of an order, which never changes except for the current one's contact. */
export const revisionQuery = (id: number, revision: number) =>
  endpointQuery(revisions.one, {
    params: { id, revision },
    queryKey: ['order', id, 'revision', revision],
    gcTime: 0,
    placeholderData: undefined,
  });

/** The newest messages of an order, and the given number of pages before them; fetched again with the order. */
export const messagesQuery = (id: number, earlier: number) =>
  queryOptions({
    queryKey: ['order', id, 'messages', earlier],
    queryFn: ({ signal }) => loadMessages(orderMessages.listAll, id, earlier, signal),
    gcTime: 0,
  });

/** The address of the quotation's sheet in the customers' area, as the customer sees it. */
export const quotationAddress = (id: number, revision?: number) =>
  `/order/quotation/${id}${revision === undefined ? '' : `?revision=${revision}`}`;

/** The price of the same order today. */
export const repriceQuery = (id: number) =>
  endpointQuery(orders.reprice, {
    params: { id },
    gcTime: 0,
    placeholderData: undefined,
  });

/** Earlier orders of the parts of an order. */
export const earlierQuery = (id: number) =>
  endpointQuery(earlierParts.ofOrder, {
    params: { id },
    gcTime: 0,
    placeholderData: undefined,
  });

/** Invalidates the order, its list and the numbers on the status tabs, after a write. */
export function useOrderChanged(id: number): () => Promise<void> {
  const queryClient = useQueryClient();
  const listChanged = useOrdersChanged();
  return async () => {
    await Promise.all([queryClient.invalidateQueries({ queryKey: orderQuery(id).queryKey }), listChanged()]);
  };
}

/** Invalidates the list and the numbers on the status tabs, after a write to several orders. */
export function useOrdersChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  const invalidate = useInvalidate();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: [ORDER_COUNTS] }),
      invalidate({ resource: ORDER_RESOURCE, invalidates: ['list'] }),
    ]);
  };
}
