import type { Material } from '#contract/catalogue/material-list.ts';
import type { PriceTrace } from '#domain/pricing/types.ts';
import { Receipt } from '#storefront/ui/order/receipt.tsx';
import type { PartDraft } from '../draft/draft.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';
import { PartStock } from './part-stock.tsx';
import { usePartShares } from './use-part-shares.ts';

interface PartReceiptProps {
  part: PartDraft;
  trace: PriceTrace;
  material: Material | undefined;
  scope: QuoteScope;
}

/** Explains a part's price, and what the part is made from. */
export function PartReceipt({ part, trace, material, scope }: PartReceiptProps) {
  const shares = usePartShares(part, scope);
  return (
    <>
      <Receipt trace={trace} nameOf={(id) => scope.nodes.get(id)?.name} shares={shares} />
      {material && <PartStock part={part} material={material} dispatch={scope.dispatch} />}
    </>
  );
}
