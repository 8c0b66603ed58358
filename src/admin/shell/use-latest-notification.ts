import { useInvalidate } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Notification } from '#contract/notifications.ts';
import { followNotifications } from '#providers/notification-stream.ts';
import { ORDER_COUNTS, ORDER_RESOURCE, orderQuery } from '../resources/order/order-queries.ts';
import { NOTIFICATIONS_KEY } from './notification-queries.ts';

/**
 * Follows the signed-in user's notifications: invalidates the queries of notifications and of the orders concerned.
 * Returns the title of the last notification received while the page is open.
 */
export function useLatestNotification(): string {
  const queryClient = useQueryClient();
  const invalidate = useInvalidate();
  const [latest, setLatest] = useState('');

  const refresh = useEffectEvent(() => void queryClient.invalidateQueries({ queryKey: NOTIFICATIONS_KEY }));
  const receive = useEffectEvent(({ title, orderId }: Notification) => {
    setLatest(title);
    if (orderId === null) return;
    void queryClient.invalidateQueries({ queryKey: orderQuery(orderId).queryKey });
    void queryClient.invalidateQueries({ queryKey: [ORDER_COUNTS] });
    void invalidate({ resource: ORDER_RESOURCE, invalidates: ['list'] });
  });
  useEffect(
    () =>
      followNotifications({
        onRefresh: () => refresh(),
        onNotification: (notification) => receive(notification),
      }),
    [],
  );
  return latest;
}
