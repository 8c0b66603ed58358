import * as z from 'zod/mini';
import type { Endpoints } from './endpoint.ts';
import { timeParam, timestamp } from './fields.ts';
import { deletedRecord, page, pageQuery, textFilter } from './paging.ts';

const nodeFields = {
  id: z.number(),
  parentId: z.number(),
  name: z.string(),
  sort: z.number(),
  /** 0 for all materials, 1 hidden for `materialIds`, 2 shown only for `materialIds`. */
  filterType: z.literal([0, 1, 2]),
  materialIds: z.array(z.number()),
  remark: z.string(),
  version: z.number(),
  updatedAt: timestamp,
};
export interface ProcessTreeNode extends z.output<z.ZodMiniObject<typeof nodeFields>> {
  children: ProcessTreeNode[];
}
export const processNode: z.ZodMiniType<ProcessTreeNode> = z.lazy(() =>
  z.object({ ...nodeFields, children: z.array(processNode) }),
);

export const processes = {
  /** Pages of roots, each with its whole subtree; with `maxUpdatedAt` only roots in which anything changed since. */
  tree: {
    method: 'GET',
    path: '/process/tree',
    summary: '工艺树',
    permission: 'mfr:process:list',
    revision: 'catalogue',
    query: pageQuery({ name: textFilter('工艺名称'), maxUpdatedAt: z.optional(timeParam('更新时间')) }),
    data: page(z.union([processNode, deletedRecord])),
  },
} as const satisfies Endpoints;
