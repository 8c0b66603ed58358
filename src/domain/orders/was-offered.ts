import type { OrderStatus } from './order-status.ts';

interface OrderLifecycle {
  readonly status: OrderStatus;
  /** Whether the quotation that the customer asks about is valid. */
  readonly keepsQuotation?: boolean | undefined;
  readonly history: readonly { readonly to: string; readonly createdAt: string }[];
  /** Every revision, oldest first. */
  readonly revisions: readonly { readonly revision: number; readonly createdAt: string }[];
}

/**
 * Whether a revision was offered, and so has a document, by the status that the order had during the revision. A
 * request has one only with a valid quotation; a revision that was replaced while the order was a request has none.
 */
export function wasOffered(
  { status, keepsQuotation = false, history, revisions }: OrderLifecycle,
  revision: number,
): boolean {
  if (!history.some(({ to }) => to === 'requested')) return true;
  const index = revisions.findIndex((row) => row.revision === revision);
  const [current, next] = [revisions[index], revisions[index + 1]];
  if (!current) return false;
  if (!next && status === 'requested') return keepsQuotation;
  const from = Date.parse(current.createdAt);
  const until = next ? Date.parse(next.createdAt) : Infinity;
  const events = history.map(({ to, createdAt }) => ({ to, at: Date.parse(createdAt) }));
  const during = events.filter((event) => event.at >= from && event.at < until);
  const before = events.findLast((event) => event.at < from);
  return [...(during.length === 0 && before ? [before] : []), ...during].some(
    ({ to }) => to !== 'requested' && to !== 'cancelled',
  );
}
