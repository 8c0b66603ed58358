import { notifications } from '#contract/system/notifications.ts';
import { endpointQuery } from '../calls/use-endpoint.ts';

export const NOTIFICATIONS_KEY = ['notifications'];

/** The stream of notifications triggers a refetch anyway, so a network error shows no notice. */
export const unreadQuery = endpointQuery(notifications.unread, {
  quiet: 'connection',
  queryKey: [...NOTIFICATIONS_KEY, 'unread'],
});

export const latestQuery = endpointQuery(notifications.list, {
  query: { pageSize: 20 },
  queryKey: [...NOTIFICATIONS_KEY, 'latest'],
});
