import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { orders } from '#contract/orders.ts';
import { fetchData } from '#providers/http.ts';
import { CallError } from '#providers/result.ts';
import { listQuery, type HistorySearch } from './history-search.ts';

/** A page of the history; asked for at each visit, since orders are placed and moved on other pages. */
export const historyQuery = (search: HistorySearch) =>
  queryOptions({
    queryKey: ['orders', search],
    queryFn: ({ signal }) => fetchData(orders.list, { query: listQuery(search), signal, quiet: true }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    // What the server says belongs on the page; a bug belongs to the boundary.
    throwOnError: (error) => !(error instanceof CallError),
  });
