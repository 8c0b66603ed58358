import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import {
  choice,
  idParams,
  ids,
  idsBody,
  periodFilters,
  text,
  timestamp,
  wholeParam,
} from '../kernel/fields.ts';
import { accessNames } from '../kernel/permissions.ts';
import { page, pageQuery, sortable, textFilter } from '../kernel/paging.ts';
import { exportQuery, file } from '../kernel/record-endpoints.ts';

/*
 * The `count` of a page of logs is at most 50,001; narrower filters are needed to reach older rows. A text filter of one or two
 * characters matches only prefixes.
 */

const loginLog = z.object({
  id: z.number(),
  username: z.string(),
  /** "2" success, "1" failure. */
  status: z.string(),
  ipaddr: z.string(),
  userAgent: z.string(),
  msg: z.string(),
  loginTime: timestamp,
  /** The same as `loginTime`, under go-admin's name. */
  createdAt: timestamp,
});
export type LoginLog = z.output<typeof loginLog>;

const loginFilters = {
  username: textFilter('用户名'),
  ipaddr: textFilter('IP 地址'),
  status: z.optional(choice('结果', ['1', '2'])),
  ...periodFilters,
  ...sortable('loginTime', 'createdAt'),
};

export const loginLogs = {
  list: {
    method: 'GET',
    path: '/sys-login-log',
    summary: '登录日志列表',
    permission: 'admin:sysLoginLog:list',
    query: pageQuery(loginFilters),
    data: page(loginLog),
  },
  one: {
    method: 'GET',
    path: '/sys-login-log/:id',
    summary: '登录日志详情',
    permission: 'admin:sysLoginLog:query',
    params: idParams,
    data: loginLog,
  },
  remove: {
    method: 'DELETE',
    path: '/sys-login-log',
    summary: '删除登录日志',
    permission: 'admin:sysLoginLog:remove',
    body: idsBody,
    data: ids,
  },
  export: {
    method: 'GET',
    path: '/sys-login-log/export',
    summary: '导出登录日志',
    permission: 'admin:sysLoginLog:export',
    query: exportQuery(loginFilters),
    columns: {
      loginTime: { head: '时间', seconds: true },
      username: '用户名',
      status: { head: '结果', values: { 2: '成功', 1: '失败' } },
      msg: '说明',
      ipaddr: 'IP 地址',
      userAgent: '浏览器',
    },
    data: file,
    answer: 'file',
  },
} as const satisfies Endpoints;

/** Labels of HTTP methods, for staff. A POST creates a record, or changes the status of one such as an order. */
export const requestMethods = { GET: '查看', POST: '新增或提交', PUT: '修改', DELETE: '删除' } as const;

const operationLog = z.object({
  id: z.number(),
  title: z.string(),
  permission: z.string(),
  requestMethod: z.string(),
  operUrl: z.string(),
  operName: z.string(),
  operIp: z.string(),
  userAgent: z.string(),
  code: z.number(),
  msg: z.string(),
  /** "1" success, "2" failure: the reverse of the login log, as in go-admin. */
  status: z.string(),
  requestId: z.string(),
  latencyMs: z.number(),
  /** `{field: [before, after]}` and the affected ids. */
  changes: z.unknown(),
  operTime: timestamp,
  /** The same as `operTime`, under go-admin's name. */
  createdAt: timestamp,
});
export type OperationLog = z.output<typeof operationLog>;

/** Identifies a record by permission prefix and id, e.g. `mfr:material/12`. */
const recordParam = text('记录', { max: 80 }).check(
  z.regex(/^[A-Za-z]+:[A-Za-z]+\/[1-9]\d{0,9}$/, { error: '记录应为 mfr:material/12 的形式' }),
);

const operationFilters = {
  /** Successful operations on one record. */
  record: z.optional(recordParam),
  title: textFilter('操作内容'),
  operName: textFilter('操作人'),
  operUrl: textFilter('接口'),
  operIp: textFilter('IP 地址'),
  requestMethod: z.optional(choice('方式', ['POST', 'PUT', 'DELETE'])),
  status: z.optional(choice('结果', ['1', '2'])),
  code: z.optional(wholeParam('代码', { min: 200, max: 599 })),
  ...periodFilters,
  ...sortable('operTime', 'createdAt', 'latencyMs'),
};

export const operationLogs = {
  list: {
    method: 'GET',
    path: '/sys-opera-log',
    summary: '操作日志列表',
    permission: 'admin:sysOperLog:list',
    query: pageQuery(operationFilters),
    data: page(operationLog),
  },
  one: {
    method: 'GET',
    path: '/sys-opera-log/:id',
    summary: '操作日志详情',
    permission: 'admin:sysOperLog:query',
    params: idParams,
    data: operationLog,
  },
  remove: {
    method: 'DELETE',
    path: '/sys-opera-log',
    summary: '删除操作日志',
    permission: 'admin:sysOperLog:remove',
    body: idsBody,
    data: ids,
  },
  export: {
    method: 'GET',
    path: '/sys-opera-log/export',
    summary: '导出操作日志',
    permission: 'admin:sysOperLog:export',
    query: exportQuery(operationFilters),
    columns: {
      operTime: { head: '时间', seconds: true },
      operName: '操作人',
      title: '操作内容',
      requestMethod: { head: '方式', values: requestMethods, codeHead: '方式代码' },
      permission: { head: '权限', values: accessNames, codeHead: '权限标识' },
      operUrl: '接口',
      status: { head: '结果', values: { 1: '成功', 2: '失败' } },
      code: '代码',
      msg: '说明',
      latencyMs: '耗时 ms',
      operIp: 'IP 地址',
      changes: '变更',
    },
    data: file,
    answer: 'file',
  },
} as const satisfies Endpoints;
