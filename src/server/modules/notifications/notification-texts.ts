import { formatFen } from '#domain/money.ts';
import { waitReason } from '#domain/orders/waiting.ts';
import { orderStatusLabels, type OrderStatus } from '#domain/orders/order-status.ts';
import { dateText } from '#domain/shanghai-time.ts';
import type { MessageAudience, MessageKind } from '#contract/order-messages.ts';
import type { NotificationKind } from '#contract/notifications.ts';
import type { offerApprovals } from '#server/db/schema.ts';
import type { OrderRow } from '#server/modules/orders/orders.queries.ts';

/** A notification without its recipient. */
export interface NewNotification {
  kind: NotificationKind;
  title: string;
  body: string;
  orderId: number;
  /** A recipient gets one notification for each key. */
  onceKey?: string;
}

export type OrderRef = Pick<OrderRow, 'id' | 'orderNo'>;
export type OrderForStaff = OrderRef &
  Pick<OrderRow, 'customer' | 'itemCount' | 'pieceCount' | 'totalFen' | 'summary'>;

const because = (reason: string) => (reason.trim() === '' ? '' : `原因：${reason.trim()}`);
const sentences = (...parts: string[]) => parts.filter((part) => part !== '').join('\n');

/** For the customer, when another user has moved the order. */
export function movedNotification(
  order: OrderRef,
  from: OrderStatus,
  to: OrderStatus,
  reason: string,
): NewNotification {
  return {
    kind: 'order_moved',
    title: `订单 ${order.orderNo} ${orderStatusLabels[to]}`,
    body: sentences(`状态由“${orderStatusLabels[from]}”变为“${orderStatusLabels[to]}”。`, because(reason)),
    orderId: order.id,
  };
}

/** For the customer, when the shop has undone its last move. */
export function undoneNotification(order: OrderRef, from: OrderStatus, to: OrderStatus): NewNotification {
  return {
    kind: 'order_moved',
    title: `订单 ${order.orderNo} 恢复为${orderStatusLabels[to]}`,
    body: `刚才变为“${orderStatusLabels[from]}”是误操作，已撤销，状态恢复为“${orderStatusLabels[to]}”。`,
    orderId: order.id,
  };
}

export function dateNotification(order: OrderRef, from: string, to: string, reason: string): NewNotification {
  return {
    kind: 'date_moved',
    title: `订单 ${order.orderNo} 的承诺发货日改为 ${to}`,
    body: sentences(`原为 ${from}。`, because(reason)),
    orderId: order.id,
  };
}

export function noteNotification(order: OrderRef, text: string): NewNotification {
  return { kind: 'staff_note', title: `订单 ${order.orderNo} 有新留言`, body: text, orderId: order.id };
}

/** A message as its notifications need it. */
export interface SentMessage {
  kind: MessageKind;
  audience: MessageAudience;
  text: string;
  isFromShop: boolean;
  userName: string;
  /** The working days by which the promised day moved with an answer; 0 for none. */
  waitedDays: number;
}

/** Characters of a message in its notification. */
const MAX_BRIEF = 200;
const brief = (text: string) => (text.length > MAX_BRIEF ? `${text.slice(0, MAX_BRIEF)}…` : text);

const movedBy = ({ waitedDays }: SentMessage, promisedDate: string) =>
  waitedDays === 0 ? '' : `${waitReason(waitedDays)}，改为 ${promisedDate}。`;

/** For the customer. */
export function messageNotification(
  order: OrderRef & Pick<OrderRow, 'promisedDate'>,
  message: SentMessage,
): NewNotification {
  const titles = {
    question: `订单 ${order.orderNo} 有问题等待您答复`,
    answer: `订单 ${order.orderNo} 的问题已答复`,
    note: `订单 ${order.orderNo} 有新消息`,
  };
  return {
    kind: 'order_message',
    title: titles[message.kind],
    body: sentences(brief(message.text), movedBy(message, order.promisedDate)),
    orderId: order.id,
  };
}

/** For staff. Its text is left out where it is for staff alone: a notification outlives its reader's permission. */
export function staffMessageNotification(
  order: OrderForStaff & Pick<OrderRow, 'promisedDate'>,
  message: SentMessage,
): NewNotification {
  if (message.audience === 'staff') {
    return {
      kind: 'order_message',
      title: `订单 ${order.orderNo} 有新的内部消息`,
      body: `${message.userName}发送了一条内部消息，请在订单的“沟通”中查看。`,
      orderId: order.id,
    };
  }
  const titles = {
    question: `${whoOf(order)}就订单 ${order.orderNo} 提问`,
    answer: `${whoOf(order)}答复了订单 ${order.orderNo} 的问题`,
    note: `${whoOf(order)}发来订单 ${order.orderNo} 的消息`,
  };
  return {
    kind: 'order_message',
    title: titles[message.kind],
    body: sentences(brief(message.text), movedBy(message, order.promisedDate)),
    orderId: order.id,
  };
}

/** For the customer, when another user has revised the quotation. */
export function revisedNotification(
  order: OrderRef & Pick<OrderRow, 'revision' | 'validUntil' | 'totalFen' | 'summary'>,
  fromFen: number,
): NewNotification {
  return {
    kind: 'quotation_revised',
    title: `报价 ${order.orderNo} 已修改为第 ${order.revision} 版`,
    body: sentences(
      `合计由 ${formatFen(fromFen)} 变为 ${formatFen(order.totalFen)}，有效期至 ${dateText(order.validUntil)}。`,
      order.summary,
    ),
    orderId: order.id,
  };
}

export function expiringNotification(
  order: OrderRef & Pick<OrderRow, 'revision' | 'validUntil' | 'summary'>,
): NewNotification {
  return {
    kind: 'quotation_expiring',
    title: `报价 ${order.orderNo} 即将过期`,
    body: `有效期至 ${dateText(order.validUntil)}，之后须按最新价格重新报价。\n${order.summary}`,
    orderId: order.id,
    onceKey: `expiring:${order.id}:${order.revision}`,
  };
}

/** For a user at whose account others guess. */
export function guessedNotification(): Omit<NewNotification, 'orderId'> {
  return {
    kind: 'account_guessed',
    title: '有人多次输错您账号的密码',
    body:
      '过去 24 小时内，有人多次输错您账号的密码。您常用的设备不受影响；在新设备上登录时，须先通过安全验证。\n' +
      '如果不是您本人操作，建议换一个更长的密码；如果是您本人忘记了密码，请联系管理员重置。',
  };
}

/** For staff. */
export function placedNotification(order: OrderForStaff): NewNotification {
  const { itemCount, pieceCount, totalFen, summary } = order;
  return {
    kind: 'order_placed',
    title: `新订单 ${order.orderNo}`,
    body: `${whoOf(order)}下单，${itemCount} 种 ${pieceCount} 件，合计 ${formatFen(totalFen)}。\n${summary}`,
    orderId: order.id,
    onceKey: `placed:${order.id}`,
  };
}

/** For staff, when a customer asks for an offer. */
export function requestedNotification(order: OrderForStaff, reason = ''): NewNotification {
  const { itemCount, pieceCount, summary } = order;
  return {
    kind: 'order_requested',
    title: `新询价 ${order.orderNo}`,
    body: sentences(`${whoOf(order)}请您报价，${itemCount} 种 ${pieceCount} 件。`, summary, because(reason)),
    orderId: order.id,
  };
}

type Approval = typeof offerApprovals.$inferSelect;

/** For those who may release an offer that is above the limit of its author. */
export function approvalAskedNotification(order: OrderForStaff, approval: Approval): NewNotification {
  const { id, percent, limitPercent, totalFen, requestedName, reason } = approval;
  return {
    kind: 'offer_approval',
    title: `报价待审批 ${order.orderNo}`,
    body: sentences(
      `${requestedName}报价 ${formatFen(totalFen)}，折扣 ${percent}%，超过上限 ${limitPercent}%。`,
      reason,
    ),
    orderId: order.id,
    onceKey: `approval:${id}`,
  };
}

/** For the author of an offer that was released, or refused with a reason. */
export function approvalDecidedNotification(
  order: OrderRef,
  { userName, reason }: { userName: string; reason: string | null },
): NewNotification {
  return {
    kind: 'offer_approval',
    title: `${order.orderNo} 的报价${reason === null ? '已批准并发送' : '被退回'}`,
    body: reason === null ? `由${userName}批准。` : sentences(`由${userName}退回。`, because(reason)),
    orderId: order.id,
  };
}

/** For the customer, when an offer is valid for longer. */
export function extendedNotification(
  order: Parameters<typeof offeredNotification>[0],
  note: string,
): NewNotification {
  return { ...offeredNotification(order, note), title: `报价 ${order.orderNo} 已延长有效期` };
}

/** For the customer, when the shop has priced a request. */
export function offeredNotification(
  order: OrderRef & Pick<OrderRow, 'validUntil' | 'totalFen' | 'summary'>,
  note: string,
): NewNotification {
  return {
    kind: 'quotation_revised',
    title: `询价 ${order.orderNo} 已报价`,
    body: sentences(
      `合计 ${formatFen(order.totalFen)}，有效期至 ${dateText(order.validUntil)}。`,
      order.summary,
      note.trim(),
    ),
    orderId: order.id,
  };
}

/** For staff. */
export function cancelledNotification(order: OrderForStaff, reason: string): NewNotification {
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
