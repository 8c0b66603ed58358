import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { deptParam, text, timestamp, wholeParam } from '../kernel/fields.ts';
import { page, pageQuery } from '../kernel/paging.ts';
import { cellValue } from './price-table.ts';

/** One entry of a price's history: who changed it, when, from what to what, and in which draft. */
const pastPrice = z.object({
  id: z.number(),
  before: z.union([cellValue, z.number()]),
  after: z.union([cellValue, z.number()]),
  changedAt: timestamp,
  /** Empty when the user is deleted. */
  userName: z.string(),
  /** Name of the draft that was published or rolled back; empty for a change that was saved at once. */
  draftName: z.string(),
  /** The draft was rolled back with it. */
  isRollBack: z.boolean(),
  /** The version that was rolled back with it, by its revision. */
  undoes: z.nullable(z.number()),
  /** The material that was added as a copy with it; null otherwise. */
  copyTo: z.nullable(z.string()),
  /** The revision of the catalogue since when the price applies: orders name the revision they were priced with. */
  revision: z.number(),
});
export type PastPrice = z.output<typeof pastPrice>;

/** Every change of a price, newest first. */
export const priceHistory = {
  ofCell: {
    method: 'GET',
    path: '/price-table/history',
    summary: '工艺价格的变更记录',
    permission: 'mfr:price:list',
    query: pageQuery({ materialId: wholeParam('材料'), optionId: wholeParam('工艺选项') }),
    data: page(pastPrice),
  },
  ofMachining: {
    method: 'GET',
    path: '/machining-price/history',
    summary: '加工基价的变更记录',
    permission: 'mfr:machiningPrice:query',
    query: pageQuery({
      deptId: z._default(deptParam('公司', { min: 0 }), 0),
      materialTag: text('材料分类', { max: 60 }),
    }),
    data: page(pastPrice),
  },
} as const satisfies Endpoints;
