import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { placedOrder } from '#tests/support/data/wire-order.ts';

/** An order of one part that waits for confirmation. */
export const buildOrder = (overrides: Partial<OrderWithExt> = {}): OrderWithExt => ({
  ...placedOrder,
  moves: [
    { to: 'confirmed', needsReason: false },
    { to: 'cancelled', needsReason: true },
  ],
  ...overrides,
});
