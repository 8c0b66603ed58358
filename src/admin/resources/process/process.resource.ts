import type { ProcessTreeNode } from '#contract/catalogue/process-tree.ts';
import { processImport, processes, type ProcessInput } from '#contract/catalogue/processes.ts';
import { FilterType, filterTypeLabels } from '#domain/process-tree/types.ts';
import { lazyView } from '#providers/lazy-view.ts';
import { defineResource } from '../../resource-kit/define-resource.ts';
import type { Row } from '../../field-types/field.ts';
import { processTabs } from '../page-tabs.ts';

export const process = defineResource<ProcessTreeNode, ProcessInput>()({
  name: 'process',
  path: '/admin/user/process',
  label: '工艺',
  permission: 'mfr:process',
  endpoints: {
    list: processes.tree,
    one: processes.one,
    create: processes.create,
    update: processes.update,
    remove: processes.remove,
    export: processes.export,
  },
  imports: { spec: processImport, endpoints: processes },
  id: 'id',
  title: 'name',
  fields: {
    id: { type: 'int', label: '编号', width: 80 },
    name: { type: 'text' },
    parentId: {
      type: 'treeRef',
      source: processes.tree,
      sourceId: 'id',
      sourceLabel: 'name',
      isSelfReference: true,
      root: '无（作为一道工艺）',
      initial: 0,
      hint: '第一级是工艺，其下级是可选项，可选项之下又是一道工艺；移动时整个分支一起移动',
    },
    sort: { type: 'int', initial: 10, width: 80, hint: '小的排在前面' },
    filterType: {
      type: 'enum',
      numeric: true,
      options: {
        [FilterType.all]: { label: filterTypeLabels[FilterType.all] },
        [FilterType.disabledFor]: { label: filterTypeLabels[FilterType.disabledFor], color: 'orange' },
        [FilterType.enabledFor]: { label: filterTypeLabels[FilterType.enabledFor], color: 'blue' },
      },
      initial: FilterType.all,
      width: 160,
      hint: '默认：所有材料可用；其余两种按下面选中的材料决定',
    },
    materialIds: {
      type: 'custom',
      label: '选中的材料',
      text: (ids: number[]) => `${ids.length} 种材料`,
      input: lazyView(() => import('./material-choice.tsx').then((m) => m.MaterialChoice)),
      cell: lazyView(() => import('./material-names.tsx').then((m) => m.MaterialNames)),
      initial: [],
      when: ({ filterType }: Row) => filterType !== FilterType.all,
      width: 230,
    },
    remark: { type: 'longText', hint: '客户选工艺时可以看到' },
    staffNote: { type: 'longText', hint: '客户看不到' },
    updatedAt: { type: 'dateTime', label: '更新时间' },
  },
  list: {
    columns: ['name', 'filterType', 'materialIds', 'sort', 'remark', 'staffNote', 'updatedAt'],
    filters: ['name'],
    hidden: ['remark', 'staffNote', 'updatedAt'],
    important: ['name', 'filterType'],
  },
  form: ['parentId', 'name', 'sort', 'filterType', 'materialIds', 'remark', 'staffNote'],
  cloning: {
    renamed: ['name'],
    extras: {
      permission: 'mfr:material:edit',
      note: '选项在各材料下的价格和需人工标记一并复制；下级不复制。',
    },
  },
  removalEffect: '其价格一并删除；已提交的订单不受影响。还有下级的工艺不能删除。',
  tree: { parent: 'parentId', order: 'sort', child: () => ({}) },
  tabs: processTabs,
  refreshes: [['catalogue']],
});
