import { keepPreviousData } from '@tanstack/react-query';
import { priceDrafts } from '#contract/prices/price-drafts.ts';
import { priceReplays, type PriceReplay, type ReplayState } from '#contract/prices/price-replays.ts';
import { MAX_PAGE_SIZE } from '#contract/kernel/paging.ts';
import { endpointQuery } from '../../calls/use-endpoint.ts';

export const REPLAYS = 'price-replays';
export const PAGE_SIZE = 10;
const REFRESH_MS = 1_000;
const SHADOW_REFRESH_MS = 30_000;

const isInProgress = (state: ReplayState | undefined) => state === 'waiting' || state === 'running';

/** The polling interval; false if the state can no longer change. */
function refreshMs(replay: Pick<PriceReplay, 'state' | 'shadow'> | undefined): number | false {
  if (isInProgress(replay?.state)) return REFRESH_MS;
  if (replay?.state !== 'shadow' || !replay.shadow) return false;
  return Date.parse(replay.shadow.until) <= Date.now() ? REFRESH_MS : SHADOW_REFRESH_MS;
}

/** A page of replays; polls while any of them is in progress. */
export const replayListQuery = (pageIndex: number) =>
  endpointQuery(priceReplays.list, {
    query: { pageIndex, pageSize: PAGE_SIZE },
    queryKey: [REPLAYS, 'list', pageIndex],
    refetchInterval: ({ state }) =>
      state.data?.data.list.some((replay) => isInProgress(replay.state)) ? REFRESH_MS : false,
    placeholderData: keepPreviousData,
  });

/** A replay with its result; polls while the replay is in progress. */
export const replayQuery = (id: number) =>
  endpointQuery(priceReplays.one, {
    params: { id },
    queryKey: [REPLAYS, 'one', id],
    refetchInterval: ({ state }) => refreshMs(state.data?.data),
    retry: false,
    placeholderData: undefined,
  });

/** The receipts of one of the most affected orders. */
export const orderReceiptsQuery = (id: number, orderId: number) =>
  endpointQuery(priceReplays.order, {
    params: { id, orderId },
    queryKey: [REPLAYS, 'order', id, orderId],
    placeholderData: undefined,
  });

/** Unpublished drafts. */
export const draftsQuery = (enabled: boolean) =>
  endpointQuery(priceDrafts.list, {
    query: { pageIndex: 1, pageSize: MAX_PAGE_SIZE },
    queryKey: [REPLAYS, 'drafts'],
    select: ({ list }) => list.filter(({ state }) => state === 'draft' || state === 'scheduled'),
    enabled,
    placeholderData: undefined,
  });
