import { keepPreviousData } from '@tanstack/react-query';
import { MAX_PRICE_DRAFTS, priceDrafts } from '#contract/prices/price-drafts.ts';
import { endpointQuery } from '../../calls/use-endpoint.ts';

/** The first element of every query key of drafts. */
export const DRAFTS = 'price-drafts';

/** Newest first. */
export const draftListQuery = (pageIndex: number, pageSize: number) =>
  endpointQuery(priceDrafts.list, {
    query: { pageIndex, pageSize },
    queryKey: [DRAFTS, 'list', pageIndex, pageSize],
    placeholderData: keepPreviousData,
  });

/** The drafts, among the newest ones, that are neither published nor scheduled. */
export const editableDraftsQuery = endpointQuery(priceDrafts.list, {
  query: { pageIndex: 1, pageSize: 2 * MAX_PRICE_DRAFTS },
  queryKey: [DRAFTS, 'open'],
  select: ({ list }) => list.filter(({ state }) => state === 'draft'),
});

export const draftLabel = ({ name, count }: Readonly<{ name: string; count: number }>) =>
  `${name}（${count} 个价格）`;

export const draftQuery = (id: number) =>
  endpointQuery(priceDrafts.one, { params: { id }, queryKey: [DRAFTS, 'one', id], gcTime: 0 });
