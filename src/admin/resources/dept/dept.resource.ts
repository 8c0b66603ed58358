import { depts, type Dept, type DeptInput } from '#contract/people/depts.ts';
import { users } from '#contract/people/users.ts';
import { SESSION_QUERIES } from '../../session/session.ts';
import { defineResource } from '../../resource-kit/define-resource.ts';
import { onOff, recordTimes } from '../common-fields.ts';

export const dept = defineResource<Dept, DeptInput>()({
  name: 'dept',
  path: '/admin/sys-dept',
  label: '部门',
  permission: 'admin:sysDept',
  endpoints: {
    list: depts.tree,
    one: depts.one,
    create: depts.create,
    update: depts.update,
    remove: depts.remove,
  },
  id: 'deptId',
  title: 'deptName',
  fields: {
    deptId: { type: 'int', label: '编号', width: 90 },
    parentId: {
      type: 'treeRef',
      source: depts.tree,
      sourceId: 'deptId',
      sourceLabel: 'deptName',
      isSelfReference: true,
      root: '无（顶级部门）',
      initial: 0,
      hint: '换到另一个上级时，下级部门一起移动',
    },
    deptName: { type: 'text' },
    sort: { type: 'int', initial: 10, width: 80, hint: '小的排在前面' },
    leader: { type: 'text', width: 120 },
    salespersonId: {
      type: 'ref',
      label: '销售',
      source: users.list,
      sourceId: 'userId',
      sourceLabel: 'nickName',
      nameIn: 'salespersonName',
      width: 110,
      hint: '客户公司由谁负责：数据权限为“本人客户”的角色看到本人负责的公司',
    },
    phone: { type: 'text', width: 140 },
    email: { type: 'text' },
    status: { ...onOff, width: 80, hint: '停用后不能再选给用户；已有的用户仍可登录，需要时请停用用户' },
    ...recordTimes,
  },
  list: {
    columns: ['deptName', 'leader', 'salespersonId', 'phone', 'email', 'sort', 'status', 'updatedAt'],
    filters: ['deptName', 'status'],
    hidden: ['email', 'updatedAt'],
    important: ['deptName', 'status'],
  },
  removalEffect: '仍有下级部门、用户或协议价的部门不能删除。',
  tree: { parent: 'parentId', order: 'sort', child: () => ({}) },
  links: [
    {
      label: '用户',
      permission: 'admin:sysUser:list',
      to: ({ deptId }) => `/admin/sys-user?deptId=${String(deptId)}`,
    },
  ],
  refreshes: [SESSION_QUERIES],
});
