import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { choice, id, idList, idParams, text, timestamp, whole, wholeParam } from '../kernel/fields.ts';
import { fileFields } from '../files/files.ts';
import { page, pageQuery } from '../kernel/paging.ts';
import { MAX_ITEMS } from './part-item.ts';

/** The permission to write as the shop and to read internal messages. */
export const MESSAGE_PERMISSION = 'mfr:order:message';
/** The dictionary of canned replies. */
export const QUICK_REPLY_DICT = 'quick_reply';

export const MESSAGE_KINDS = ['note', 'question', 'answer'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];
/** Who may read a message: customers never see `staff` messages. */
export const MESSAGE_AUDIENCES = ['customer', 'staff'] as const;
export type MessageAudience = (typeof MESSAGE_AUDIENCES)[number];

export const MAX_MESSAGE_TEXT = 2_000;
export const MAX_MESSAGE_FILES = 10;
/** Limits per order: the messages of each side in 24 hours, and the total above which customers may not write. */
export const MAX_DAY_MESSAGES = 500;
export const MAX_ORDER_MESSAGES = 10_000;
/** Counts of unread messages stop at this number. */
export const MAX_UNREAD = 100;
/** The maximum number of unanswered questions listed above the messages. */
export const MAX_OPEN_QUESTIONS = 50;

const orderMessage = z.object({
  id: z.number(),
  kind: z.literal([...MESSAGE_KINDS]),
  audience: z.literal([...MESSAGE_AUDIENCES]),
  /** Written by the shop, not the customer. */
  isFromShop: z.boolean(),
  isMine: z.boolean(),
  userName: z.string(),
  text: z.string(),
  /** The line that it is about, as numbered when it was written; null for the whole order. */
  lineNo: z.nullable(z.number()),
  /** The name of that part; empty for the whole order. */
  partName: z.string(),
  /** For an answer: the id of the question. */
  answersId: z.nullable(z.number()),
  /** For a question: the id of its answer; null while it is unanswered. */
  answerId: z.nullable(z.number()),
  files: z.array(z.object(fileFields)),
  createdAt: timestamp,
});
export type OrderMessage = z.output<typeof orderMessage>;

const orderThread = z.object({
  ...page(orderMessage).shape,
  /** Unanswered questions of all pages, oldest first. */
  open: z.array(orderMessage),
  /** The last message that the caller has read; 0 for none. */
  lastReadId: z.number(),
});
export type OrderThread = z.output<typeof orderThread>;

/** Oldest first. Default: the last page, with the newest messages. */
const threadQuery = z.strictObject({
  ...pageQuery({}).shape,
  pageIndex: z.optional(wholeParam('页码', { min: 1, max: 1_000_000 })),
});

const messageFields = {
  kind: choice('消息类型', MESSAGE_KINDS),
  text: text('消息', { max: MAX_MESSAGE_TEXT }).check(
    z.refine((value) => value.trim() !== '', { error: '请输入消息' }),
  ),
  lineNo: z.optional(whole('零件', { min: 1, max: MAX_ITEMS })),
  /** Ids of files that the caller has uploaded. */
  fileIds: z.optional(
    idList('附件', MAX_MESSAGE_FILES).check(
      z.refine((ids) => new Set(ids).size === ids.length, { error: '同一附件只能出现一次' }),
    ),
  ),
  /** For an answer: the id of the question; the answer has the same part and audience. */
  answersId: z.optional(id),
};
const answerNamesQuestion = z.refine<{ kind: MessageKind; answersId?: number }>(
  ({ kind, answersId }) => (kind === 'answer') === (answersId !== undefined),
  { error: '请选择要答复的问题', path: ['answersId'] },
);

const newMessage = z.strictObject(messageFields).check(answerNamesQuestion);
const newShopMessage = z
  .strictObject({ ...messageFields, audience: choice('可见范围', MESSAGE_AUDIENCES) })
  .check(answerNamesQuestion);
export type NewMessage = z.output<typeof newMessage> & { audience?: MessageAudience };

/**
 * The conversation between customer and shop about an order. Messages are never changed or removed. A question to the
 * customer pauses the ship date, or the promised reply to a request, until it is answered.
 */
export const orderMessages = {
  /** The messages that the customer may read. */
  list: {
    method: 'GET',
    path: '/order/:id/message',
    summary: '订单沟通',
    permission: 'mfr:order:query',
    params: idParams,
    query: threadQuery,
    data: orderThread,
  },
  /**
   * Adds a message that both sides read. 409 `message.answered` if the question already has an answer, 429 `request.throttled`
   * and 409 `message.too_many` beyond the limits of an order.
   */
  post: {
    method: 'POST',
    path: '/order/:id/message',
    summary: '发送订单消息',
    permission: 'mfr:order:add',
    msg: '已发送',
    params: idParams,
    body: newMessage,
    data: orderMessage,
  },
  /** Marks the messages up to this one as read. */
  read: {
    method: 'PUT',
    path: '/order/:id/message/read',
    summary: '标记订单消息为已读',
    permission: 'mfr:order:query',
    msg: '已标记为已读',
    params: idParams,
    body: z.strictObject({ lastId: id }),
    data: z.object({ lastReadId: z.number() }),
  },
  /** All messages, including internal ones. */
  listAll: {
    method: 'GET',
    path: '/order/:id/staff-message',
    summary: '订单沟通（含内部）',
    permission: MESSAGE_PERMISSION,
    params: idParams,
    query: threadQuery,
    data: orderThread,
  },
  /** Adds a message from the shop, for the customer or internal. Fails like `post`. */
  postAsShop: {
    method: 'POST',
    path: '/order/:id/staff-message',
    summary: '以商家身份发送订单消息',
    permission: MESSAGE_PERMISSION,
    msg: '已发送',
    params: idParams,
    body: newShopMessage,
    data: orderMessage,
  },
} as const satisfies Endpoints;
