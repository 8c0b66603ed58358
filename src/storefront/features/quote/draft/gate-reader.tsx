import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo } from 'react';
import { gateRules } from '#contract/gate-rules.ts';
import { fetchData } from '#providers/http.ts';
import type { QuoteCatalogue } from './catalogue-types.ts';
import type { PartFields } from './draft.ts';
import { createGatedPrices } from './gated-prices.ts';
import type { Gating } from './gating.ts';

/** The page can be used without the rules: the server holds what they hold. */
const rulesQuery = (forUserId: number | undefined) =>
  queryOptions({
    queryKey: ['gate-rules', forUserId],
    queryFn: () =>
      fetchData(gateRules.table, {
        query: forUserId === undefined ? {} : { forUserId: String(forUserId) },
        quiet: true,
      }),
    staleTime: 600_000,
    refetchOnWindowFocus: true,
  });

interface GateReaderProps {
  parts: readonly PartFields[];
  catalogue: QuoteCatalogue;
  /** The customer in whose name staff ask. */
  forUserId: number | undefined;
  onChange: (gating: Gating | undefined) => void;
}

/** Reads the shop's rules and says what they hold of the parts. Draws nothing. */
export function GateReader({ parts, catalogue, forUserId, onChange }: GateReaderProps) {
  const { data } = useQuery(rulesQuery(forUserId));
  const prices = useMemo(
    () => (data && data.rules.length > 0 ? createGatedPrices(catalogue, data) : undefined),
    [data, catalogue],
  );
  const found = useMemo(() => prices?.gatesOf(parts) ?? [], [prices, parts]);
  // Equal gates are the same object, so that typing draws one part only.
  const text = JSON.stringify(found);
  const gating = useMemo((): Gating | undefined => {
    if (!prices) return undefined;
    const gates = JSON.parse(text) as Gating['gates'];
    const isHidden = gates.some(({ priceDisplay }) => priceDisplay === 'hidden');
    return { viewOf: isHidden ? prices.hiddenViewOf : prices.viewOf, gates };
  }, [prices, text]);
  // Before the browser paints: a price that a rule hides must not flash.
  useLayoutEffect(() => onChange(gating), [gating, onChange]);
  return null;
}
