import { hasPermission } from '#domain/permissions.ts';
import type { DataOf, QueryOf } from '#contract/kernel/endpoint.ts';
import type { Order } from '#contract/orders/order-data.ts';
import {
  MAX_DAY_MESSAGES,
  MAX_ORDER_MESSAGES,
  MESSAGE_PERMISSION,
  type MessageAudience,
  type MessageKind,
  type NewMessage,
  type OrderMessage,
  type orderMessages,
  type OrderThread,
} from '#contract/orders/order-messages.ts';
import type { Db } from '#server/db/database.ts';
import { customerMessagesPerDay } from '#server/fairness/limits.ts';
import { limitAndOffset, pageOf } from '#server/db/list-query.ts';
import { AppError } from '#server/http/app-error.ts';
import { foundOrThrow } from '#server/http/records.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { attachMessageFiles } from '#server/modules/files/attach-files.service.ts';
import { changeOrder, type OrderCall } from '../change-order.ts';
import {
  countForLimits,
  countMessages,
  countUnread,
  findMessage,
  hasOpenQuestion,
  insertMessage,
  lastMessageIdOf,
  listMessages,
  listOpenQuestions,
  markRead,
  lastReadIdOf,
  type Reader,
} from './order-messages.queries.ts';
import { endWaiting, startWaiting } from '../moving/order-waiting.service.ts';
import type { OrderRow } from '../reading/orders.queries.ts';
import { getOrder, viewerOf, type MoveDeps } from '../reading/orders.service.ts';

const DAY_MS = 86_400_000;

/** Reading staff-only messages requires a separate permission. */
export const readerOf = ({ userId, grant }: Caller): Reader => ({
  userId,
  readsInternal: hasPermission(grant.permissions, MESSAGE_PERMISSION),
});

/**
 * Reads a page of the conversation about an order, by default the last one; without `withInternal` only messages that
 * the customer may read. Throws `record.not_found`.
 */
export async function readThread(
  db: Db,
  caller: Caller,
  orderId: number,
  { pageIndex: requestedPage, pageSize }: QueryOf<typeof orderMessages.list>,
  { withInternal }: { withInternal: boolean },
): Promise<OrderThread> {
  await getOrder(db, caller.grant.scope, orderId);
  const reader = { userId: caller.userId, readsInternal: withInternal };
  const count = await countMessages(db, reader, orderId);
  const page = { pageIndex: requestedPage ?? Math.max(1, Math.ceil(count / pageSize)), pageSize };
  return {
    ...pageOf(await listMessages(db, reader, orderId, limitAndOffset(page)), count, page),
    open: await listOpenQuestions(db, reader, orderId),
    lastReadId: await lastReadIdOf(db, caller.userId, orderId),
  };
}

/** Marks the messages up to this one as read by the caller. Throws `record.not_found`. */
export async function markThreadRead(
  db: Db,
  caller: Caller,
  orderId: number,
  { lastId }: { lastId: number },
): Promise<DataOf<typeof orderMessages.read>> {
  await getOrder(db, caller.grant.scope, orderId);
  const last = Math.min(lastId, await lastMessageIdOf(db, readerOf(caller), orderId));
  if (last > 0) await markRead(db, caller.userId, orderId, last);
  return { lastReadId: await lastReadIdOf(db, caller.userId, orderId) };
}

/** Adds the number of messages that the caller has not read. */
export async function withUnread<L extends { list: Order[] }>(db: Db, caller: Caller, page: L): Promise<L> {
  const unread = await countUnread(
    db,
    readerOf(caller),
    page.list.map(({ id }) => id),
  );
  return { ...page, list: page.list.map((order) => ({ ...order, unread: unread.get(order.id) })) };
}

/**
 * Adds a message to the conversation about an order, with its notifications. A question to the customer starts a wait;
 * the answer to the last open one ends it, which moves the promised day. Throws `record.not_found`, `request.invalid`
 * for a part or file that does not exist, `message.answered`, `permission.denied`, `request.throttled`,
 * `message.too_many`.
 */
export async function postMessage(
  deps: Pick<MoveDeps, 'database' | 'settings' | 'notifier'>,
  call: OrderCall<NewMessage>,
): Promise<OrderMessage> {
  const { session, now, body } = call;
  const { kind, text, fileIds = [] } = body;
  const reader = readerOf(session);
  const isFromShop = reader.readsInternal;
  // Without the permission, a message of staff would count as the customer's.
  if (!isFromShop && viewerOf(session, now).isStaff) throw new AppError('permission.denied');
  return changeOrder({
    deps,
    call,
    async work({ tx, order, settings, by, audit }) {
      const target = await findTarget(tx, reader, order, body);
      audit({ kind, audience: target.audience });
      const row = { kind, text: text.trim(), isFromShop, ...by, ...target };
      const id = await appendMessage(tx, order, row, now);
      await attachMessageFiles(tx, { messageId: id, userId: by.userId }, fileIds);
      const isToCustomer = target.audience === 'customer';
      if (kind === 'question' && isFromShop && isToCustomer) await startWaiting(tx, order.id, now);
      const isLastAnswer = kind === 'answer' && !(await hasOpenQuestion(tx, order.id));
      const { after, days, event } = isLastAnswer
        ? await endWaiting(tx, order, { settings, userId: by.userId, now })
        : { after: order, days: 0 };
      const message = foundOrThrow(await findMessage(tx, reader, order.id, id));
      const messageWithWait = { ...message, waitedDays: days };
      return {
        after,
        history: event === undefined ? [] : [{ reason: event }],
        notify: ({ userId }) =>
          deps.notifier.messageSent(tx, after, messageWithWait, { userId, isStaff: isFromShop }, now),
        response: message,
      };
    },
  });
}

interface MessageTarget {
  audience: MessageAudience;
  answersId: number | null;
  lineNo: number | null;
}

/** Finds the audience and the part of a message; an answer takes both from its question. */
async function findTarget(
  tx: Db,
  reader: Reader,
  { id, itemCount }: OrderRow,
  { audience = 'customer', answersId, lineNo }: NewMessage,
): Promise<MessageTarget> {
  if (answersId === undefined) {
    if (lineNo !== undefined && lineNo > itemCount)
      throw new AppError('request.invalid', { fields: { lineNo: '没有这个零件' } });
    return { audience, answersId: null, lineNo: lineNo ?? null };
  }
  const question = await findMessage(tx, reader, id, answersId);
  if (question?.kind !== 'question')
    throw new AppError('request.invalid', { fields: { answersId: '没有这个问题' } });
  if (question.answerId !== null) throw new AppError('message.answered');
  return { audience: question.audience, answersId, lineNo: question.lineNo };
}

interface NewMessageRow extends MessageTarget {
  kind: MessageKind;
  text: string;
  isFromShop: boolean;
  userId: number;
  userName: string;
}

/**
 * Adds a message to a locked order; resolves with its id. Throws `request.throttled` beyond the daily limits for each
 * side (shop or customer) of an order and for each customer, and `message.too_many` beyond the limit of an order, which
 * does not bind the shop.
 */
async function appendMessage(
  tx: Db,
  { id: orderId, revision }: OrderRow,
  message: NewMessageRow,
  now: Date,
): Promise<number> {
  const since = new Date(now.getTime() - DAY_MS);
  const { isFromShop } = message;
  const { all, recent } = await countForLimits(tx, orderId, { isFromShop, since, limit: MAX_DAY_MESSAGES });
  if (!isFromShop && all >= MAX_ORDER_MESSAGES) throw new AppError('message.too_many');
  if (recent >= MAX_DAY_MESSAGES) {
    const msg = `这个订单 24 小时内的消息已达 ${MAX_DAY_MESSAGES} 条，请明天再发送`;
    throw new AppError('request.throttled', { msg, retryAfterSeconds: 3_600 });
  }
  if (!isFromShop) customerMessagesPerDay.count(message.userId, now);
  return insertMessage(tx, { ...message, orderId, revision, createdAt: now });
}
