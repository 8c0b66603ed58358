import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { orderMessages } from '#contract/orders/order-messages.ts';
import { loadMessages } from '#providers/order-messages.ts';

/** The newest messages of an order, and the given number of pages before them. */
export const messagesQuery = (id: number, earlier: number) =>
  queryOptions({
    queryKey: ['order', id, 'messages', earlier],
    queryFn: ({ signal }) => loadMessages(orderMessages.list, id, earlier, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
