import { formatYuan } from '#domain/money.ts';
import { orderStatusLabels, type OrderStatus } from '#domain/orders/order-status.ts';
import type { NotificationKind } from '#contract/notifications.ts';
import type { OrderRow } from '#server/modules/orders/orders.queries.ts';

/** What somebody is told. */
export interface News {
  kind: NotificationKind;
  title: string;
  body: string;
  orderId: number;
  /** The same key tells the same person once. */
  onceKey?: string;
}

export type OrderInNews = Pick<OrderRow, 'id' | 'orderNo'>;
export type OrderForStaff = OrderInNews &
  Pick<OrderRow, 'customer' | 'itemCount' | 'pieceCount' | 'totalFen' | 'summary'>;

const because = (reason: string) => (reason.trim() === '' ? '' : `原因：${reason.trim()}`);
const sentences = (...parts: string[]) => parts.filter((part) => part !== '').join('\n');

/** To the customer, whose order somebody else has moved. */
export function movedNews(order: OrderInNews, from: OrderStatus, to: OrderStatus, reason: string): News {
  return {
    kind: 'order_moved',
    title: `订单 ${order.orderNo} ${orderStatusLabels[to]}`,
    body: sentences(`状态由“${orderStatusLabels[from]}”变为“${orderStatusLabels[to]}”。`, because(reason)),
    orderId: order.id,
  };
}

export function dateNews(order: OrderInNews, from: string, to: string, reason: string): News {
  return {
    kind: 'date_moved',
    title: `订单 ${order.orderNo} 的发货日改为 ${to}`,
    body: sentences(`原承诺发货日 ${from}。`, because(reason)),
    orderId: order.id,
  };
}

export function noteNews(order: OrderInNews, text: string): News {
  return { kind: 'staff_note', title: `订单 ${order.orderNo} 有新留言`, body: text, orderId: order.id };
}

/** To the customer, whose quotation somebody else has revised. */
export function revisedNews(
  order: OrderInNews & Pick<OrderRow, 'revision' | 'validUntil' | 'totalFen' | 'summary'>,
  fromFen: number,
): News {
  return {
    kind: 'quotation_revised',
    title: `报价 ${order.orderNo} 已修改为第 ${order.revision} 版`,
    body: sentences(
      `合计由 ${formatYuan(fromFen)} 变为 ${formatYuan(order.totalFen)}，有效期至 ${moment.format(order.validUntil)}。`,
      order.summary,
    ),
    orderId: order.id,
  };
}

export function expiringNews(
  order: OrderInNews & Pick<OrderRow, 'revision' | 'validUntil' | 'summary'>,
): News {
  return {
    kind: 'quotation_expiring',
    title: `报价 ${order.orderNo} 即将过期`,
    body: `有效期至 ${moment.format(order.validUntil)}，之后须按最新价格重新报价。\n${order.summary}`,
    orderId: order.id,
    onceKey: `expiring:${order.id}:${order.revision}`,
  };
}

const moment = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** To the shop. */
export function placedNews(order: OrderForStaff): News {
  const { itemCount, pieceCount, totalFen, summary } = order;
  return {
    kind: 'order_placed',
    title: `新订单 ${order.orderNo}`,
    body: `${whoOf(order)}下单，${itemCount} 种 ${pieceCount} 件，合计 ${formatYuan(totalFen)}。\n${summary}`,
    orderId: order.id,
    onceKey: `placed:${order.id}`,
  };
}

/** To the shop. */
export function cancelledNews(order: OrderForStaff, reason: string): News {
  return {
    kind: 'order_moved',
    title: `${whoOf(order)}取消了订单 ${order.orderNo}`,
    body: sentences(order.summary, because(reason)),
    orderId: order.id,
  };
}

function whoOf({ customer: { nickName, username, deptName, companyTitle } }: OrderForStaff): string {
  const company = deptName || companyTitle;
  const name = nickName || username;
  return company === '' ? `客户 ${name} ` : `${company} ${name} `;
}
