import type { ReactNode } from 'react';
import type { QuotationEdit } from './checkout/quotation-edit.ts';
import type { PartFields } from './draft/draft.ts';

/** The order whose parts a page starts with, and how the edit is saved when the order is a quotation. */
export interface QuoteOrigin {
  orderId: number;
  parts: PartFields[];
  /** The lead class of the order; null for 标准. */
  leadClassId: number | null;
  /** Rendered above the parts. */
  renderBanner: (page: { isChanged: boolean; onReset: () => void }) => ReactNode;
  edit?: QuotationEdit;
}
