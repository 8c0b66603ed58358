import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { choice, id, optionalText, text, whole } from '../kernel/fields.ts';
import { filterTypeLabels } from '#domain/process-tree/types.ts';
import { nodeFields, processTree } from './process-tree.ts';
import { textFilter } from '../kernel/paging.ts';
import { exportQuery, file, treeEndpoints } from '../kernel/record-endpoints.ts';
import { exportColumns, importEndpoints, type ImportSpec } from '../kernel/record-import.ts';

const fields = {
  name: text('工艺名称', { max: 60 }),
  /** 0 for a process; otherwise the process or option to which this option belongs. */
  parentId: whole('上级工艺', { min: 0 }),
  sort: whole('排序', { min: 0, max: 99_999 }),
  filterType: choice('适用规则', [0, 1, 2]),
  materialIds: z
    .array(id, { error: '材料必须是列表' })
    .check(z.maxLength(1000, { error: '最多选择1000个材料' })),
  /** Shown to customers. */
  remark: z._default(optionalText('客户可见说明', 500), ''),
  /** Never shown to customers; unchanged when absent. */
  staffNote: z.optional(optionalText('内部备注', 1000)),
};

export const processImport = {
  noun: '工艺',
  key: ['parentId', 'name'],
  columns: {
    parentId: {
      head: '上级工艺',
      type: 'name',
      hint: '留空表示一道工艺；选项填写所属工艺，多级用 / 分开，如 表面处理/氧化。新的上级可在同一文件中，写在前面',
    },
    name: { head: '工艺名称', type: 'text', isRequired: true },
    sort: { head: '排序', type: 'number', isRequired: true },
    filterType: { head: '适用规则', type: 'choice', values: filterTypeLabels, isNumeric: true },
    materialIds: { head: '选中的材料', type: 'names', hint: '材料名称，用顿号分开' },
    remark: { head: '客户可见说明', type: 'text' },
    staffNote: { head: '内部备注', type: 'text' },
  },
} as const satisfies ImportSpec;

const nodes = treeEndpoints({
  path: '/process',
  noun: '工艺',
  permission: 'mfr:process',
  input: fields,
  record: nodeFields,
});
export type ProcessInput = z.output<(typeof nodes)['create']['body']>;

export const processes = {
  ...importEndpoints('/process', 'mfr:process', processImport),
  tree: processTree,
  ...nodes,
  /** A flat list in the order of the tree, with the columns of the import. */
  export: {
    method: 'GET',
    path: '/process/export',
    summary: '导出工艺',
    permission: 'mfr:process:export',
    query: exportQuery({ name: textFilter('工艺名称') }),
    columns: exportColumns(processImport.columns),
    data: file,
    answer: 'file',
  },
  /** `copyOf`: the option whose prices and 需人工 marks are copied; needs `mfr:material:edit`. */
  create: {
    ...nodes.create,
    body: z.strictObject({
      ...nodes.create.body.shape,
      parentId: z._default(fields.parentId, 0),
      filterType: z._default(fields.filterType, 0),
      materialIds: z._default(fields.materialIds, []),
      copyOf: z.optional(id),
    }),
  },
} as const satisfies Endpoints;
