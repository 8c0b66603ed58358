import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import {
  choice,
  decimal,
  id,
  optionalText,
  orNull,
  recordEdit,
  text,
  whole,
  wholeParam,
  idList,
  version,
} from '../kernel/fields.ts';
import { sortable, textFilter } from '../kernel/paging.ts';
import { recordEndpoints, auditFields } from '../kernel/record-endpoints.ts';
import { switchColumn, switchStatus } from './users.ts';

export const ALL_DATA = '1';
export const CHOSEN_DEPTS = '2';
export const OWN_DEPT = '3';
export const OWN_DEPT_AND_BELOW = '4';
export const OWN_RECORDS = '5';
/** The user's customers, and the user's own records. */
export const OWN_CUSTOMERS = '6';
export const DATA_SCOPES = [
  ALL_DATA,
  CHOSEN_DEPTS,
  OWN_DEPT,
  OWN_DEPT_AND_BELOW,
  OWN_RECORDS,
  OWN_CUSTOMERS,
] as const;
export const dataScopeLabels = {
  1: '全部数据',
  2: '自定义部门',
  3: '本部门',
  4: '本部门及以下',
  5: '仅本人',
  6: '本人客户',
} as const;

/** For data scope `CHOSEN_DEPTS`. */
const MAX_SCOPE_DEPTS = 1000;

/** 0: a role that has not been created yet. */
const idOrZero = z.strictObject({ id: wholeParam('编号', { min: 0 }) });

/** A node of a select or checkbox tree. */
export interface TreeOption {
  id: number;
  label: string;
  children: TreeOption[];
}
export const treeOption: z.ZodMiniType<TreeOption> = z.lazy(() =>
  z.object({ id: z.number(), label: z.string(), children: z.array(treeOption) }),
);

export interface MenuOption extends Omit<TreeOption, 'children'> {
  menuType: 'M' | 'C' | 'F';
  permission: string;
  /** The endpoints that the permission allows: `GET /post 岗位列表`. */
  opens: string[];
  children: MenuOption[];
}
const menuOption: z.ZodMiniType<MenuOption> = z.lazy(() =>
  z.object({
    id: z.number(),
    label: z.string(),
    menuType: z.literal(['M', 'C', 'F']),
    permission: z.string(),
    opens: z.array(z.string()),
    children: z.array(menuOption),
  }),
);

const record = {
  roleId: z.number(),
  roleName: z.string(),
  roleKey: z.string(),
  roleSort: z.number(),
  status: z.string(),
  discountLimit: z.nullable(z.number()),
  remark: z.string(),
  /** Has `*:*:*` regardless of its menus. */
  admin: z.boolean(),
  dataScope: z.string(),
  menuIds: z.array(z.number()),
  deptIds: z.array(z.number()),
  userCount: z.number(),
  ...auditFields,
};

export const roles = {
  ...recordEndpoints({
    path: '/role',
    noun: '角色',
    permission: 'admin:sysRole',
    filters: {
      roleName: textFilter('角色名称'),
      roleKey: textFilter('角色标识'),
      status: z.optional(switchStatus),
      ...sortable('roleId', 'roleName', 'roleKey', 'roleSort', 'status', 'createdAt'),
    },
    input: {
      roleName: text('角色名称', { max: 60 }),
      roleKey: text('角色标识', { max: 60 }).check(
        z.regex(/^[A-Za-z][A-Za-z0-9_-]*$/, { error: '角色标识只能由字母、数字、_ 和 - 组成，并以字母开头' }),
      ),
      roleSort: whole('排序', { min: 0, max: 9999 }),
      status: switchStatus,
      /** Percent by which its users may reduce an offer without approval; null: unlimited. */
      discountLimit: orNull(decimal('折扣上限', { min: 0, max: 100, decimals: 2 })),
      remark: z._default(optionalText('备注', 500), ''),
      /** Menus and buttons, without half-checked parents. */
      menuIds: idList('菜单', 1000),
    },
    onCreate: {
      /** The role whose data scope is copied unless `dataScope` is given; needs `admin:sysRole:scope`. */
      copyOf: z.optional(id),
      /** Default: 5; others need `admin:sysRole:scope`. */
      dataScope: z.optional(choice('数据权限', DATA_SCOPES)),
      /** For data scope `CHOSEN_DEPTS`. */
      deptIds: z.optional(idList('部门', MAX_SCOPE_DEPTS)),
    },
    record,
    columns: {
      roleName: '角色名称',
      roleKey: '角色标识',
      roleSort: '排序',
      status: switchColumn,
      dataScope: { head: '数据权限', values: dataScopeLabels },
      discountLimit: '折扣上限（%）',
      userCount: '用户数',
      remark: '备注',
    },
  }),
  menuTree: {
    method: 'GET',
    path: '/roleMenuTreeselect/:id',
    summary: '角色的菜单权限',
    permission: 'admin:sysRole:query',
    params: idOrZero,
    data: z.object({ menus: z.array(menuOption), checkedKeys: z.array(z.number()) }),
  },
  deptTree: {
    method: 'GET',
    path: '/roleDeptTreeselect/:id',
    summary: '角色的数据权限部门',
    permission: 'admin:sysRole:query',
    params: idOrZero,
    data: z.object({ depts: z.array(treeOption), checkedKeys: z.array(z.number()) }),
  },
  setStatus: {
    method: 'PUT',
    path: '/role-status',
    summary: '启停角色',
    permission: 'admin:sysRole:status',
    body: z.strictObject({
      roleId: id,
      status: switchStatus,
      version: z.optional(version),
    }),
    data: z.number(),
  },
  setScope: {
    method: 'PUT',
    path: '/roledatascope',
    summary: '设置数据权限',
    permission: 'admin:sysRole:scope',
    body: recordEdit(
      {
        roleId: id,
        dataScope: choice('数据权限', DATA_SCOPES),
        deptIds: z._default(idList('部门', MAX_SCOPE_DEPTS), []),
        version,
      },
      record,
    ),
    data: z.number(),
  },
} as const satisfies Endpoints;
export type Role = z.output<(typeof roles)['one']['data']>;
export type NewRole = z.output<(typeof roles)['create']['body']>;
export type RoleInput = Omit<NewRole, 'copyOf' | 'dataScope' | 'deptIds'>;
