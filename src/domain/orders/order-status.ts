import { keysOf } from '#domain/pick.ts';

/**
 * The order statuses in workflow order, with their default labels. The dictionary `order_status` starts with these and may
 * override them.
 */
export const orderStatusLabels = {
  requested: '待报价',
  quoted: '已报价',
  placed: '待确认',
  confirmed: '已确认',
  producing: '生产中',
  inspecting: '质检中',
  shipped: '已发货',
  completed: '已完成',
  cancelled: '已取消',
} as const;
export type OrderStatus = keyof typeof orderStatusLabels;
export const ORDER_STATUSES = keysOf(orderStatusLabels);

/** The default colours, which the dictionary may override too. */
export const orderStatusColours = {
  requested: 'gold',
  quoted: 'blue',
  placed: 'orange',
  confirmed: 'cyan',
  producing: 'geekblue',
  inspecting: 'purple',
  shipped: 'lime',
  completed: 'green',
  cancelled: 'default',
} as const satisfies Record<OrderStatus, string>;

export const STATUS_DICT = 'order_status';
