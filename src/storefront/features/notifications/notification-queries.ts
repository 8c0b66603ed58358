import { queryOptions } from '@tanstack/react-query';
import { DEFAULT_PAGE_SIZE } from '#contract/kernel/paging.ts';
import { notifications } from '#contract/system/notifications.ts';
import { fetchData } from '#providers/http/http.ts';
import { pagedQuery } from '#storefront/ui/list/paged-query.ts';

/** Prefix of all query keys for notifications. */
export const NOTIFICATIONS_KEY = ['notifications'];

const SHOWN_IN_PANEL = 8;

const { throwOnError } = pagedQuery;

export const unreadQuery = queryOptions({
  queryKey: [...NOTIFICATIONS_KEY, 'unread'],
  queryFn: ({ signal }) => fetchData(notifications.unread, { signal, quiet: 'connection' }),
  throwOnError,
});

export const latestQuery = queryOptions({
  queryKey: [...NOTIFICATIONS_KEY, 'latest'],
  queryFn: ({ signal }) =>
    fetchData(notifications.list, { query: { pageSize: SHOWN_IN_PANEL }, signal, quiet: true }),
  throwOnError,
});

export const pageQuery = (page: number, isUnreadOnly: boolean) =>
  queryOptions({
    queryKey: [...NOTIFICATIONS_KEY, 'page', page, isUnreadOnly],
    queryFn: ({ signal }) =>
      fetchData(notifications.list, {
        query: { pageIndex: page, pageSize: DEFAULT_PAGE_SIZE, unread: isUnreadOnly ? 'true' : undefined },
        signal,
        quiet: true,
      }),
    ...pagedQuery,
  });
