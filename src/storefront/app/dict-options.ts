import { useQuery } from '@tanstack/react-query';
import { REFUSAL_DICT } from '#contract/orders/order-moves.ts';
import { dictOptions, type DictOption } from '#contract/system/dict-options.ts';
import { fetchData } from '#providers/http/http.ts';
import { orderStatusLabels, STATUS_DICT } from '#domain/orders/order-status.ts';

/** The options of a dictionary; `fallback` while they load or if they cannot be fetched. */
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

/** The reasons for refusing an offer; empty while they load. */
export const useRefusalReasons = (): readonly DictOption[] => useDictOptions(REFUSAL_DICT, []);

/** All order statuses with label and colour, in dictionary order. */
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
