import type { OrderStatus } from './order-status.ts';

/** Who moves an order: its customer, or the shop. */
export type Actor = 'customer' | 'staff';

/** One legal move of an order. */
export interface Move {
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly by: readonly Actor[];
  readonly reason: 'required' | 'optional';
  /** The permission code that the endpoint and the button require. */
  readonly permission: string;
}

const customerOrStaff = ['customer', 'staff'] as const;
const staff = ['staff'] as const;
/** Also decides that a caller acts as staff where both actors may make a move. */
const handle = 'mfr:order:handle';
const permission = 'mfr:order:move';

/** Every legal move; all others are refused. */
export const ORDER_MOVES: readonly Move[] = [
  { from: 'quoted', to: 'placed', by: customerOrStaff, reason: 'optional', permission },
  { from: 'placed', to: 'confirmed', by: staff, reason: 'optional', permission: handle },
  { from: 'confirmed', to: 'producing', by: staff, reason: 'optional', permission: handle },
  { from: 'producing', to: 'inspecting', by: staff, reason: 'optional', permission: handle },
  { from: 'inspecting', to: 'shipped', by: staff, reason: 'optional', permission: handle },
  { from: 'shipped', to: 'completed', by: staff, reason: 'optional', permission: handle },
  { from: 'quoted', to: 'cancelled', by: customerOrStaff, reason: 'optional', permission },
  { from: 'placed', to: 'cancelled', by: customerOrStaff, reason: 'optional', permission },
  { from: 'confirmed', to: 'cancelled', by: staff, reason: 'required', permission: handle },
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
