import { MOVE_PERMISSION, movesFrom, type Move } from '#domain/orders/moves.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import type { Order } from '#contract/orders/order-data.ts';
import { can } from '#providers/session/access-control.ts';

/** How the signed-in user may move an order; undefined when not allowed. The server checks again. */
export function allowedMove(
  { status, keepsQuotation = false }: Pick<Order, 'status' | 'keepsQuotation'>,
  wanted: OrderStatus,
): Move | undefined {
  // As on the server: staff are the users who may handle orders.
  const actor = can('mfr:order:handle') ? 'staff' : 'customer';
  return can(MOVE_PERMISSION)
    ? movesFrom(status, actor, keepsQuotation).find(({ to }) => to === wanted)
    : undefined;
}
