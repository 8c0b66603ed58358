import { keepPreviousData } from '@tanstack/react-query';
import { priceVersions } from '#contract/prices/price-versions.ts';
import { endpointQuery } from '../../calls/use-endpoint.ts';

export const VERSIONS = 'price-versions';

export const versionUrl = (revision: number) => `/admin/table?version=${revision}`;

export interface VersionPeriod {
  beginTime?: string;
  endTime?: string;
}

/** Newest first. */
export const versionListQuery = (period: VersionPeriod, pageIndex: number, pageSize: number) =>
  endpointQuery(priceVersions.list, {
    query: { ...period, pageIndex, pageSize },
    queryKey: [VERSIONS, 'list', period, pageIndex, pageSize],
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

export const versionQuery = (revision: number) =>
  endpointQuery(priceVersions.one, {
    params: { id: revision },
    queryKey: [VERSIONS, 'one', revision],
    gcTime: 0,
    placeholderData: undefined,
    retry: false,
  });

export const versionChangesQuery = (revision: number, pageIndex: number, pageSize: number) =>
  endpointQuery(priceVersions.changes, {
    params: { id: revision },
    query: { pageIndex, pageSize },
    queryKey: [VERSIONS, 'changes', revision, pageIndex, pageSize],
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

export const orderVersionQuery = (orderId: number) =>
  endpointQuery(priceVersions.ofOrder, {
    params: { id: orderId },
    queryKey: ['order', orderId, 'price-version'],
    gcTime: 0,
    placeholderData: undefined,
  });
