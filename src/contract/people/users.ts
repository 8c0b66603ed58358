import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import {
  DISABLED_TEXT,
  ENABLED_TEXT,
  choice,
  deptParam,
  id,
  optionalText,
  recordEdit,
  text,
  wholeParam,
  idList,
  version,
} from '../kernel/fields.ts';
import { compose, idsToLists, dropEmpty } from '../kernel/foreign-fields.ts';
import { sortable, textFilter } from '../kernel/paging.ts';
import { personData, personFields } from './profile.ts';
import { recordEndpoints, auditFields } from '../kernel/record-endpoints.ts';
import { importEndpoints, type ImportSpec } from '../kernel/record-import.ts';
import { username } from './registration.ts';

/** For users and roles. */
export const switchStatus = choice('状态', [ENABLED_TEXT, DISABLED_TEXT]);
export const switchColumn = { head: '状态', values: { 2: '正常', 1: '停用' } } as const;

const { nickName, phone, email, companyTitle, taxNumber, address } = personFields;

const input = {
  nickName,
  phone: z._default(phone, ''),
  email: z._default(email, ''),
  companyTitle: z._default(companyTitle, ''),
  taxNumber: z._default(taxNumber, ''),
  address: z._default(address, ''),
  /** "0" male, "1" female, "2" unknown. */
  sex: z._default(choice('性别', ['0', '1', '2']), '2'),
  deptId: z._default(z.nullable(id), null),
  /** Changing it needs `admin:sysUser:role`; users can grant only their own roles. */
  roleIds: idList('角色', 50),
  postIds: z._default(idList('岗位', 50), []),
  /** Changing it needs `admin:sysUser:status`. */
  status: switchStatus,
  remark: z._default(optionalText('备注', 500), ''),
};

const convertBody = compose(idsToLists({ roleId: 'roleIds', postId: 'postIds' }), dropEmpty('password'));

const record = {
  ...personData,
  sex: z.string(),
  roleNames: z.array(z.string()),
  postIds: z.array(z.number()),
  postNames: z.array(z.string()),
  status: z.string(),
  remark: z.string(),
  mustChangePassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  ...auditFields,
};

/** Has no column for passwords: each new user gets one that is shown once and must be changed. */
export const userImport = {
  noun: '用户',
  key: ['username'],
  columns: {
    username: { head: '用户名', type: 'text', isRequired: true, isFixed: true, hint: '登录用，不能修改' },
    nickName: { head: '姓名', type: 'text', isRequired: true },
    deptId: { head: '部门', type: 'name', hint: '同名的部门写出上级，如 总公司/销售部' },
    roleIds: { head: '角色', type: 'names', hint: '角色名称，用顿号分开；没有角色的用户不能使用任何功能' },
    postIds: { head: '岗位', type: 'names', hint: '岗位名称，用顿号分开' },
    status: { ...switchColumn, type: 'choice' },
    phone: { head: '电话', type: 'text' },
    email: { head: '邮箱', type: 'text' },
    companyTitle: { head: '开票抬头', type: 'text' },
    taxNumber: { head: '税号', type: 'text' },
    address: { head: '地址', type: 'text' },
    remark: { head: '备注', type: 'text' },
  },
} as const satisfies ImportSpec;

export const users = {
  ...importEndpoints('/sys-user', 'admin:sysUser', userImport),
  ...recordEndpoints({
    path: '/sys-user',
    noun: '用户',
    permission: 'admin:sysUser',
    filters: {
      username: textFilter('用户名'),
      nickName: textFilter('姓名'),
      phone: textFilter('电话'),
      status: z.optional(switchStatus),
      /** Includes child departments. */
      deptId: z.optional(deptParam('部门')),
      roleId: z.optional(wholeParam('角色')),
      ...sortable('userId', 'username', 'nickName', 'status', 'createdAt'),
    },
    input,
    convertBody,
    onCreate: { username, password: text('密码', { min: 8, max: 128 }) },
    record,
    columns: {
      username: '用户名',
      nickName: '姓名',
      phone: '电话',
      email: '邮箱',
      deptName: '部门',
      roleNames: '角色',
      status: switchColumn,
      createdAt: '创建时间',
    },
  }),
  /** `update` with the id in the body, as in go-admin. */
  updateById: {
    method: 'PUT',
    path: '/sys-user',
    summary: '修改用户',
    permission: 'admin:sysUser:edit',
    body: recordEdit({ userId: id, ...input, version }, record),
    convertBody,
    data: z.object(record),
  },
  resetPassword: {
    method: 'PUT',
    path: '/user/pwd/reset',
    summary: '重置密码',
    permission: 'admin:sysUser:resetPwd',
    msg: '密码已重置，该用户下次登录须修改密码',
    body: z.strictObject({ userId: id, password: text('新密码', { min: 8, max: 128 }) }),
    data: z.number(),
  },
  removeSecondFactor: {
    method: 'PUT',
    path: '/user/second-factor/remove',
    summary: '移除双重验证',
    permission: 'admin:sysUser:resetPwd',
    msg: '双重验证已移除，该用户须重新登录',
    body: z.strictObject({ userId: id }),
    data: z.number(),
  },
  setStatus: {
    method: 'PUT',
    path: '/user/status',
    summary: '启停用户',
    permission: 'admin:sysUser:status',
    body: z.strictObject({
      userId: id,
      status: switchStatus,
      version: z.optional(version),
    }),
    data: z.number(),
  },
} as const satisfies Endpoints;
export type User = z.output<(typeof users)['one']['data']>;
export type NewUser = z.output<(typeof users)['create']['body']>;
export type UserEdit = z.output<(typeof users)['update']['body']>;
