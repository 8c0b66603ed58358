import { formatFen } from '#domain/money.ts';
import { waitReason } from '#domain/orders/waiting.ts';
import { shipmentText, type Shipment } from '#domain/orders/shipment.ts';
import { orderStatusLabels, type OrderStatus } from '#domain/orders/order-status.ts';
import { dateText } from '#domain/shanghai-time.ts';
import type { MessageAudience, MessageKind } from '#contract/orders/order-messages.ts';
import type { NotificationKind } from '#contract/system/notifications.ts';
import type { ShadowEnd } from '#contract/prices/shadow-runs.ts';
import type { offerApprovals } from '#server/db/schema.ts';
import type { OrderRow } from '#server/db/schema.ts';

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

const labelledText = (label: string, text: string) => (text.trim() === '' ? '' : `${label}：${text.trim()}`);
const reasonText = (reason: string) => labelledText('原因', reason);
const joinSentences = (...parts: string[]) => parts.filter((part) => part !== '').join('\n');

/** For the customer, when another user has moved the order. */
export function movedNotification(
  order: OrderRef & Shipment,
  from: OrderStatus,
  to: OrderStatus,
  reason: string,
): NewNotification {
  return {
    kind: 'order_moved',
    title: `订单 ${order.orderNo} ${orderStatusLabels[to]}`,
    body: joinSentences(
      `状态由“${orderStatusLabels[from]}”变为“${orderStatusLabels[to]}”。`,
      to === 'shipped' ? shipmentText(order) : '',
      to === 'cancelled' ? reasonText(reason) : reason.trim(),
    ),
    orderId: order.id,
  };
}

/** For the customer, when the offer was answered on the customer's behalf by a link. */
export function linkAnswerNotification(
  order: OrderRef & Pick<OrderRow, 'totalFen' | 'promisedDate'>,
  { kind, name }: { kind: 'accepted' | 'refused'; name: string },
): NewNotification {
  const isAccepted = kind === 'accepted';
  return {
    kind: 'order_moved',
    title: `报价 ${order.orderNo} 已通过链接${isAccepted ? '接受' : '答复'}`,
    body: isAccepted
      ? `${name}通过您分享的链接接受了报价并下单：合计 ${formatFen(order.totalFen)}，承诺发货日 ${order.promisedDate}。`
      : `${name}通过您分享的链接答复：不接受报价，报价已取消。`,
    orderId: order.id,
  };
}

/** For the customer to whom the shop transferred a request. */
export function transferredNotification(
  order: OrderRef & Pick<OrderRow, 'summary' | 'itemCount' | 'pieceCount'>,
): NewNotification {
  return {
    kind: 'order_moved',
    title: `询价 ${order.orderNo} 已转入您的账号`,
    body: `${order.summary}（${order.itemCount} 种，共 ${order.pieceCount} 件）。我们报价后会通知您。`,
    orderId: order.id,
  };
}

/** For the customer, when the shop has withdrawn its offer. */
export function withdrawnNotification(order: OrderRef, reason: string): NewNotification {
  return {
    kind: 'order_moved',
    title: `报价 ${order.orderNo} 已撤回`,
    body: joinSentences(
      '我们撤回了这份报价，不能再按它下单；重新报价后会通知您，您也可以修改或取消询价。',
      reasonText(reason),
    ),
    orderId: order.id,
  };
}

/** For the customer, when the shop has corrected or added the carrier or tracking number. */
export function shipmentNotification(order: OrderRef & Shipment): NewNotification {
  return {
    kind: 'order_moved',
    title: `订单 ${order.orderNo} 的运单信息已更新`,
    body: shipmentText(order) || '运单信息已删除。',
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

/** For the customer, when another user has changed the promised ship date. */
export function dateNotification(order: OrderRef, from: string, to: string, reason: string): NewNotification {
  return {
    kind: 'date_moved',
    title: `订单 ${order.orderNo} 的承诺发货日改为 ${to}`,
    body: joinSentences(`原为 ${from}。`, reasonText(reason)),
    orderId: order.id,
  };
}

export interface SentMessage {
  kind: MessageKind;
  audience: MessageAudience;
  text: string;
  isFromShop: boolean;
  userName: string;
  /** Working days by which an answer moved the promised day; 0 for none. */
  waitedDays: number;
}

/** Characters of a message that its notification shows. */
const MAX_EXCERPT = 200;
const excerpt = (text: string) => (text.length > MAX_EXCERPT ? `${text.slice(0, MAX_EXCERPT)}…` : text);

const delayText = ({ waitedDays }: SentMessage, promisedDate: string) =>
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
    body: joinSentences(excerpt(message.text), delayText(message, order.promisedDate)),
    orderId: order.id,
  };
}

/** For staff. Leaves out the text of an internal message, because a notification outlives its reader's permission. */
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
    question: `${customerText(order)}就订单 ${order.orderNo} 提问`,
    answer: `${customerText(order)}答复了订单 ${order.orderNo} 的问题`,
    note: `${customerText(order)}发来订单 ${order.orderNo} 的消息`,
  };
  return {
    kind: 'order_message',
    title: titles[message.kind],
    body: joinSentences(excerpt(message.text), delayText(message, order.promisedDate)),
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
    body: joinSentences(
      `合计由 ${formatFen(fromFen)} 变为 ${formatFen(order.totalFen)}，有效期至 ${dateText(order.validUntil)}。`,
      order.summary,
    ),
    orderId: order.id,
  };
}

/** For the customer, before a quotation expires; once per revision. */
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

/** For a user whose password is being guessed. */
export function guessedNotification(): Omit<NewNotification, 'orderId'> {
  return {
    kind: 'account_guessed',
    title: '有人多次输错您账号的密码',
    body:
      '过去 24 小时内，有人多次输错您账号的密码。您常用的设备不受影响；在新设备上登录时，须先通过安全验证。\n' +
      '如果不是您本人操作，建议换一个更长的密码；如果是您本人忘记了密码，请联系管理员重置。',
  };
}

/** The outcome of a scheduled price draft: published, or refused with a reason. */
export interface DueDraft {
  id: number;
  version: number;
  name: string;
  /** How many prices took effect. */
  saved?: number;
  /** Why it was refused; empty if it was published. */
  failure: string;
}

/** For the user who scheduled it. */
export function draftNotification({
  id,
  version,
  name,
  saved = 0,
  failure,
}: DueDraft): Omit<NewNotification, 'orderId'> {
  const onceKey = `draft:${id}:${version}`;
  if (failure === '')
    return { kind: 'prices_due', title: `调价“${name}”已按时发布`, body: `${saved} 个价格已生效。`, onceKey };
  return {
    kind: 'prices_due',
    title: `调价“${name}”未能按时发布`,
    body: `${failure}\n价格没有任何变动，草稿仍在“价目总表 → 调价草稿”中，请核对后重新发布。`,
    onceKey,
  };
}

/** A shadow run of a price draft, after its end. */
export interface EndedShadow {
  /** Id of its replay. */
  id: number;
  /** Name of the draft. */
  name: string;
  endedBy: ShadowEnd;
}

const shadowEnds: Readonly<Record<ShadowEnd, string>> = {
  moment: '已到期',
  stopped: '已提前结束',
  published: '因草稿发布而结束',
};

/** For the user who started it. Without figures: the page shows them only to users with the permission. */
export const shadowNotification = ({ id, name, endedBy }: EndedShadow): Omit<NewNotification, 'orderId'> => ({
  kind: 'prices_due',
  title: `“${name}”的影子运行${shadowEnds[endedBy]}`,
  body: '结果在“调价试算”中。',
  onceKey: `shadow:${id}`,
});

/** For staff. */
export function placedNotification(order: OrderForStaff): NewNotification {
  const { itemCount, pieceCount, totalFen, summary } = order;
  return {
    kind: 'order_placed',
    title: `新订单 ${order.orderNo}`,
    body: `${customerText(order)}下单，${itemCount} 种 ${pieceCount} 件，合计 ${formatFen(totalFen)}。\n${summary}`,
    orderId: order.id,
    onceKey: `placed:${order.id}`,
  };
}

/** For staff, when a customer asks for an offer. The reason comes before the parts: a list shows two lines. */
export function requestedNotification(order: OrderForStaff, reason = ''): NewNotification {
  const { itemCount, pieceCount, summary } = order;
  return {
    kind: 'order_requested',
    title: `新询价 ${order.orderNo}`,
    body: joinSentences(
      `${customerText(order)}请您报价，${itemCount} 种 ${pieceCount} 件。`,
      labelledText('询价说明', reason),
      summary,
    ),
    orderId: order.id,
  };
}

type Approval = typeof offerApprovals.$inferSelect;

/** The key of the notifications that ask for an approval. */
export const approvalKey = (id: number) => `approval:${id}`;

/** For users who may approve an offer whose discount exceeds its author's limit or whose margin is below the floor. */
export function approvalRequestedNotification(order: OrderForStaff, approval: Approval): NewNotification {
  const { id, percent, limitPercent, totalFen, requestedName, reason } = approval;
  // Does not name the margin, because not all approvers see costs.
  const causeText = percent > limitPercent ? `折扣 ${percent}%，超过上限 ${limitPercent}%` : '须批准后发送';
  return {
    kind: 'offer_approval',
    title: `报价待审批 ${order.orderNo}`,
    body: joinSentences(`${requestedName}报价 ${formatFen(totalFen)}，${causeText}。`, reason),
    orderId: order.id,
    onceKey: approvalKey(id),
  };
}

/** For the author of an offer that was approved, or refused with a reason. */
export function approvalDecidedNotification(
  order: OrderRef,
  { userName, reason }: { userName: string; reason: string | null },
): NewNotification {
  return {
    kind: 'offer_approval',
    title: `${order.orderNo} 的报价${reason === null ? '已批准并发送' : '被退回'}`,
    body: reason === null ? `由${userName}批准。` : joinSentences(`由${userName}退回。`, reasonText(reason)),
    orderId: order.id,
  };
}

/** For the customer, when the validity of an offer was extended. */
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
    body: joinSentences(
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
    title: `${customerText(order)}取消了订单 ${order.orderNo}`,
    body: joinSentences(order.summary, reasonText(reason)),
    orderId: order.id,
  };
}

function customerText({ customer: { nickName, username, deptName, companyTitle } }: OrderForStaff): string {
  const company = deptName || companyTitle;
  const name = nickName || username;
  return company === '' ? `客户 ${name} ` : `${company} ${name} `;
}
