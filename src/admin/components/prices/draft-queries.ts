import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { priceDrafts } from '#contract/prices/price-drafts.ts';
import { fetchData } from '#providers/http/http.ts';

/** The first part of the keys of all queries of drafts. */
export const DRAFTS = 'price-drafts';

/** A page of drafts of prices, newest first. */
export const draftListQuery = (pageIndex: number, pageSize: number) =>
  queryOptions({
    queryKey: [DRAFTS, 'list', pageIndex, pageSize],
    queryFn: ({ signal }) =>
      fetchData(priceDrafts.list, { query: { pageIndex, pageSize }, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** A draft with its changes and the prices of now. */
export const draftQuery = (id: number) =>
  queryOptions({
    queryKey: [DRAFTS, 'one', id],
    queryFn: ({ signal }) => fetchData(priceDrafts.one, { params: { id }, signal, quiet: true }),
    gcTime: 0,
  });
