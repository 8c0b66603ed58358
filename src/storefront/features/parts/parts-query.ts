import { queryOptions } from '@tanstack/react-query';
import { parts } from '#contract/orders/parts.ts';
import { fetchData } from '#providers/http/http.ts';
import { pagedQuery } from '#storefront/ui/list/paged-query.ts';
import { listQuery, type PartsSearch } from './parts-search.ts';

export const partsQuery = (search: PartsSearch) =>
  queryOptions({
    queryKey: ['parts', search],
    queryFn: ({ signal }) => fetchData(parts.list, { query: listQuery(search), signal, quiet: true }),
    ...pagedQuery,
  });

/** The latest orders and quotations of a part. */
export const historyQuery = (id: number, pageSize: number) =>
  queryOptions({
    queryKey: ['parts', id, 'history', pageSize],
    queryFn: ({ signal }) =>
      fetchData(parts.history, { params: { id }, query: { pageIndex: 1, pageSize }, signal, quiet: true }),
    ...pagedQuery,
  });
