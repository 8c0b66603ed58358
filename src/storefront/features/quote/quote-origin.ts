import type { ReactNode } from 'react';
import type { QuotationEdit } from './checkout/quotation-edit.ts';
import type { PartFields } from './draft/draft.ts';

/** The order that the page starts with; `edit` is set if the order itself is edited. */
export interface QuoteOrigin {
  orderId: number;
  parts: PartFields[];
  /** The lead class of the order; null for 标准. */
  leadClassId: number | null;
  /** Rendered above the parts. */
  renderBanner: (page: { isChanged: boolean; onReset: () => void }) => ReactNode;
  edit?: QuotationEdit;
}
