import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo } from 'react';
import { chargeRules } from '#contract/charge-rules.ts';
import { fetchData } from '#providers/http.ts';
import type { QuoteCatalogue } from './catalogue-types.ts';
import type { Charging } from './charging.ts';
import { chargingOf } from './charged-lines.ts';
import type { QuoteLine } from './price-draft.ts';

/** The page can be used without the rules: the server charges by them, and its price is confirmed before it counts. */
const rulesQuery = queryOptions({
  queryKey: ['charge-rules'],
  queryFn: () => fetchData(chargeRules.table, { quiet: true }),
  staleTime: 600_000,
  refetchOnWindowFocus: true,
});

interface ChargeReaderProps {
  lines: readonly QuoteLine[];
  catalogue: QuoteCatalogue;
  onChange: (charging: Charging | undefined) => void;
}

/** Reads the shop's rules and says what they charge for the parts. Draws nothing. */
export function ChargeReader({ lines, catalogue, onChange }: ChargeReaderProps) {
  const { data } = useQuery(rulesQuery);
  // Equal charges are the same object, so that typing draws the total once.
  const text = JSON.stringify(data && chargingOf(data.rules, lines, catalogue));
  const charging = useMemo(() => (text === undefined ? undefined : (JSON.parse(text) as Charging)), [text]);
  // Before the browser paints: the total must not flash without its charges.
  useLayoutEffect(() => onChange(charging), [charging, onChange]);
  return null;
}
