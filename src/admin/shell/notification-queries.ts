import { notifications } from '#contract/system/notifications.ts';
import { endpointQuery } from '../calls/use-endpoint.ts';

/** The first part of all query keys about notifications. */
export const NOTIFICATIONS_KEY = ['notifications'];

const SHOWN = 20;

export const unreadQuery = endpointQuery(notifications.unread, {
  quiet: 'connection',
  queryKey: [...NOTIFICATIONS_KEY, 'unread'],
});

export const latestQuery = endpointQuery(notifications.list, {
  query: { pageSize: SHOWN },
  queryKey: [...NOTIFICATIONS_KEY, 'latest'],
});
