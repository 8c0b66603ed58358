import { useQuery } from '@tanstack/react-query';
import { dictOptions, type DictOption } from '#contract/dict-options.ts';
import { fetchData } from '#providers/http.ts';

const KEPT_MS = 60_000;

/** The key of queries that an edited dictionary invalidates. */
export const DICT_OPTIONS = 'dict-options';

/** The enabled values of a dictionary with their labels, in order; undefined while they load. */
export function useDictOptions(dictType: string): readonly DictOption[] | undefined {
  return useDictQuery(dictType).data;
}

/**
 * The same, with the failure and a way to try again; `isFreshOnFocus` for a user who comes back from editing the dictionary in
 * another tab.
 */
export function useDictQuery(dictType: string, isFreshOnFocus = false) {
  return useQuery({
    queryKey: [DICT_OPTIONS, dictType],
    queryFn: () => fetchData(dictOptions.select, { query: { dictType } }),
    staleTime: KEPT_MS,
    refetchOnWindowFocus: isFreshOnFocus && 'always',
    placeholderData: undefined,
  });
}
