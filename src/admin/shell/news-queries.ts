import { queryOptions } from '@tanstack/react-query';
import { notifications } from '#contract/notifications.ts';
import { fetchData } from '#providers/http.ts';

/** What begins the key of everything that is known of one's news. */
export const NEWS_KEY = ['notifications'];

const SHOWN = 20;

export const unreadQuery = queryOptions({
  queryKey: [...NEWS_KEY, 'unread'],
  queryFn: async ({ signal }) => (await fetchData(notifications.unread, { signal, quiet: true })).unread,
});

export const latestQuery = queryOptions({
  queryKey: [...NEWS_KEY, 'latest'],
  queryFn: ({ signal }) => fetchData(notifications.list, { query: { pageSize: SHOWN }, signal, quiet: true }),
});
