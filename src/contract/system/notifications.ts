import * as z from 'zod/mini';
import { keysOf } from '#domain/pick.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import { choice, idsBody, timestamp, wholeParam } from '../kernel/fields.ts';
import { page, pageQuery } from '../kernel/paging.ts';

const notificationKinds = {
  order_moved: '订单状态',
  date_moved: '交期变更',
  /** The kind of notes that staff wrote before conversations existed. */
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
  kind: z.literal(keysOf(notificationKinds)),
  title: z.string(),
  body: z.string(),
  orderId: z.nullable(z.number()),
  createdAt: timestamp,
  readAt: z.nullable(timestamp),
});
export type Notification = z.output<typeof notification>;

const unreadCount = z.object({ unread: z.number() });
/** What the bell in the page header shows. `latest`: the newest notification, even if it is read. */
const bell = z.object({
  unread: z.number(),
  latest: z.nullable(z.pick(notification, { id: true, title: true })),
});
export type BellState = z.output<typeof bell>;

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
    data: bell,
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
  /**
   * Sends server-sent events without content. After each event, and after a reconnection, pages refetch the notifications and the
   * data that these are about. Outdated pages send `since`, which is ignored.
   */
  stream: {
    method: 'GET',
    path: '/notification/stream',
    summary: '实时消息',
    permission: 'session',
    query: z.strictObject({ since: z.optional(wholeParam('编号')) }),
    answer: 'stream',
    data: z.object({}),
  },
} as const satisfies Endpoints;
