import type { OrderStatus } from '#domain/orders/order-status.ts';

/** The label of each move's button. */
export const moveVerbs: Readonly<Record<OrderStatus, string>> = {
  requested: '撤回报价',
  quoted: '改为报价',
  placed: '转为订单',
  confirmed: '确认订单',
  producing: '开始生产',
  inspecting: '送交质检',
  shipped: '发货',
  completed: '完成订单',
  cancelled: '取消订单',
};
