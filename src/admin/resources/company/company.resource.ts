import { companies, type Company, type CompanyInput } from '#contract/people/companies.ts';
import { users } from '#contract/people/users.ts';
import { lazyView } from '#providers/lazy-view.ts';
import { SESSION_QUERIES } from '../../session/session.ts';
import { defineResource } from '../../resource-kit/define-resource.ts';
import { onOff, recordTimes } from '../common-fields.ts';

const form = [
  'deptName',
  'companyTitle',
  'taxNumber',
  'address',
  'leader',
  'phone',
  'email',
  'salespersonId',
  'status',
] as const;

/** 客户公司: the child departments of the customers' department, as a flat list. */
export const company = defineResource<Company, CompanyInput>()({
  name: 'company',
  path: '/admin/companies',
  label: '客户公司',
  permission: 'mfr:company',
  endpoints: companies,
  id: 'deptId',
  title: 'deptName',
  fields: {
    deptName: { type: 'text', width: 160 },
    parentName: { type: 'text', label: '上级部门' },
    companyTitle: { type: 'text', width: 180, hint: '客户没有填写自己的抬头、税号、地址时，用公司的' },
    taxNumber: { type: 'text', width: 180 },
    address: { type: 'text', width: 220 },
    leader: { type: 'text', width: 110 },
    phone: { type: 'text', width: 140 },
    email: { type: 'text' },
    salespersonId: {
      type: 'ref',
      label: '销售',
      source: users.list,
      sourceId: 'userId',
      sourceLabel: 'nickName',
      nameIn: 'salespersonName',
      width: 100,
      hint: '公司由谁负责：数据权限为“本人客户”的角色看到本人负责的公司',
    },
    status: { ...onOff, width: 80, hint: '停用后不能再选给用户；已有的客户仍可登录，需要时请停用用户' },
    buyers: { type: 'int', label: '客户账号', width: 90 },
    agreedPrices: { type: 'int', label: '协议价', width: 80 },
    orders: { type: 'int', label: '订单', width: 70 },
    ...recordTimes,
  },
  list: {
    columns: [
      'deptName',
      'parentName',
      'companyTitle',
      'taxNumber',
      'address',
      'leader',
      'phone',
      'salespersonId',
      'buyers',
      'agreedPrices',
      'orders',
      'status',
      'createdAt',
    ],
    filters: ['deptName', 'companyTitle', 'taxNumber', 'address', 'salespersonId', 'status'],
    hidden: ['parentName', 'leader', 'phone', 'createdAt'],
    important: [
      'deptName',
      'salespersonId',
      'orders',
      'buyers',
      'taxNumber',
      'agreedPrices',
      'companyTitle',
      'status',
    ],
  },
  form,
  detail: [...form, 'parentName', 'createdAt', 'updatedAt'],
  detailExtra: lazyView(() => import('../company-extra.tsx').then((m) => m.CompanyExtra)),
  removalEffect: '仍有下级部门、客户账号或协议价的公司不能删除；已有的订单保留。',
  links: [
    {
      label: '订单',
      permission: 'mfr:order:list',
      to: ({ deptId }) => `/admin/user/order?deptId=${String(deptId)}`,
    },
  ],
  refreshes: [SESSION_QUERIES],
});
