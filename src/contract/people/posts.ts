import * as z from 'zod/mini';
import { text, wholeParam } from '../kernel/fields.ts';
import { sortable, textFilter } from '../kernel/paging.ts';
import {
  labelColumns,
  sortedInput,
  sortedRecord,
  onOffColumn,
  recordEndpoints,
} from '../kernel/record-endpoints.ts';

const input = {
  postName: text('岗位名称', { max: 30 }),
  postCode: text('岗位编码', { max: 30 }),
  ...sortedInput,
};
export type PostInput = z.output<z.ZodMiniObject<typeof input>>;

const record = {
  postId: z.number(),
  postName: z.string(),
  postCode: z.string(),
  ...sortedRecord,
};

export const posts = recordEndpoints({
  path: '/post',
  noun: '岗位',
  permission: 'admin:sysPost',
  filters: {
    postName: textFilter(input.postName),
    postCode: textFilter(input.postCode),
    status: z.optional(wholeParam('状态', { min: 1, max: 2 })),
    ...sortable('postId', 'postName', 'postCode', 'sort', 'status', 'createdAt'),
  },
  input,
  record,
  columns: { ...labelColumns(input), status: onOffColumn, createdAt: '创建时间' },
});
export type Post = z.output<(typeof posts)['one']['data']>;
