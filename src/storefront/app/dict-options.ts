import { useQuery } from '@tanstack/react-query';
import { REFUSAL_DICT } from '#contract/orders/order-moves.ts';
import { dictOptions, type DictOption } from '#contract/system/dict-options.ts';
import { fetchData } from '#providers/http/http.ts';
import { orderStatusLabels, STATUS_DICT } from '#domain/orders/order-status.ts';

/** The options of a dictionary, or `fallback` while they load and when they cannot be fetched. */
function useDictOptions(dictType: string, fallback: readonly DictOption[]): readonly DictOption[] {
  const { data } = useQuery({
    queryKey: ['dict-options', dictType],
    queryFn: ({ signal }) => fetchData(dictOptions.select, { query: { dictType }, signal }),
    staleTime: 600_000,
  });
  return data === undefined || data.length === 0 ? fallback : data;
}

const statusFallback: readonly DictOption[] = Object.entries(orderStatusLabels).map(([value, label]) => ({
  value,
  label,
  listClass: '',
}));

/** The reasons for which an offer can be refused; none while they load. */
export const useRefusalReasons = (): readonly DictOption[] => useDictOptions(REFUSAL_DICT, []);

/** Every order status with its label and colour from the dictionary, in its order. */
export function useOrderStatuses(): readonly DictOption[] {
  return useDictOptions(STATUS_DICT, statusFallback);
}

/** Label and colour of an order status. */
export function useOrderStatus(): (status: string) => DictOption {
  const options = useOrderStatuses();
  return (status) =>
    options.find(({ value }) => value === status) ??
    statusFallback.find(({ value }) => value === status) ?? { value: status, label: status, listClass: '' };
}
