import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { followNotifications } from '#providers/notification-stream.ts';
import { NOTIFICATIONS_KEY } from './notification-queries.ts';

/**
 * Follows the signed-in user's notifications: invalidates the queries of notifications and of the orders concerned.
 * Returns the title of the last notification received while the page is open.
 */
export function useLatestNotification(): string {
  const queryClient = useQueryClient();
  const [latest, setLatest] = useState('');
  useEffect(
    () =>
      followNotifications({
        onRefresh: () => void queryClient.invalidateQueries({ queryKey: NOTIFICATIONS_KEY }),
        onNotification: ({ title, orderId }) => {
          setLatest(title);
          if (orderId === null) return;
          // The order's page and the list of orders. A form being filled in is not reloaded.
          void queryClient.invalidateQueries({ queryKey: ['order', orderId, 'withExt'] });
          void queryClient.invalidateQueries({ queryKey: ['order', orderId, 'messages'] });
          void queryClient.invalidateQueries({ queryKey: ['orders'] });
        },
      }),
    [queryClient],
  );
  return latest;
}
