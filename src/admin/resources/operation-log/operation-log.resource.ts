import { operationLogs, requestMethods, type OperationLog } from '#contract/system/logs.ts';
import { accessNames } from '#contract/kernel/permissions.ts';
import { defineResource } from '../../resource-kit/define-resource.ts';
import { browserText } from '../browser-text.ts';
import { fieldNames } from '../field-names.ts';

const methods = {
  POST: { label: requestMethods.POST, color: 'green' },
  PUT: { label: requestMethods.PUT, color: 'blue' },
  DELETE: { label: requestMethods.DELETE, color: 'orange' },
} as const;

const permissionOptions = Object.fromEntries(
  Object.entries(accessNames).map(([code, label]) => [code, { label }]),
);

export const operationLog = defineResource<OperationLog, object>()({
  name: 'operation-log',
  path: '/admin/sys-oper-log',
  label: '操作日志',
  permission: 'admin:sysOperLog',
  endpoints: operationLogs,
  id: 'id',
  title: 'title',
  fields: {
    id: { type: 'int', label: '编号', width: 90 },
    title: { type: 'text', label: '操作内容', width: 160 },
    permission: {
      type: 'enum',
      label: '权限',
      numeric: false,
      options: permissionOptions,
      showsCode: true,
      width: 180,
    },
    requestMethod: { type: 'enum', label: '方式', numeric: false, options: methods, width: 110 },
    operUrl: { type: 'text', label: '接口', width: 190 },
    operName: { type: 'text', label: '操作人', width: 96 },
    operIp: { type: 'text', label: 'IP 地址', width: 140 },
    userAgent: { type: 'longText', label: '浏览器', shorten: browserText },
    status: {
      type: 'enum',
      label: '结果',
      numeric: false,
      options: { 1: { label: '成功', color: 'green' }, 2: { label: '失败', color: 'red' } },
      width: 80,
    },
    code: { type: 'int', label: '代码', width: 80 },
    msg: { type: 'longText', label: '说明' },
    latencyMs: { type: 'int', label: '耗时', unit: 'ms', width: 110 },
    changes: { type: 'changes', label: '变更', names: fieldNames },
    requestId: { type: 'text', label: '请求编号' },
    operTime: { type: 'dateTime', label: '时间', seconds: true },
  },
  list: {
    columns: [
      'operTime',
      'operName',
      'title',
      'changes',
      'requestMethod',
      'permission',
      'status',
      'code',
      'msg',
      'latencyMs',
      'operIp',
      'operUrl',
    ],
    filters: ['operName', 'title', 'operUrl', 'operIp', 'requestMethod', 'status', 'operTime'],
    // The permission usually repeats the title.
    hidden: ['permission', 'code', 'msg', 'operIp', 'operUrl'],
    important: ['operTime', 'operName', 'title', 'changes', 'status', 'requestMethod'],
  },
  detail: [
    'id',
    'operTime',
    'operName',
    'title',
    'status',
    'code',
    'msg',
    'changes',
    'requestMethod',
    'permission',
    'operUrl',
    'latencyMs',
    'operIp',
    'userAgent',
    'requestId',
  ],
  removalEffect: '删除后无法恢复；删除本身会记入操作日志。',
});
