import { search, type FoundRecord } from '#contract/system/search.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import { useAdminSession } from '../../session/session.ts';
import { searchedKinds } from './palette-items.ts';
import { useDebounced } from '#providers/use-debounced.ts';

const PAUSE_MS = 200;

export interface FoundRecords {
  /** Results for exactly this text; answers to an earlier one are dropped. */
  records: readonly FoundRecord[];
  isSearching: boolean;
  isError: boolean;
}

/** The records that match a text, asked for once typing pauses. */
export function useFoundRecords(text: string): FoundRecords {
  const { may } = useAdminSession();
  const isAllowed = searchedKinds.some(
    ({ resource: { endpoints } }) =>
      endpoints.one && [endpoints.list, endpoints.one].every(({ permission }) => may(permission)),
  );
  const settled = useDebounced(text, PAUSE_MS);
  const isWanted = isAllowed && text !== '';
  const isCurrent = isWanted && settled === text;
  const { data, isError, isFetching } = useEndpoint(search.records, {
    query: { text: settled },
    enabled: isCurrent,
    placeholderData: undefined,
    gcTime: 0,
  });
  return {
    records: isCurrent && data ? data.list : [],
    isSearching: isWanted && (!isCurrent || isFetching),
    isError: isCurrent && isError,
  };
}
