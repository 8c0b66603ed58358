import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followNotifications } from '#providers/notification-stream.ts';
import { useNewTitle } from '#providers/notifications.ts';
import { NOTIFICATIONS_KEY, unreadQuery } from './notification-queries.ts';

/** An order's page and its messages, and the list of orders. A form being filled in is not fetched again. */
const isAboutOrders = ([first, , part]: readonly unknown[]) =>
  first === 'orders' || (first === 'order' && (part === 'withExt' || part === 'messages'));

/** The number of unread notifications and the title of a new one. Fetches notifications and orders again after changes. */
export function useBell(): { unread: number; title: string } {
  const { data } = useQuery(unreadQuery);
  const queryClient = useQueryClient();
  useEffect(
    () =>
      followNotifications((stale) => {
        void queryClient.invalidateQueries({
          predicate: ({ queryKey }) =>
            queryKey[0] === NOTIFICATIONS_KEY[0] || (stale === 'orders too' && isAboutOrders(queryKey)),
        });
      }),
    [queryClient],
  );
  return { unread: data?.unread ?? 0, title: useNewTitle(data?.latest) };
}
