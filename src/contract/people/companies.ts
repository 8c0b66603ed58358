import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { id, onOff, optionalText, orNull, text, wholeParam } from '../kernel/fields.ts';
import { sortable, textFilter } from '../kernel/paging.ts';
import { onOffColumn, recordEndpoints, auditFields } from '../kernel/record-endpoints.ts';
import { personFields } from './profile.ts';

/**
 * Customer companies: the child departments of the customers' department. Users without invoice data of their own use the
 * company's.
 */
export const companies = recordEndpoints({
  path: '/company',
  noun: '客户公司',
  permission: 'mfr:company',
  filters: {
    deptName: textFilter('公司名称'),
    companyTitle: textFilter('开票抬头'),
    taxNumber: textFilter('税号'),
    address: textFilter('地址'),
    salespersonId: z.optional(wholeParam('销售')),
    status: z.optional(wholeParam('状态', { min: 1, max: 2 })),
    ...sortable('deptName', 'createdAt'),
  },
  input: {
    deptName: text('公司名称', { max: 60 }),
    companyTitle: z._default(personFields.companyTitle, ''),
    taxNumber: z._default(personFields.taxNumber, ''),
    address: z._default(personFields.address, ''),
    leader: z._default(optionalText('联系人', 60), ''),
    phone: z._default(optionalText('电话', 30), ''),
    email: z._default(optionalText('邮箱', 100), ''),
    /** The employee who sees the company under data scope 6 (own customers). */
    salespersonId: orNull(id),
    status: onOff,
  },
  record: {
    deptId: z.number(),
    deptName: z.string(),
    /** The parent department; may be empty. */
    parentName: z.string(),
    companyTitle: z.string(),
    taxNumber: z.string(),
    address: z.string(),
    leader: z.string(),
    phone: z.string(),
    email: z.string(),
    salespersonId: z.nullable(z.number()),
    salespersonName: z.string(),
    status: z.number(),
    /** The number of its users, including child departments. */
    buyers: z.number(),
    agreedPrices: z.number(),
    /** The number of its orders, including quotations, as in the list of orders. */
    orders: z.number(),
    ...auditFields,
  },
  columns: {
    deptName: '公司名称',
    companyTitle: '开票抬头',
    taxNumber: '税号',
    address: '地址',
    leader: '联系人',
    phone: '电话',
    email: '邮箱',
    salespersonName: '销售',
    buyers: '客户账号',
    agreedPrices: '协议价',
    orders: '订单',
    status: onOffColumn,
    createdAt: '创建时间',
  },
}) satisfies Endpoints;
export type Company = z.output<(typeof companies)['one']['data']>;
export type CompanyInput = z.output<(typeof companies)['create']['body']>;
