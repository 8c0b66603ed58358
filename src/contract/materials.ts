import * as z from 'zod/mini';
import type { Endpoints } from './endpoint.ts';
import { timeParam, timestamp } from './fields.ts';
import { deletedRecord, page, pageQuery, sortable, textFilter } from './paging.ts';

export const processPrice = z.object({
  /** Id of the process option. */
  id: z.number(),
  /** Yuan per piece. */
  price: z.number(),
  /** Days. */
  time: z.number(),
});

export const material = z.object({
  id: z.number(),
  name: z.string(),
  /** Dictionary `material_tag`. */
  materialTag: z.string(),
  /** g/cm³. */
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
  processConfig: z.array(processPrice),
  version: z.number(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Material = z.output<typeof material>;

export const materials = {
  /** With `maxUpdatedAt` of an earlier answer: only what changed since, deletions as `{id, deletedAt}`. */
  list: {
    method: 'GET',
    path: '/material',
    summary: '材料列表',
    permission: 'mfr:material:list',
    revision: 'catalogue',
    query: pageQuery({
      name: textFilter('材料名称'),
      materialTag: textFilter('材料分类'),
      maxUpdatedAt: z.optional(timeParam('更新时间')),
      ...sortable('id', 'name', 'materialTag', 'sort', 'deliveryTime', 'updatedAt'),
    }),
    data: page(z.union([material, deletedRecord])),
  },
} as const satisfies Endpoints;
