import type { PlaceOrder } from '#contract/orders/orders.ts';
import type { Failure } from '#providers/http/result.ts';
import type { Contact } from './contact-storage.ts';
import type { OrderToPlace } from './order-to-place.ts';

/** The placed or saved order, or why it failed. */
export type Placement = { orderId: number; failure?: undefined } | { failure: Failure };

/** How to submit an edited quotation or request: its parts are saved as the next revision before it becomes an order. */
export interface QuotationEdit {
  /**
   * `offer` has manual prices: when its parts change, it becomes a request again, because the prices do not apply to
   * other parts.
   */
  kind: 'quotation' | 'request' | 'offer';
  /** An expired quotation is repriced. */
  isExpired: boolean;
  /** The customer asked for a manual review: it stays a request, whatever the rules say. */
  isReviewRequested: boolean;
  /** Staff offered the saved content: while it is unchanged, no rule requires a review. */
  isOffered: boolean;
  contact: Contact;
  /** The order to confirm while the parts are unchanged: the quotation at its saved price. */
  savedOrder: (status: OrderToPlace['status']) => OrderToPlace | undefined;
  /** Explains the effect of submitting. */
  explain: (order: OrderToPlace) => string;
  /**
   * `reason`: why a saved quotation becomes a request. Resolves with undefined if the page reports the outcome
   * itself, such as a conflict.
   */
  submit: (body: PlaceOrder, reason: string) => Promise<Placement | undefined>;
}
