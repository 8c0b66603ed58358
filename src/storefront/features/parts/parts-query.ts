import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { parts } from '#contract/orders/parts.ts';
import { fetchData } from '#providers/http/http.ts';
import { CallError } from '#providers/http/result.ts';
import { listQuery, type PartsSearch } from './parts-search.ts';

/** A page of the library; fetched on each visit, since orders are placed on other pages. */
export const partsQuery = (search: PartsSearch) =>
  queryOptions({
    queryKey: ['parts', search],
    queryFn: ({ signal }) => fetchData(parts.list, { query: listQuery(search), signal, quiet: true }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    // The page shows a failed call itself; other errors go to the error boundary.
    throwOnError: (error) => !(error instanceof CallError),
  });

/** The latest orders and quotations of a part. */
export const historyQuery = (id: number, pageSize: number) =>
  queryOptions({
    queryKey: ['parts', id, 'history', pageSize],
    queryFn: ({ signal }) =>
      fetchData(parts.history, { params: { id }, query: { pageIndex: 1, pageSize }, signal, quiet: true }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    throwOnError: (error) => !(error instanceof CallError),
  });
