import type { PlaceOrder } from '#contract/orders/orders.ts';
import type { Failure } from '#providers/http/result.ts';
import type { Contact } from './contact-storage.ts';
import type { OrderToPlace } from './order-to-place.ts';

/** The order that was placed or saved, or why it was not. */
export type Placement = { orderId: number; failure?: undefined } | { failure: Failure };

/** How an edited quotation or request is submitted: its parts are saved as its next revision before it becomes an order. */
export interface QuotationEdit {
  /** An offer with prices by hand: when its parts change it becomes a request again, because the prices were given for other parts. */
  kind: 'quotation' | 'request' | 'offer';
  /** An expired quotation is priced again. */
  isExpired: boolean;
  /** Its customer asked for a manual review: it stays a request, whatever the rules say. */
  isAsked: boolean;
  /** Staff offered it as it is saved: while it is unchanged, no rule requires a review. */
  isOffered: boolean;
  contact: Contact;
  /** What to confirm while the parts are unchanged: the quotation at its saved price. */
  asSaved: (status: OrderToPlace['status']) => OrderToPlace | undefined;
  /** Says in the confirmation what submitting does. */
  explain: (order: OrderToPlace) => string;
  /** `reason` says why a saved quotation becomes a request. Undefined when the page reports the outcome itself, for example as a conflict. */
  submit: (body: PlaceOrder, reason: string) => Promise<Placement | undefined>;
}
