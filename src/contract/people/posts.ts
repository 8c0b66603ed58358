import * as z from 'zod/mini';
import { choice, optionalText, text, whole, wholeParam } from '../kernel/fields.ts';
import { sortable, textFilter } from '../kernel/paging.ts';
import { onOffColumn, recordEndpoints, recordTail } from '../kernel/record-endpoints.ts';

const input = {
  postName: text('岗位名称', { max: 30 }),
  postCode: text('岗位编码', { max: 30 }),
  sort: whole('排序', { min: 0, max: 9999 }),
  /** 2 on, 1 off. */
  status: choice('状态', [2, 1]),
  remark: z._default(optionalText('备注', 500), ''),
};

const postInput = z.strictObject(input);
export type PostInput = z.output<typeof postInput>;

const record = {
  postId: z.number(),
  postName: z.string(),
  postCode: z.string(),
  sort: z.number(),
  status: z.number(),
  remark: z.string(),
  ...recordTail,
};

export const posts = recordEndpoints({
  path: '/post',
  noun: '岗位',
  permission: 'admin:sysPost',
  filters: {
    postName: textFilter('岗位名称'),
    postCode: textFilter('岗位编码'),
    status: z.optional(wholeParam('状态', { min: 1, max: 2 })),
    ...sortable('postId', 'postName', 'postCode', 'sort', 'status', 'createdAt'),
  },
  input,
  record,
  columns: {
    postName: '岗位名称',
    postCode: '岗位编码',
    sort: '排序',
    status: onOffColumn,
    remark: '备注',
    createdAt: '创建时间',
  },
});
export type Post = z.output<(typeof posts)['one']['data']>;
