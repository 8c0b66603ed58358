import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { followNews } from '#providers/news.ts';
import { NEWS_KEY } from './notification-queries.ts';

/**
 * Follows the news of the signed-in user: what is shown of them and of the order they are about is asked for again. Gives
 * the title of the last one that came while the page was open.
 */
export function useNews(): string {
  const queryClient = useQueryClient();
  const [heard, setHeard] = useState('');
  useEffect(
    () =>
      followNews({
        onReread: () => void queryClient.invalidateQueries({ queryKey: NEWS_KEY }),
        onNews: ({ title, orderId }) => {
          setHeard(title);
          if (orderId === null) return;
          // An order's own page, and the list of orders; a form that is being filled in is left alone.
          void queryClient.invalidateQueries({ queryKey: ['order', orderId, 'withExt'] });
          void queryClient.invalidateQueries({ queryKey: ['orders'] });
        },
      }),
    [queryClient],
  );
  return heard;
}
