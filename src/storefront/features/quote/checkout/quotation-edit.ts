import type { PlaceOrder } from '#contract/orders.ts';
import type { Placement } from '#providers/orders.ts';
import type { Contact } from './contact-storage.ts';
import type { OrderToPlace } from './order-to-place.ts';

/** How an edited quotation is submitted: its parts are saved as its next revision before it becomes an order. */
export interface QuotationEdit {
  contact: Contact;
  /** What to confirm while the parts are unchanged: the quotation at its saved price. */
  asSaved: (status: OrderToPlace['status']) => OrderToPlace | undefined;
  /** Says in the confirmation what submitting does. */
  explain: (order: OrderToPlace) => string;
  /** Undefined when the page reports the outcome itself, for example as a conflict. */
  submit: (body: PlaceOrder) => Promise<Placement | undefined>;
}
