import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { ids, idsBody, timestamp } from '../kernel/fields.ts';
import { page, pageQuery, sortable, textFilter } from '../kernel/paging.ts';

const onlineSession = z.object({
  id: z.number(),
  userId: z.number(),
  username: z.string(),
  nickName: z.string(),
  deptName: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  createdAt: timestamp,
  lastSeenAt: timestamp,
  expiresAt: timestamp,
  /** The session of this request. */
  isCurrent: z.boolean(),
});
export type OnlineSession = z.output<typeof onlineSession>;

export const onlineSessions = {
  list: {
    method: 'GET',
    path: '/online-session',
    summary: '在线会话列表',
    permission: 'admin:onlineSession:list',
    query: pageQuery({
      username: textFilter('用户名'),
      ip: textFilter('IP 地址'),
      ...sortable('createdAt', 'lastSeenAt'),
    }),
    data: page(onlineSession),
  },
  /** Ends sessions; their next request gets 401. */
  remove: {
    method: 'DELETE',
    path: '/online-session',
    summary: '强制下线',
    permission: 'admin:onlineSession:remove',
    msg: '已强制下线',
    body: idsBody,
    data: ids,
  },
} as const satisfies Endpoints;
