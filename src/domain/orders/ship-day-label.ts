import type { OrderStatus } from './order-status.ts';

/** What the day on which an order ships is called: expected until it is placed, promised from then on. */
export const shipDayLabel = (status: OrderStatus): string =>
  status === 'quoted' || status === 'requested' ? '预计发货日' : '承诺发货日';
