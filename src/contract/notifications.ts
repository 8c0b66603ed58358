import * as z from 'zod/mini';
import type { Endpoints } from './endpoint.ts';
import { choice, idsBody, timestamp, wholeParam } from './fields.ts';
import { page, pageQuery } from './paging.ts';

/** What a notification is about. */
const notificationKinds = {
  order_moved: '订单状态',
  date_moved: '交期变更',
  /** Used by notes before conversations existed. */
  staff_note: '留言',
  order_message: '沟通',
  quotation_revised: '报价修改',
  quotation_expiring: '报价到期',
  order_placed: '新订单',
  order_requested: '新询价',
  offer_approval: '报价审批',
  prices_due: '定时调价',
  account_guessed: '登录提醒',
} as const;
export type NotificationKind = keyof typeof notificationKinds;

export const notification = z.object({
  id: z.number(),
  kind: z.literal(Object.keys(notificationKinds) as NotificationKind[]),
  title: z.string(),
  body: z.string(),
  /** The order it is about. */
  orderId: z.nullable(z.number()),
  createdAt: timestamp,
  readAt: z.nullable(timestamp),
});
export type Notification = z.output<typeof notification>;

const unreadCount = z.object({ unread: z.number() });

/*
 * The events of the stream. `notification` carries a notification, and its id as the event's; after `refresh` some
 * may have been missed, so count and list must be fetched again. Pages opened before an upgrade listen for these
 * names, so they stay as they are on the wire.
 */
export const STREAM_EVENTS = { notification: 'news', refresh: 'reread' } as const;

/** The caller's own notifications. */
export const notifications = {
  list: {
    method: 'GET',
    path: '/notification',
    summary: '消息通知',
    permission: 'session',
    query: pageQuery({ unread: z.optional(choice('是否只看未读', ['true', 'false'])) }),
    data: page(notification),
  },
  unread: {
    method: 'GET',
    path: '/notification/unread',
    summary: '未读消息数',
    permission: 'session',
    data: unreadCount,
  },
  read: {
    method: 'POST',
    path: '/notification/read',
    summary: '标记消息为已读',
    permission: 'session',
    msg: '已标记为已读',
    body: idsBody,
    data: unreadCount,
  },
  readAll: {
    method: 'POST',
    path: '/notification/read-all',
    summary: '标记全部消息为已读',
    permission: 'session',
    msg: '已全部标记为已读',
    data: unreadCount,
  },
  /** Server-sent events; `since`, or the header Last-Event-ID, names the last event received. */
  stream: {
    method: 'GET',
    path: '/notification/stream',
    summary: '实时消息',
    permission: 'session',
    query: z.strictObject({ since: z.optional(wholeParam('编号')) }),
    answer: 'stream',
    data: notification,
  },
} as const satisfies Endpoints;
