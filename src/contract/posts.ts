import * as z from 'zod/mini';
import type { Endpoints } from './endpoint.ts';
import {
  choice,
  id,
  idParams,
  ids,
  idsBody,
  optionalText,
  recordEdit,
  text,
  timestamp,
  whole,
  wholeParam,
} from './fields.ts';
import { page, pageQuery, sortable, textFilter } from './paging.ts';

const postFields = {
  postName: text('岗位名称', { max: 30 }),
  postCode: text('岗位编码', { max: 30 }),
  sort: whole('排序', { min: 0, max: 9999 }),
  /** 2 on, 1 off. */
  status: choice('状态', [2, 1]),
  remark: z._default(optionalText('备注', 500), ''),
};

export const post = z.object({
  postId: z.number(),
  postName: z.string(),
  postCode: z.string(),
  sort: z.number(),
  status: z.number(),
  remark: z.string(),
  version: z.number(),
  createBy: z.number(),
  updateBy: z.number(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Post = z.output<typeof post>;

export const postInput = z.strictObject(postFields);
export type PostInput = z.output<typeof postInput>;

export const posts = {
  list: {
    method: 'GET',
    path: '/post',
    summary: '岗位列表',
    permission: 'admin:sysPost:list',
    query: pageQuery({
      postName: textFilter('岗位名称'),
      postCode: textFilter('岗位编码'),
      status: z.optional(wholeParam('状态', { min: 1, max: 2 })),
      ...sortable('postId', 'postName', 'postCode', 'sort', 'status', 'createdAt'),
    }),
    data: page(post),
  },
  one: {
    method: 'GET',
    path: '/post/:id',
    summary: '岗位详情',
    permission: 'admin:sysPost:query',
    params: idParams,
    data: post,
  },
  create: {
    method: 'POST',
    path: '/post',
    summary: '新增岗位',
    permission: 'admin:sysPost:add',
    body: postInput,
    data: id,
  },
  update: {
    method: 'PUT',
    path: '/post/:id',
    summary: '修改岗位',
    permission: 'admin:sysPost:edit',
    params: idParams,
    body: recordEdit({ ...postFields, version: whole('版本号', { min: 1 }) }, post.shape),
    data: post,
  },
  remove: {
    method: 'DELETE',
    path: '/post',
    summary: '删除岗位',
    permission: 'admin:sysPost:remove',
    body: idsBody,
    data: ids,
  },
} as const satisfies Endpoints;
