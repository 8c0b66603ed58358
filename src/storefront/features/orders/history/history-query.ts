import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { orders } from '#contract/orders/orders.ts';
import { fetchData } from '#providers/http/http.ts';
import { CallError } from '#providers/http/result.ts';
import { listQuery, type HistorySearch } from './history-search.ts';

/** A page of the history; fetched on each visit, since orders change on other pages. */
export const historyQuery = (search: HistorySearch) =>
  queryOptions({
    queryKey: ['orders', search],
    queryFn: ({ signal }) => fetchData(orders.list, { query: listQuery(search), signal, quiet: true }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    // The page shows a failed call itself; other errors go to the error boundary.
    throwOnError: (error) => !(error instanceof CallError),
  });
