import type { ReactNode } from 'react';
import type { PlaceOrder } from '#contract/orders.ts';
import type { Placement } from '#providers/orders.ts';
import type { Contact } from './contact-storage.ts';
import type { PartFields } from './draft.ts';
import type { OrderToPlace } from './order-to-place.ts';

/** The order whose parts a page starts with, and what becomes of them when that is no new order. */
export interface QuoteOrigin {
  orderId: number;
  parts: PartFields[];
  /** Stands above the parts. */
  renderBanner: (page: { isChanged: boolean; onReset: () => void }) => ReactNode;
  edit?: QuotationEdit;
}

/** A quotation that is edited: its parts become its next revision, and only then an order. */
export interface QuotationEdit {
  contact: Contact;
  /** What is confirmed while nothing was changed: the quotation at the price it was saved with. */
  asSaved: (status: OrderToPlace['status']) => OrderToPlace | undefined;
  /** What will happen, for the confirmation. */
  explain: (order: OrderToPlace) => string;
  /** Undefined when the customer is told otherwise than by a failure. */
  submit: (body: PlaceOrder) => Promise<Placement | undefined>;
}
