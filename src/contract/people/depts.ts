import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { id, onOff, optionalText, orNull, text, whole, wholeParam } from '../kernel/fields.ts';
import { textFilter, treeQuery } from '../kernel/paging.ts';
import { auditFields, treeEndpoints } from '../kernel/record-endpoints.ts';
import { treeOption } from './roles.ts';

const fields = {
  /** 0: top level. */
  parentId: whole('上级部门', { min: 0 }),
  deptName: text('部门名称', { max: 60 }),
  sort: whole('排序', { min: 0, max: 9999 }),
  leader: z._default(optionalText('负责人', 60), ''),
  /** For a customer company: the employee who sees it and its child departments under data scope 6 (own customers). */
  salespersonId: orNull(id),
  phone: z._default(optionalText('电话', 30), ''),
  email: z._default(optionalText('邮箱', 100), ''),
  status: onOff,
};

const record = {
  deptId: z.number(),
  parentId: z.number(),
  deptPath: z.string(),
  deptName: z.string(),
  sort: z.number(),
  leader: z.string(),
  salespersonId: z.nullable(z.number()),
  salespersonName: z.string(),
  phone: z.string(),
  email: z.string(),
  status: z.number(),
  ...auditFields,
};
const dept = z.object(record);
export type Dept = z.output<typeof dept>;
export interface DeptTree extends Dept {
  children: DeptTree[];
}
const deptTree: z.ZodMiniType<DeptTree> = z.lazy(() => z.object({ ...record, children: z.array(deptTree) }));

export const depts = {
  /** With filters: the matching departments and their ancestors. */
  tree: {
    method: 'GET',
    path: '/dept',
    summary: '部门树',
    permission: 'admin:sysDept:list',
    query: treeQuery({
      deptName: textFilter('部门名称'),
      status: z.optional(wholeParam('状态', { min: 1, max: 2 })),
    }),
    data: z.array(deptTree),
  },
  /** For selects; limited to the caller's data scope. */
  options: {
    method: 'GET',
    path: '/deptTree',
    summary: '部门选择',
    permission: 'session',
    query: treeQuery({}),
    data: z.array(treeOption),
  },
  ...treeEndpoints({
    path: '/dept',
    noun: '部门',
    permission: 'admin:sysDept',
    input: fields,
    record,
  }),
} as const satisfies Endpoints;
export type DeptInput = z.output<(typeof depts)['create']['body']>;
