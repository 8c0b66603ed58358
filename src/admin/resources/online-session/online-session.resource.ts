import { onlineSessions, type OnlineSession } from '#contract/people/online-sessions.ts';
import { defineResource } from '../../resource-kit/define-resource.ts';
import { browserText } from '../browser-text.ts';

export const onlineSession = defineResource<OnlineSession, object>()({
  name: 'online-session',
  path: '/admin/online-session',
  label: '在线会话',
  permission: 'admin:onlineSession',
  endpoints: onlineSessions,
  id: 'id',
  title: 'username',
  fields: {
    username: { type: 'text', label: '用户名', width: 120 },
    isCurrent: { type: 'bool', label: '本机', mark: '当前会话', width: 92 },
    nickName: { type: 'text', label: '姓名', width: 110 },
    deptName: { type: 'text', label: '部门', width: 120 },
    ip: { type: 'text', label: 'IP 地址', width: 130 },
    userAgent: { type: 'longText', label: '浏览器', shorten: browserText },
    createdAt: { type: 'dateTime', label: '登录时间' },
    lastSeenAt: { type: 'dateTime', label: '最近活动' },
    expiresAt: { type: 'dateTime', label: '有效期至' },
  },
  list: {
    filters: ['username', 'ip'],
    hidden: ['expiresAt'],
    important: ['username', 'isCurrent', 'nickName', 'ip', 'lastSeenAt', 'createdAt'],
  },
  removalEffect: '这些会话从下一次请求起失效，用户须重新登录；其中若有您的当前会话，您也将退出登录。',
  removalVerb: '强制下线',
});
