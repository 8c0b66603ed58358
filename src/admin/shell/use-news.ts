import { useInvalidate } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Notification } from '#contract/notifications.ts';
import { followNews } from '#providers/news.ts';
import { ORDER_COUNTS, orderQuery } from '../resources/order/order-queries.ts';
import { order } from '../resources/order/order.resource.ts';
import { NEWS_KEY } from './news-queries.ts';

/**
 * Follows the news of the signed-in user: what is shown of them and of orders is asked for again. Gives the title of the
 * last one that came while the page was open.
 */
export function useNews(): string {
  const queryClient = useQueryClient();
  const invalidate = useInvalidate();
  const [heard, setHeard] = useState('');

  const reread = useEffectEvent(() => void queryClient.invalidateQueries({ queryKey: NEWS_KEY }));
  const tell = useEffectEvent(({ title, orderId }: Notification) => {
    setHeard(title);
    if (orderId === null) return;
    void queryClient.invalidateQueries({ queryKey: orderQuery(orderId).queryKey });
    void queryClient.invalidateQueries({ queryKey: [ORDER_COUNTS] });
    void invalidate({ resource: order.name, invalidates: ['list'] });
  });
  useEffect(() => followNews({ onReread: () => reread(), onNews: (news) => tell(news) }), []);
  return heard;
}
