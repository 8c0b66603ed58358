import { loginLogs, type LoginLog } from '#contract/system/logs.ts';
import { defineResource } from '../../resource-kit/define-resource.ts';
import { browserText } from '../browser-text.ts';

export const loginLog = defineResource<LoginLog, object>()({
  name: 'login-log',
  path: '/admin/sys-login-log',
  label: '登录日志',
  permission: 'admin:sysLoginLog',
  endpoints: loginLogs,
  id: 'id',
  title: 'username',
  fields: {
    id: { type: 'int', label: '编号', width: 90 },
    username: { type: 'text', label: '用户名', width: 140 },
    status: {
      type: 'enum',
      label: '结果',
      numeric: false,
      options: { 2: { label: '成功', color: 'green' }, 1: { label: '失败', color: 'red' } },
      width: 80,
    },
    msg: { type: 'text', label: '说明' },
    ipaddr: { type: 'text', label: 'IP 地址', width: 140 },
    userAgent: { type: 'longText', label: '浏览器', shorten: browserText },
    loginTime: { type: 'dateTime', label: '时间', seconds: true },
  },
  list: {
    columns: ['loginTime', 'username', 'status', 'msg', 'ipaddr', 'userAgent'],
    filters: ['username', 'ipaddr', 'status', 'loginTime'],
  },
  detail: ['id', 'loginTime', 'username', 'status', 'msg', 'ipaddr', 'userAgent'],
  removalEffect: '删除后无法恢复；删除本身会记入操作日志。',
});
