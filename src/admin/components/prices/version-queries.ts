import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { priceVersions } from '#contract/prices/price-versions.ts';
import { fetchData } from '#providers/http/http.ts';

export const VERSIONS = 'price-versions';

/** The address of a version of the prices, and of their list. */
export const versionAddress = (revision: number) => `/admin/table?version=${revision}`;

export interface VersionPeriod {
  beginTime?: string;
  endTime?: string;
}

/** A page of versions of the prices, newest first. */
export const versionListQuery = (period: VersionPeriod, pageIndex: number, pageSize: number) =>
  queryOptions({
    queryKey: [VERSIONS, 'list', period, pageIndex, pageSize],
    queryFn: ({ signal }) =>
      fetchData(priceVersions.list, { query: { ...period, pageIndex, pageSize }, signal, quiet: true }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

export const versionQuery = (revision: number) =>
  queryOptions({
    queryKey: [VERSIONS, 'one', revision],
    queryFn: ({ signal }) => fetchData(priceVersions.one, { params: { id: revision }, signal, quiet: true }),
    gcTime: 0,
    placeholderData: undefined,
    retry: false,
  });

/** A page of what changed with a version. */
export const versionChangesQuery = (revision: number, pageIndex: number, pageSize: number) =>
  queryOptions({
    queryKey: [VERSIONS, 'changes', revision, pageIndex, pageSize],
    queryFn: ({ signal }) =>
      fetchData(priceVersions.changes, {
        params: { id: revision },
        query: { pageIndex, pageSize },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

/** The version that an order was priced with. */
export const orderVersionQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['order', orderId, 'price-version'],
    queryFn: ({ signal }) =>
      fetchData(priceVersions.ofOrder, { params: { id: orderId }, signal, quiet: true }),
    gcTime: 0,
    placeholderData: undefined,
  });
