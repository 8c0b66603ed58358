import { keepPreviousData } from '@tanstack/react-query';
import { priceDrafts } from '#contract/prices/price-drafts.ts';
import { endpointQuery } from '../../calls/use-endpoint.ts';

/** The first part of the keys of all queries of drafts. */
export const DRAFTS = 'price-drafts';

/** A page of drafts of prices, newest first. */
export const draftListQuery = (pageIndex: number, pageSize: number) =>
  endpointQuery(priceDrafts.list, {
    query: { pageIndex, pageSize },
    queryKey: [DRAFTS, 'list', pageIndex, pageSize],
    placeholderData: keepPreviousData,
  });

/** A draft with its changes and the prices of now. */
export const draftQuery = (id: number) =>
  endpointQuery(priceDrafts.one, { params: { id }, queryKey: [DRAFTS, 'one', id], gcTime: 0 });
