import { queryOptions } from '@tanstack/react-query';
import { orders } from '#contract/orders/orders.ts';
import { fetchData } from '#providers/http/http.ts';
import { pagedQuery } from '#storefront/ui/list/paged-query.ts';
import { listQuery, type HistorySearch } from './history-search.ts';

/** A page of the history. */
export const historyQuery = (search: HistorySearch) =>
  queryOptions({
    queryKey: ['orders', search],
    queryFn: ({ signal }) => fetchData(orders.list, { query: listQuery(search), signal, quiet: true }),
    ...pagedQuery,
  });
