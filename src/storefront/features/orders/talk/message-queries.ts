import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { orderMessages } from '#contract/orders/order-messages.ts';
import { loadMessages } from '#providers/order-messages.ts';

/** The newest messages of an order, and the given number of pages before them. */
export const messagesQuery = (id: number, earlier: number) =>
  queryOptions({
    queryKey: ['order', id, 'messages', earlier],
    queryFn: ({ signal }) => loadMessages(orderMessages.list, id, earlier, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
    // The section shows a failure itself.
    throwOnError: false,
  });

/** Fetches an order and its messages again, after the user has written one. */
export function useMessagesChanged(id: number): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['order', id] });
}
