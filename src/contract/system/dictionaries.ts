import * as z from 'zod/mini';
import { choice, text, whole, wholeParam } from '../kernel/fields.ts';
import { sortable, textFilter } from '../kernel/paging.ts';
import { sortedInput, recordEndpoints, auditFields } from '../kernel/record-endpoints.ts';
import { exportColumns, importEndpoints, sortedColumns, type ImportSpec } from '../kernel/record-import.ts';

const dictTypeKey = text('字典类型', { max: 100 }).check(
  z.regex(/^[A-Za-z][A-Za-z0-9_]*$/, { error: '字典类型只能由字母、数字和下划线组成，并以字母开头' }),
);

const { sort: _sortInput, ...unsortedInput } = sortedInput;
const { sort: _sortColumn, ...unsortedColumns } = sortedColumns;

const typeInput = {
  dictName: text('字典名称', { max: 100 }),
  dictType: dictTypeKey,
  ...unsortedInput,
};
export type DictTypeInput = z.output<z.ZodMiniObject<typeof typeInput>>;

export const dictTypeImport = {
  noun: '字典类型',
  key: ['dictType'],
  columns: {
    dictName: { head: '字典名称', type: 'text', isRequired: true },
    dictType: { head: '字典类型', type: 'text', isRequired: true, hint: '字母、数字和下划线' },
    ...unsortedColumns,
  },
} as const satisfies ImportSpec;

export const dictTypes = {
  ...recordEndpoints({
    path: '/dict/type',
    noun: '字典类型',
    permission: 'admin:sysDictType',
    filters: {
      dictName: textFilter(typeInput.dictName),
      dictType: textFilter(typeInput.dictType),
      status: z.optional(wholeParam('状态', { min: 1, max: 2 })),
      ...sortable('id', 'dictName', 'dictType', 'status', 'createdAt'),
    },
    input: typeInput,
    record: {
      id: z.number(),
      dictName: z.string(),
      dictType: z.string(),
      status: z.number(),
      remark: z.string(),
      ...auditFields,
    },
    columns: { ...exportColumns(dictTypeImport.columns), createdAt: '创建时间' },
  }),
  ...importEndpoints('/dict/type', 'admin:sysDictType', dictTypeImport),
};
export type DictType = z.output<(typeof dictTypes)['one']['data']>;

/** The colours of the tag component. */
export const DICT_COLOURS = [
  '',
  'default',
  'green',
  'lime',
  'cyan',
  'blue',
  'geekblue',
  'purple',
  'magenta',
  'red',
  'volcano',
  'orange',
  'gold',
] as const;

const dataInput = {
  dictType: dictTypeKey,
  dictLabel: text('字典标签', { max: 100 }),
  dictValue: text('字典键值', { max: 100 }),
  dictSort: whole('排序', { min: 0, max: 9999 }),
  listClass: z._default(choice('颜色', DICT_COLOURS), ''),
  ...unsortedInput,
};
export type DictDataInput = z.output<z.ZodMiniObject<typeof dataInput>>;

export const dictDataImport = {
  noun: '字典数据',
  key: ['dictType', 'dictValue'],
  columns: {
    dictType: { head: '字典类型', type: 'text', isRequired: true, hint: '类型的编码，如 material_tag' },
    dictLabel: { head: '字典标签', type: 'text', isRequired: true },
    dictValue: { head: '字典键值', type: 'text', isRequired: true },
    dictSort: { head: '排序', type: 'number', isRequired: true },
    listClass: { head: '颜色', type: 'text', hint: '颜色的英文名，如 green；可留空' },
    ...unsortedColumns,
  },
} as const satisfies ImportSpec;

export const dictEntries = {
  ...recordEndpoints({
    path: '/dict/data',
    noun: '字典数据',
    permission: 'admin:sysDictData',
    filters: {
      /** Matches exactly, unlike the other text filters. */
      dictType: textFilter(dataInput.dictType),
      dictLabel: textFilter(dataInput.dictLabel),
      dictValue: textFilter(dataInput.dictValue),
      status: z.optional(wholeParam('状态', { min: 1, max: 2 })),
      ...sortable('dictCode', 'dictSort', 'dictLabel', 'dictValue', 'status', 'createdAt'),
    },
    input: dataInput,
    record: {
      dictCode: z.number(),
      dictType: z.string(),
      dictLabel: z.string(),
      dictValue: z.string(),
      dictSort: z.number(),
      listClass: z.string(),
      status: z.number(),
      remark: z.string(),
      ...auditFields,
    },
    columns: exportColumns(dictDataImport.columns),
  }),
  ...importEndpoints('/dict/data', 'admin:sysDictData', dictDataImport),
};
export type DictData = z.output<(typeof dictEntries)['one']['data']>;
