import * as z from 'zod/mini';
import { MATERIAL_STATUSES } from '#domain/material-status.ts';
import type { Endpoint } from '../kernel/endpoint.ts';
import { choice, timeParam, timestamp } from '../kernel/fields.ts';
import { deletedRecord, page, pageQuery, sortable, textFilter } from '../kernel/paging.ts';

/* The materials for the quotation page. A separate file keeps the back office's endpoints out of the first load. */

const processPrice = z.object({
  /** Id of the process option. */
  id: z.number(),
  /** Yuan per piece. */
  price: z.number(),
  /** Days. */
  time: z.number(),
});

export const materialRecord = {
  id: z.number(),
  name: z.string(),
  materialTag: z.string(),
  density: z.number(),
  /** Stock size in mm. */
  length: z.number(),
  width: z.number(),
  height: z.number(),
  /** Base delivery time in days. */
  deliveryTime: z.number(),
  /** Exponent of the quantity in the delivery time. */
  speed: z.number(),
  sort: z.number(),
  remark: z.string(),
  /** Empty for users who may not edit materials. */
  staffNote: z.string(),
  status: z.literal([...MATERIAL_STATUSES]),
  processConfig: z.array(processPrice),
  /** Unpriced options that staff price manually (需人工). */
  manualOptions: z.array(z.number()),
  version: z.number(),
  createdAt: timestamp,
  updatedAt: timestamp,
};
export const material = z.object(materialRecord);
export type Material = z.output<typeof material>;

export const materialFilters = {
  name: textFilter('材料名称'),
  materialTag: textFilter('材料分类'),
  status: z.optional(choice('状态', MATERIAL_STATUSES)),
  ...sortable('id', 'name', 'materialTag', 'sort', 'deliveryTime', 'updatedAt'),
};

/** With the `maxUpdatedAt` of an earlier response, returns only changes since then, with deletions as `{id, deletedAt}`. */
export const materialList = {
  method: 'GET',
  path: '/material',
  summary: '材料列表',
  permission: 'mfr:material:list',
  revision: 'catalogue',
  query: pageQuery({ ...materialFilters, maxUpdatedAt: z.optional(timeParam('更新时间')) }),
  data: page(z.union([material, deletedRecord])),
} as const satisfies Endpoint;
