import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { followNotifications } from '#providers/notification-stream.ts';
import { useNewTitle } from '#providers/notifications.ts';
import { useEndpoint } from '../calls/use-endpoint.ts';
import { useOrdersChanged } from '../resources/order/order-queries.ts';
import { NOTIFICATIONS_KEY, unreadQuery } from './notification-queries.ts';

/** The number of unread notifications and the title of a new one. Fetches notifications and orders again after changes. */
export function useBell(): { unread: number; title: string } {
  const { data } = useEndpoint(unreadQuery);
  const queryClient = useQueryClient();
  const ordersChanged = useOrdersChanged();
  const refresh = useEffectEvent((stale: string) => {
    void queryClient.invalidateQueries({ queryKey: NOTIFICATIONS_KEY });
    if (stale !== 'orders too') return;
    void queryClient.invalidateQueries({ queryKey: ['order'] });
    void ordersChanged();
  });
  useEffect(() => followNotifications((stale) => refresh(stale)), []);
  return { unread: data?.unread ?? 0, title: useNewTitle(data?.latest) };
}
