import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { placedOrder } from '#tests/support/data/wire-order.ts';

/** An order of one part, placed just now. */
export const buildOrder = (overrides: Partial<OrderWithExt> = {}): OrderWithExt => ({
  ...placedOrder,
  revisions: [
    {
      revision: 1,
      price: placedOrder.price,
      userName: '张工',
      createdAt: placedOrder.createdAt,
      validUntil: placedOrder.validUntil,
      isCurrent: true,
    },
  ],
  moves: [{ to: 'cancelled', needsReason: false }],
  ...overrides,
});
