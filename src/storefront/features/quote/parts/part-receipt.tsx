import { useQuery } from '@tanstack/react-query';
import { use, useMemo } from 'react';
import type { Material } from '#contract/catalogue/material-list.ts';
import type { PriceTrace } from '#domain/pricing/types.ts';
import { Receipt } from '#storefront/ui/order/receipt.tsx';
import { countsMeasures } from '#domain/charges/charge-rule.ts';
import { withShares } from '#domain/charges/charge-shares.ts';
import { chargesByRules } from '#domain/charges/charges-by-rules.ts';
import { labelledSharesOf, type LabelledShare } from '#domain/pricing/charges.ts';
import { priceOrUndefined } from '#domain/pricing/pricing-error.ts';
import type { PartDraft } from '../draft/draft.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';
import { PartStock } from './part-stock.tsx';
import { chargedParts } from '../draft/charges/charged-lines.ts';
import { chargesQuery } from '../draft/charges/charges-query.ts';
import { QuoteLinesContext } from '../draft/quote-lines.ts';

interface PartReceiptProps {
  part: PartDraft;
  trace: PriceTrace;
  material: Material | undefined;
  scope: QuoteScope;
}

export function PartReceipt({ part, trace, material, scope }: PartReceiptProps) {
  const shares = usePartShares(part, scope);
  return (
    <>
      <Receipt trace={trace} nameOf={(id) => scope.nodes.get(id)?.name} shares={shares} />
      {material && <PartStock part={part} material={material} dispatch={scope.dispatch} />}
    </>
  );
}

/** The part's shares of the charges by measurements, as the server computes them for the order. */
function usePartShares({ key }: PartDraft, { catalogue }: QuoteScope): LabelledShare[] {
  const { data } = useQuery(chargesQuery);
  const { lines, chargeResult } = use(QuoteLinesContext);
  const leadClassId = chargeResult?.leadChoice?.id ?? null;
  const repeats = chargeResult?.repeats;
  return useMemo(() => {
    if (!data || !countsMeasures(data.rules)) return [];
    const parts = chargedParts(lines, catalogue, data.timeRates, repeats);
    const lead = data.leadClasses?.find(({ id }) => id === leadClassId);
    const charges = priceOrUndefined(() =>
      withShares(chargesByRules(data.rules, parts, lead), data.rules, parts),
    );
    return labelledSharesOf(charges ?? [], lines.findIndex(({ part }) => part.key === key) + 1);
  }, [data, lines, catalogue, repeats, leadClassId, key]);
}
