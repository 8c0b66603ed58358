import { DATA_SCOPES, dataScopeLabels, roles, type Role, type RoleInput } from '#contract/roles.ts';
import { SESSION_QUERIES } from '../../session/session.ts';
import { defineResource } from '../../resource-kit/define-resource.ts';
import { switchedOn } from '../on-off.ts';

const scopes = Object.fromEntries(DATA_SCOPES.map((key) => [key, { label: dataScopeLabels[key] }]));

export const role = defineResource<Role, RoleInput>()({
  name: 'role',
  path: '/admin/sys-role',
  label: '角色',
  permission: 'admin:sysRole',
  endpoints: roles,
  id: 'roleId',
  title: 'roleName',
  fields: {
    roleId: { type: 'int', label: '编号', width: 90 },
    roleName: { type: 'text', label: '角色名称' },
    roleKey: { type: 'text', label: '角色标识', hint: '字母开头，可含字母、数字、_ 和 -' },
    roleSort: { type: 'int', label: '排序', initial: 0, hint: '小的排在前面' },
    status: { ...switchedOn, needs: 'admin:sysRole:status' },
    dataScope: { type: 'enum', label: '数据权限', numeric: false, options: scopes, width: 140 },
    discountLimit: {
      type: 'decimal',
      label: '折扣上限',
      unit: '%',
      hint: '报价比自动报价低得更多时，须由有审批权限的人批准后才会发送；留空表示不限。只对有人工报价或审批权限的角色起作用',
    },
    userCount: { type: 'int', label: '用户数' },
    admin: { type: 'bool', label: '全部权限', width: 100 },
    menuIds: {
      type: 'custom',
      label: '菜单权限',
      text: (menuIds: number[]) => `${menuIds.length} 项菜单与按钮`,
      input: () => import('./menu-rights.tsx').then((m) => m.MenuRights),
      initial: [],
    },
    remark: { type: 'longText', label: '备注' },
    createdAt: { type: 'dateTime', label: '创建时间' },
    updatedAt: { type: 'dateTime', label: '更新时间' },
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
  formSize: 960,
  cloning: {
    renamed: ['roleName'],
    cleared: ['roleKey'],
    brings: { permission: 'admin:sysRole:scope', note: '数据权限一并复制；菜单权限可在下面调整。' },
  },
  removal: '删除后，角色不能再分配；仍有用户的角色不能删除。',
  locks: { delete: ({ userCount }) => Number(userCount) > 0 },
  rowSwitch: {
    field: 'status',
    on: '2',
    off: '1',
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
      load: () => import('./data-scope.tsx').then((m) => m.DataScope),
    },
  ],
  refreshes: [SESSION_QUERIES],
});
