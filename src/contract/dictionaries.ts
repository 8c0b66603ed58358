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

const typeFields = {
  dictName: text('字典名称', { max: 100 }),
  dictType: text('字典类型', { max: 100 }).check(
    z.regex(/^[A-Za-z][A-Za-z0-9_]*$/, { error: '字典类型只能由字母、数字和下划线组成，并以字母开头' }),
  ),
  /** 2 on, 1 off. */
  status: choice('状态', [2, 1]),
  remark: z._default(optionalText('备注', 500), ''),
};

export const dictType = z.object({
  id: z.number(),
  dictName: z.string(),
  dictType: z.string(),
  status: z.number(),
  remark: z.string(),
  version: z.number(),
  createBy: z.number(),
  updateBy: z.number(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type DictType = z.output<typeof dictType>;

export const dictTypeInput = z.strictObject(typeFields);
export type DictTypeInput = z.output<typeof dictTypeInput>;

export const dictTypes = {
  list: {
    method: 'GET',
    path: '/dict/type',
    summary: '字典类型列表',
    permission: 'admin:sysDictType:list',
    query: pageQuery({
      dictName: textFilter('字典名称'),
      dictType: textFilter('字典类型'),
      status: z.optional(wholeParam('状态', { min: 1, max: 2 })),
      ...sortable('id', 'dictName', 'dictType', 'status', 'createdAt'),
    }),
    data: page(dictType),
  },
  one: {
    method: 'GET',
    path: '/dict/type/:id',
    summary: '字典类型详情',
    permission: 'admin:sysDictType:query',
    params: idParams,
    data: dictType,
  },
  create: {
    method: 'POST',
    path: '/dict/type',
    summary: '新增字典类型',
    permission: 'admin:sysDictType:add',
    body: dictTypeInput,
    data: id,
  },
  update: {
    method: 'PUT',
    path: '/dict/type/:id',
    summary: '修改字典类型',
    permission: 'admin:sysDictType:edit',
    params: idParams,
    body: recordEdit({ ...typeFields, version: whole('版本号', { min: 1 }) }, dictType.shape),
    data: dictType,
  },
  remove: {
    method: 'DELETE',
    path: '/dict/type',
    summary: '删除字典类型',
    permission: 'admin:sysDictType:remove',
    body: idsBody,
    data: ids,
  },
} as const satisfies Endpoints;

export const dictOption = z.object({
  label: z.string(),
  value: z.string(),
  /** Colour name for tags, or empty. */
  listClass: z.string(),
});
export type DictOption = z.output<typeof dictOption>;

export const dictOptions = {
  select: {
    method: 'GET',
    path: '/dict-data/option-select',
    summary: '字典选项',
    permission: 'session',
    query: z.strictObject({ dictType: text('字典类型', { max: 100 }) }),
    data: z.array(dictOption),
  },
} as const satisfies Endpoints;
