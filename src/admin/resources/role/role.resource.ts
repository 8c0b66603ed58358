import { DISABLED_TEXT, ENABLED_TEXT } from '#contract/kernel/fields.ts';
import { CHOSEN_DEPTS, dataScopeLabels, roles, type NewRole, type Role } from '#contract/people/roles.ts';
import { lazyView } from '#providers/lazy-view.ts';
import type { Row } from '../../field-types/field.ts';
import { SESSION_QUERIES } from '../../session/session.ts';
import { defineResource } from '../../resource-kit/define-resource.ts';
import { recordTimes, onOffText } from '../common-fields.ts';

const scopes = {
  1: { label: dataScopeLabels[1] },
  2: { label: dataScopeLabels[2] },
  3: { label: dataScopeLabels[3] },
  4: { label: dataScopeLabels[4] },
  5: { label: dataScopeLabels[5] },
  6: { label: dataScopeLabels[6] },
};

export const role = defineResource<Role, NewRole>()({
  name: 'role',
  path: '/admin/sys-role',
  label: '角色',
  permission: 'admin:sysRole',
  endpoints: roles,
  id: 'roleId',
  title: 'roleName',
  fields: {
    roleId: { type: 'int', label: '编号', width: 90 },
    roleName: { type: 'text' },
    roleKey: { type: 'text', hint: '字母开头，可含字母、数字、_ 和 -' },
    roleSort: { type: 'int', initial: 0, hint: '小的排在前面' },
    status: { ...onOffText, editPermission: 'admin:sysRole:status' },
    dataScope: {
      type: 'enum',
      numeric: false,
      options: scopes,
      initial: '5',
      editPermission: 'admin:sysRole:scope',
      hint: '看到哪些用户与订单。“仅本人”只看到自己的记录，看不到客户的订单；以后在列表的“数据权限”里修改',
      width: 140,
    },
    deptIds: {
      type: 'custom',
      label: '可见部门',
      text: (deptIds: number[]) => `${deptIds.length} 个部门`,
      input: lazyView(() => import('./scope-depts.tsx').then((m) => m.ScopeDepts)),
      initial: [],
      editPermission: 'admin:sysRole:scope',
      // Scope 2 is 自定义部门.
      when: ({ dataScope }: Row) => dataScope === CHOSEN_DEPTS,
    },
    discountLimit: {
      type: 'decimal',
      unit: '%',
      hint: '报价比自动报价低得更多时，须由有审批权限的人批准后才会发送；留空表示不限。只对有人工报价或审批权限的角色起作用',
    },
    userCount: { type: 'int', label: '用户数' },
    admin: { type: 'bool', label: '全部权限', width: 100 },
    menuIds: {
      type: 'custom',
      label: '菜单权限',
      text: (menuIds: number[]) => `${menuIds.length} 项菜单与按钮`,
      input: lazyView(() => import('./menu-rights.tsx').then((m) => m.MenuRights)),
      initial: [],
    },
    remark: { type: 'longText' },
    ...recordTimes,
  },
  list: {
    columns: [
      'roleId',
      'roleName',
      'roleKey',
      'roleSort',
      'dataScope',
      'discountLimit',
      'userCount',
      'status',
      'remark',
      'createdAt',
      'updatedAt',
    ],
    filters: ['roleName', 'roleKey', 'status'],
    hidden: ['roleId', 'discountLimit', 'remark', 'updatedAt'],
  },
  form: ['roleName', 'roleKey', 'roleSort', 'status', 'discountLimit', 'remark', 'menuIds'],
  formOnCreate: [
    'roleName',
    'roleKey',
    'roleSort',
    'status',
    'dataScope',
    'discountLimit',
    'deptIds',
    'remark',
    'menuIds',
  ],
  detail: [
    'roleId',
    'roleName',
    'roleKey',
    'roleSort',
    'status',
    'dataScope',
    'discountLimit',
    'userCount',
    'admin',
    'menuIds',
    'remark',
    'createdAt',
    'updatedAt',
  ],
  formSize: 960,
  cloning: { renamed: ['roleName'], cleared: ['roleKey'] },
  removalEffect: '删除后，角色不能再分配；仍有用户的角色不能删除。',
  locks: { delete: ({ userCount }) => Number(userCount) > 0 },
  rowSwitch: {
    field: 'status',
    on: ENABLED_TEXT,
    off: DISABLED_TEXT,
    endpoint: roles.setStatus,
    warning: '停用后，拥有该角色的用户从下一次请求起失去它的权限。',
  },
  links: [
    {
      label: '用户',
      permission: 'admin:sysUser:list',
      to: ({ roleId }) => `/admin/sys-user?roleIds=${String(roleId)}`,
    },
  ],
  panels: [
    {
      path: 'scope',
      label: '数据权限',
      permission: 'admin:sysRole:scope',
      Content: lazyView(() => import('./data-scope.tsx').then((m) => m.DataScope)),
    },
  ],
  refreshes: [SESSION_QUERIES],
});
