import type { OrderStatus } from './order-status.ts';

/** Shown instead of the day until the shop has checked the parts that need a manual review. */
export const DAY_AFTER_CHECK = '核对后确定';

/** The label of the price until then. */
export const REFERENCE_PRICE = '参考价，核对后生效';

/** The label of the day on which an order ships: expected until it is placed, promised from then on. */
export const shipDayLabel = (status: OrderStatus): string =>
  status === 'quoted' || status === 'requested' ? '预计发货日' : '承诺发货日';
