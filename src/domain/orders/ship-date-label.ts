import type { OrderStatus } from './order-status.ts';

/** Shown instead of the ship date until the parts that need a manual review are checked. */
export const SHIP_DATE_PENDING = '核对后确定';

/** The label of the price until the parts that need a manual review are checked. */
export const REFERENCE_PRICE_LABEL = '参考价，核对后生效';

/** The label of the ship date: expected until the order is placed, then promised. */
export const shipDateLabel = (status: OrderStatus): string =>
  status === 'quoted' || status === 'requested' ? '预计发货日' : '承诺发货日';
