import { queryOptions } from '@tanstack/react-query';
import { notifications } from '#contract/system/notifications.ts';
import { fetchData } from '#providers/http/http.ts';

/** The first part of all query keys about notifications. */
export const NOTIFICATIONS_KEY = ['notifications'];

const SHOWN = 20;

export const unreadQuery = queryOptions({
  queryKey: [...NOTIFICATIONS_KEY, 'unread'],
  queryFn: ({ signal }) => fetchData(notifications.unread, { signal, quiet: 'connection' }),
});

export const latestQuery = queryOptions({
  queryKey: [...NOTIFICATIONS_KEY, 'latest'],
  queryFn: ({ signal }) => fetchData(notifications.list, { query: { pageSize: SHOWN }, signal, quiet: true }),
});
