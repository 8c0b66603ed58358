import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { choice, deptParam, text, timestamp, wholeParam } from '../kernel/fields.ts';
import { page, pageQuery } from '../kernel/paging.ts';
import { chargeFigureValues, FIGURE_KINDS } from './price-changes.ts';
import { cellValue } from './price-table.ts';
import { leadFigureValues, materialFigureValues } from './record-figures.ts';

const value = z.union([cellValue, z.number(), chargeFigureValues, materialFigureValues, leadFigureValues]);

/** An entry of a price's history. */
const historyEntry = z.object({
  id: z.number(),
  before: value,
  after: value,
  changedAt: timestamp,
  /** Empty when the user is deleted. */
  userName: z.string(),
  /** The draft that was published or rolled back; empty for a direct change. */
  draftName: z.string(),
  /** The change rolls back the draft. */
  isRollBack: z.boolean(),
  /** The revision of the version that the change rolls back. */
  undoes: z.nullable(z.number()),
  /** The name of the copy, if a material was copied; null otherwise. */
  copyTo: z.nullable(z.string()),
  /** The catalogue revision from which the price applies; orders store the revision that they were priced with. */
  revision: z.number(),
});
export type PriceHistoryEntry = z.output<typeof historyEntry>;

/** Every change of a price, newest first. */
export const priceHistory = {
  ofCell: {
    method: 'GET',
    path: '/price-table/history',
    summary: '工艺价格的变更记录',
    permission: 'mfr:price:list',
    query: pageQuery({ materialId: wholeParam('材料'), optionId: wholeParam('工艺选项') }),
    data: page(historyEntry),
  },
  ofMachining: {
    method: 'GET',
    path: '/machining-price/history',
    summary: '加工基价的变更记录',
    permission: 'mfr:machiningPrice:query',
    query: pageQuery({
      /** 0: the system's price. */
      deptId: z._default(deptParam('公司', { min: 0 }), 0),
      materialTag: text('材料分类', { max: 60 }),
    }),
    data: page(historyEntry),
  },
  /** The history of a record's figures; also needs the permission to list such records. */
  ofRecord: {
    method: 'GET',
    path: '/price-history',
    summary: '规则、材料与交期档位数值的变更记录',
    permission: 'mfr:price:list',
    query: pageQuery({ kind: choice('类别', FIGURE_KINDS), recordId: wholeParam('编号') }),
    data: page(historyEntry),
  },
} as const satisfies Endpoints;
