import * as z from 'zod/mini';
import { MATERIAL_STATUSES, materialStatusLabels } from '#domain/material-status.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import {
  choice,
  decimal,
  id,
  idParams,
  idsBody,
  millimetres,
  optionalText,
  text,
  whole,
  recordEdit,
  yuan,
  version,
} from '../kernel/fields.ts';
import { listToField } from '../kernel/foreign-fields.ts';
import { jumpFlag } from '../prices/price-jumps.ts';
import { conflictingDrafts } from '../prices/conflicting-drafts.ts';
import { material, materialFilters, materialList, materialRecord } from './material-list.ts';
import { recordEndpoints } from '../kernel/record-endpoints.ts';
import { exportColumns, importEndpoints, type ImportSpec } from '../kernel/record-import.ts';

const days = (label: string) => decimal(label, { min: 0, max: 365, decimals: 2 });

const MAX_PRICES = 1000;

const prices = {
  processConfig: z
    .array(z.strictObject({ id, price: yuan('价格'), time: days('天数') }))
    .check(z.maxLength(MAX_PRICES, { error: `一次最多${MAX_PRICES}个工艺价格` })),
  /** If absent, the stored manual options stay, except those to which `processConfig` gives a price. */
  manualOptions: z.optional(
    z.array(id).check(z.maxLength(MAX_PRICES, { error: `一次最多${MAX_PRICES}个需人工的选项` })),
  ),
};

/** The fields that prices, days and weights depend on, without the prices of options. */
export const materialFigureFields = {
  /** g/cm³; 0: unknown. */
  density: decimal('密度', { min: 0, max: 30, decimals: 3 }),
  length: millimetres('基准长度'),
  width: millimetres('基准宽度'),
  height: millimetres('基准高度'),
  deliveryTime: days('基础交期'),
  speed: decimal('交期指数', { min: 0, max: 1, decimals: 4 }),
};

const input = {
  name: text('材料名称', { max: 60 }),
  /** A value of the dictionary `material_tag`. */
  materialTag: text('材料分类', { max: 60 }),
  ...materialFigureFields,
  sort: whole('排序', { min: 0, max: 9999 }),
  /** Shown to customers. */
  remark: z._default(optionalText('客户可见说明', 500), ''),
  /** Never shown to customers; unchanged when absent. */
  staffNote: z.optional(optionalText('内部备注', 1000)),
  /** If absent, a new material is on sale, and a stored one keeps its status. */
  status: z.optional(choice('状态', MATERIAL_STATUSES)),
};

/** A new material from an import is a draft until it has prices. */
export const materialImport = {
  noun: '材料',
  key: ['name'],
  columns: {
    name: { head: '材料名称', type: 'text', isRequired: true },
    materialTag: { head: '材料分类', type: 'name', isRequired: true, hint: '分类的名称，如 铝合金' },
    density: { head: '密度 g/cm³', type: 'number', isRequired: true },
    length: { head: '基准长 mm', type: 'number', isRequired: true },
    width: { head: '基准宽 mm', type: 'number', isRequired: true },
    height: { head: '基准高 mm', type: 'number', isRequired: true },
    deliveryTime: { head: '基础交期（天）', type: 'number', isRequired: true },
    speed: { head: '交期指数', type: 'number', unit: 'factor', isRequired: true },
    sort: { head: '排序', type: 'number', isRequired: true },
    remark: { head: '客户可见说明', type: 'text' },
    staffNote: { head: '内部备注', type: 'text' },
  },
} as const satisfies ImportSpec;

const crud = recordEndpoints({
  path: '/material',
  noun: '材料',
  permission: 'mfr:material',
  filters: materialFilters,
  input,
  onCreate: {
    density: z._default(input.density, 0),
    /** The material whose prices and rules are copied; prices in the body override them. */
    copyOf: z.optional(id),
    processConfig: z.optional(prices.processConfig),
    manualOptions: prices.manualOptions,
  },
  /** A change of the tag or base size changes prices: 409 `price.jump` without `confirmJumps`, if they jump. */
  onUpdate: jumpFlag,
  record: materialRecord,
  columns: {
    ...exportColumns(materialImport.columns),
    status: { head: '状态', values: materialStatusLabels },
  },
});
type NewMaterial = z.output<(typeof crud)['create']['body']>;
export type MaterialInput = Omit<NewMaterial, 'copyOf' | 'processConfig' | 'manualOptions'>;

export const materials = {
  ...crud,
  ...importEndpoints('/material', 'mfr:material', materialImport),
  list: materialList,
  /** Adds a material to the lists of these processes and options that are enabled only for some materials (仅选中部分启用). */
  join: {
    method: 'POST',
    path: '/material/:id/processes',
    summary: '材料加入工艺',
    permission: 'mfr:process:edit',
    msg: '已加入',
    params: idParams,
    body: idsBody,
    data: z.null(),
  },
  /**
   * Replaces the price list of a material. 409 `price.jump` without `confirmJumps`, if prices jump; 409 for a stale version. A
   * missing version is not checked.
   */
  setPrices: {
    method: 'POST',
    path: '/material_process/:id',
    summary: '设置材料工艺价格',
    permission: 'mfr:material:edit',
    msg: '更新成功',
    params: idParams,
    body: recordEdit({ ...prices, version: z.optional(version), ...jumpFlag }, materialRecord),
    /** Also accepts the list of prices itself as the body. */
    convertBody: listToField('processConfig'),
    /** `meets`: conflicting scheduled drafts, for callers who may see drafts. */
    data: z.extend(material, { meets: conflictingDrafts }),
  },
} as const satisfies Endpoints;
