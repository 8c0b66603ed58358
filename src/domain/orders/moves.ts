import type { OrderStatus } from './order-status.ts';

/** The side that moves an order to another status. */
export type Actor = 'customer' | 'staff';

/** An allowed status change of an order. */
export interface Move {
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly by: readonly Actor[];
  readonly reason: 'required' | 'optional' | 'required of staff';
  /** Staff make this move only by sending an offer. */
  readonly byOffer?: true;
  /** Allowed only while the quotation that the customer asks about is valid. */
  readonly whileValid?: true;
}

const customerOrStaff = ['customer', 'staff'] as const;
const staff = ['staff'] as const;

/** The permission that every move requires, from customers and staff alike. */
export const MOVE_PERMISSION = 'mfr:order:move';

/** The permission to price requests and to send offers. */
export const OFFER_PERMISSION = 'mfr:quote:price';

/** The permission to approve offers above their author's discount limit or below the margin floor. */
export const APPROVE_PERMISSION = 'mfr:quote:approve';

/** All allowed moves. */
export const ORDER_MOVES: readonly Move[] = [
  { from: 'requested', to: 'quoted', by: staff, reason: 'optional', byOffer: true },
  { from: 'quoted', to: 'placed', by: customerOrStaff, reason: 'optional' },
  { from: 'placed', to: 'confirmed', by: staff, reason: 'optional' },
  { from: 'confirmed', to: 'producing', by: staff, reason: 'optional' },
  { from: 'producing', to: 'inspecting', by: staff, reason: 'optional' },
  { from: 'inspecting', to: 'shipped', by: staff, reason: 'optional' },
  { from: 'shipped', to: 'completed', by: staff, reason: 'optional' },
  // The customer asks for another offer, or the shop withdraws its own.
  { from: 'quoted', to: 'requested', by: customerOrStaff, reason: 'required' },
  // Asking staff about a quotation does not void it: while it is valid, the customer may still order.
  { from: 'requested', to: 'placed', by: ['customer'], reason: 'optional', whileValid: true },
  { from: 'requested', to: 'cancelled', by: customerOrStaff, reason: 'required of staff' },
  { from: 'quoted', to: 'cancelled', by: customerOrStaff, reason: 'optional' },
  { from: 'placed', to: 'cancelled', by: customerOrStaff, reason: 'optional' },
  { from: 'confirmed', to: 'cancelled', by: staff, reason: 'required' },
];

/** Whether this actor may move an order from one status to another without an offer. */
export function canMove(
  from: OrderStatus,
  to: OrderStatus,
  actor: Actor,
  hasValidQuotation = false,
): boolean {
  return movesFrom(from, actor, hasValidQuotation).some((move) => move.to === to);
}

/**
 * The moves that this actor may make from a status, starting with the one to the next status.
 * @param hasValidQuotation whether the quotation that a request is about is valid
 */
export function movesFrom(status: OrderStatus, actor: Actor, hasValidQuotation = false): Move[] {
  return ORDER_MOVES.filter(
    (move) =>
      move.from === status &&
      move.by.includes(actor) &&
      !move.byOffer &&
      (!move.whileValid || hasValidQuotation),
  );
}

/** Whether this move needs a reason from this actor; false for a move that is not allowed. */
export function needsReason(from: OrderStatus, to: OrderStatus, actor: Actor): boolean {
  const reason = ORDER_MOVES.find((move) => move.from === from && move.to === to)?.reason;
  return reason === 'required' || (reason === 'required of staff' && actor === 'staff');
}

/** Whether staff may still price the order and send an offer. */
export const acceptsOffers = (status: OrderStatus): boolean => status === 'requested';

/** Whether staff may extend the quotation. */
export const acceptsExtension = (status: OrderStatus): boolean => status === 'quoted';

/** Whether the customer may still change the parts. Each change is a revision. */
export const acceptsRevisions = (status: OrderStatus): boolean =>
  status === 'requested' || status === 'quoted';

/** Whether the customer may still correct the contact: until the shop confirms the order. */
export const acceptsContactChange = (status: OrderStatus): boolean =>
  acceptsRevisions(status) || status === 'placed';

/** Whether the customer may still add files. The files of a quotation change only with a revision. */
export const acceptsFiles = (status: OrderStatus): boolean => status === 'requested' || status === 'placed';
