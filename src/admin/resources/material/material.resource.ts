import type { Material } from '#contract/catalogue/material-list.ts';
import { materialImport, materials, type MaterialInput } from '#contract/catalogue/materials.ts';
import { materialStatusLabels } from '#domain/material-status.ts';
import { lazyView } from '#providers/lazy-view.ts';
import { defineResource } from '../../resource-kit/define-resource.ts';
import { optionsOf, sortField } from '../common-fields.ts';

export const material = defineResource<Material, MaterialInput>()({
  name: 'material',
  path: '/admin/user/material',
  label: '材料',
  permission: 'mfr:material',
  endpoints: materials,
  imports: { spec: materialImport, endpoints: materials },
  id: 'id',
  title: 'name',
  fields: {
    id: { type: 'int', label: '编号', width: 90 },
    name: { type: 'text' },
    materialTag: { type: 'dict', dictType: 'material_tag', hint: '决定加工基价' },
    density: { type: 'decimal', unit: 'g/cm³', width: 120 },
    length: { type: 'decimal', label: '基准长', unit: 'mm', width: 96 },
    width: { type: 'decimal', label: '基准宽', unit: 'mm', width: 96 },
    height: {
      type: 'decimal',
      label: '基准高',
      unit: 'mm',
      width: 96,
      hint: '零件体积超过基准尺寸的体积时，价格按体积比放大',
    },
    deliveryTime: { type: 'decimal', unit: '天' },
    speed: {
      type: 'decimal',
      width: 96,
      hint: '0 至 1：交期 =（基础交期 + 工艺天数）× 数量的此次方。例如 0.3：10 件的交期约为 1 件的 2 倍',
    },
    sort: sortField,
    status: {
      type: 'enum',
      numeric: false,
      options: optionsOf(materialStatusLabels, { draft: 'orange', onSale: 'green' }),
      initial: 'draft',
      width: 88,
      hint: '草稿对客户不可见；每个适用的工艺选项都有价格（免费填 0）或标记需人工后，才能改为在售',
    },
    remark: { type: 'longText', hint: '客户选材料时可以看到' },
    staffNote: { type: 'longText', hint: '客户看不到' },
    updatedAt: { type: 'dateTime', label: '更新时间' },
  },
  list: {
    columns: [
      'id',
      'name',
      'materialTag',
      'status',
      'density',
      'length',
      'width',
      'height',
      'deliveryTime',
      'speed',
      'sort',
      'remark',
      'staffNote',
      'updatedAt',
    ],
    filters: ['name', 'materialTag', 'status'],
    hidden: ['id', 'density', 'remark', 'staffNote', 'updatedAt'],
    important: ['name', 'materialTag', 'status', 'deliveryTime', 'length', 'width', 'height'],
  },
  cloning: {
    renamed: ['name'],
    values: { status: 'draft' },
    extras: { permission: 'mfr:material:add', note: '工艺价格、需人工标记和适用规则一并复制。' },
  },
  removalEffect:
    '删除后不能再用这些材料报价，其工艺价格一并删除；已提交的订单不受影响。仍被默认配置使用的材料不能删除。',
  bulk: {
    permission: 'mfr:material:edit',
    Content: lazyView(() => import('./bulk-status.tsx').then((m) => m.BulkStatus)),
  },
  refreshes: [['catalogue']],
  formAside: lazyView(() => import('./material-preview.tsx').then((m) => m.MaterialPreview)),
  formAction: lazyView(() => import('../figure-draft.tsx').then((m) => m.MaterialDraft)),
  detailExtra: lazyView(() => import('../figure-history.tsx').then((m) => m.MaterialHistory)),
  panels: [
    {
      path: 'prices',
      label: '工艺价格',
      permission: 'mfr:material:edit',
      Content: lazyView(() => import('./prices-drawer.tsx').then((m) => m.PricesDrawer)),
    },
  ],
});
