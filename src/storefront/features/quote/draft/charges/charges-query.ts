import { queryOptions } from '@tanstack/react-query';
import { chargeRules, ruleInFen } from '#contract/catalogue/charge-rules.ts';
import { fetchData } from '#providers/http/http.ts';

/** Optional for the page: the server applies the rules anyway, and the customer confirms the server's price. */
export const chargesQuery = queryOptions({
  queryKey: ['charge-rules'],
  queryFn: async () => {
    const table = await fetchData(chargeRules.table, { quiet: true });
    return { ...table, rules: table.rules.map(ruleInFen) };
  },
  staleTime: 600_000,
  refetchOnWindowFocus: true,
});
