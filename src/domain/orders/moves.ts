import type { OrderStatus } from './order-status.ts';

/** Who moves an order: its customer, or the shop. */
export type Actor = 'customer' | 'staff';

/** One legal move of an order. */
export interface Move {
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly by: readonly Actor[];
  readonly reason: 'required' | 'optional';
}

const customerOrStaff = ['customer', 'staff'] as const;
const staff = ['staff'] as const;

/** The permission that every move requires, the customer's and the shop's alike. */
export const MOVE_PERMISSION = 'mfr:order:move';

/** Every legal move; all others are refused. */
export const ORDER_MOVES: readonly Move[] = [
  { from: 'quoted', to: 'placed', by: customerOrStaff, reason: 'optional' },
  { from: 'placed', to: 'confirmed', by: staff, reason: 'optional' },
  { from: 'confirmed', to: 'producing', by: staff, reason: 'optional' },
  { from: 'producing', to: 'inspecting', by: staff, reason: 'optional' },
  { from: 'inspecting', to: 'shipped', by: staff, reason: 'optional' },
  { from: 'shipped', to: 'completed', by: staff, reason: 'optional' },
  { from: 'quoted', to: 'cancelled', by: customerOrStaff, reason: 'optional' },
  { from: 'placed', to: 'cancelled', by: customerOrStaff, reason: 'optional' },
  { from: 'confirmed', to: 'cancelled', by: staff, reason: 'required' },
];

/** May this actor move an order from one status to another? */
export function canMove(from: OrderStatus, to: OrderStatus, actor: Actor): boolean {
  return findMove(from, to)?.by.includes(actor) ?? false;
}

/** The moves this actor may make from a status, in the table's order: the next status first. */
export function movesFrom(status: OrderStatus, actor: Actor): Move[] {
  return ORDER_MOVES.filter((move) => move.from === status && move.by.includes(actor));
}

/** Does this move need a reason? False for an illegal move. */
export function needsReason(from: OrderStatus, to: OrderStatus): boolean {
  return findMove(from, to)?.reason === 'required';
}

/** May its customer still correct the contact? Until the shop confirms the order. */
export const isContactOpen = (status: OrderStatus): boolean => status === 'quoted' || status === 'placed';

/** May its customer still add files? Those of a quotation change with its parts, by a revision. */
export const isOpenToFiles = (status: OrderStatus): boolean => status === 'placed';

function findMove(from: OrderStatus, to: OrderStatus): Move | undefined {
  return ORDER_MOVES.find((move) => move.from === from && move.to === to);
}
