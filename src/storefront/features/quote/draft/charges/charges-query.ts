import { queryOptions } from '@tanstack/react-query';
import { chargeRules } from '#contract/catalogue/charge-rules.ts';
import { fetchData } from '#providers/http/http.ts';

/** The page can be used without the rules: the server charges by them, and its price is confirmed before it counts. */
export const chargesQuery = queryOptions({
  queryKey: ['charge-rules'],
  queryFn: () => fetchData(chargeRules.table, { quiet: true }),
  staleTime: 600_000,
  refetchOnWindowFocus: true,
});
