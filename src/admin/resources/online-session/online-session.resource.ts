import { onlineSessions, type OnlineSession } from '#contract/logs.ts';
import { defineResource } from '../../generated/define-resource.ts';

export const onlineSession = defineResource<OnlineSession, object>()({
  name: 'online-session',
  path: '/admin/online-session',
  label: '在线会话',
  permission: 'admin:onlineSession',
  endpoints: onlineSessions,
  id: 'id',
  title: 'username',
  fields: {
    username: { kind: 'text', label: '用户名', width: 120 },
    isCurrent: { kind: 'bool', label: '本机', mark: '当前会话', width: 92 },
    nickName: { kind: 'text', label: '姓名', width: 110 },
    deptName: { kind: 'text', label: '部门', width: 120 },
    ip: { kind: 'text', label: '地址', width: 130 },
    userAgent: { kind: 'longText', label: '浏览器' },
    createdAt: { kind: 'dateTime', label: '登录时间' },
    lastSeenAt: { kind: 'dateTime', label: '最近活动' },
    expiresAt: { kind: 'dateTime', label: '有效期至' },
  },
  list: {
    columns: [
      'username',
      'isCurrent',
      'nickName',
      'deptName',
      'ip',
      'userAgent',
      'createdAt',
      'lastSeenAt',
      'expiresAt',
    ],
    filters: ['username', 'ip'],
    hidden: ['expiresAt'],
  },
  form: [],
  removal: '这些会话从下一次请求起失效，用户须重新登录；其中若有您的当前会话，您也将退出登录。',
  removalVerb: '下线',
});
