import { dictOptions, type DictOption } from '#contract/system/dict-options.ts';
import { useEndpoint } from '../calls/use-endpoint.ts';
import type { EnumOption, TagColor } from './field.ts';

const STALE_MS = 60_000;

/** The query key that a write to a dictionary invalidates. */
export const DICT_OPTIONS = 'dict-options';

/** The enabled values of a dictionary, in order; undefined while they load. */
export function useDictOptions(dictType: string): readonly DictOption[] | undefined {
  return useDictQuery(dictType).data;
}

/**
 * The query for the enabled values of a dictionary.
 * @param isFreshOnFocus fetches again when the user returns from editing the dictionary in another tab
 */
export function useDictQuery(dictType: string, isFreshOnFocus = false) {
  return useEndpoint(dictOptions.select, {
    query: { dictType },
    quiet: false,
    queryKey: [DICT_OPTIONS, dictType],
    staleTime: STALE_MS,
    refetchOnWindowFocus: isFreshOnFocus && 'always',
    placeholderData: undefined,
  });
}

/** Returns the label of a value, or the value itself if it has none or while the labels load. */
export function useDictLabel(dictType: string): (value: string) => string {
  const options = useDictOptions(dictType);
  return (value) => options?.find((option) => option.value === value)?.label ?? value;
}

/** Options with the labels and colours that a dictionary gives their values. */
export function useNamedOptions<O extends Readonly<Record<string, EnumOption>>>(
  dictType: string,
  options: O,
): O {
  const entries = useDictOptions(dictType) ?? [];
  const labelledEntries = entries
    .filter(({ value }) => Object.hasOwn(options, value))
    .map(({ value, label, listClass }): [string, EnumOption] => [
      value,
      // The server accepts only `DICT_COLOURS`.
      listClass === '' ? { label } : { label, color: listClass as TagColor },
    ]);
  return { ...options, ...Object.fromEntries(labelledEntries) };
}
