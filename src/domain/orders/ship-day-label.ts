import type { OrderStatus } from './order-status.ts';

/** In place of the day, while the shop has not looked at a part that staff must look at. */
export const DAY_AFTER_CHECK = '核对后确定';

/** What the price is called meanwhile. */
export const REFERENCE_PRICE = '参考价，核对后生效';

/** What the day on which an order ships is called: expected until it is placed, promised from then on. */
export const shipDayLabel = (status: OrderStatus): string =>
  status === 'quoted' || status === 'requested' ? '预计发货日' : '承诺发货日';
