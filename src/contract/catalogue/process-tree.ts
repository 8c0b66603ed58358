import * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import { timeParam, timestamp } from '../kernel/fields.ts';
import { deletedRecord, page, pageQuery, textFilter } from '../kernel/paging.ts';

/* The processes for the quotation page. A separate file keeps the back office's endpoints out of the first load. */

export const nodeFields = {
  id: z.number(),
  parentId: z.number(),
  name: z.string(),
  sort: z.number(),
  /** 0: shown for all materials. 1: hidden for `materialIds`. 2: shown only for `materialIds`. */
  filterType: z.literal([0, 1, 2]),
  materialIds: z.array(z.number()),
  remark: z.string(),
  /** Empty for users who may not edit processes. */
  staffNote: z.string(),
  version: z.number(),
  updatedAt: timestamp,
};
const flatNode = z.object(nodeFields);
export type ProcessRecord = z.output<typeof flatNode>;
export interface ProcessTreeNode extends ProcessRecord {
  children: ProcessTreeNode[];
}
const processNode: z.ZodMiniType<ProcessTreeNode> = z.lazy(() =>
  z.object({ ...nodeFields, children: z.array(processNode) }),
);

/**
 * Pages of processes with their options. `maxUpdatedAt` selects processes with changes since then; it also lists changed options
 * as deleted, because each may have been a process before. `name` selects matching processes and options, with their ancestors
 * and descendants.
 */
export const processTree = {
  method: 'GET',
  path: '/process/tree',
  summary: '工艺树',
  permission: 'mfr:process:list',
  revision: 'catalogue',
  query: pageQuery({ name: textFilter('工艺名称'), maxUpdatedAt: z.optional(timeParam('更新时间')) }),
  data: page(z.union([processNode, deletedRecord])),
} as const satisfies Endpoint;
