import * as z from 'zod/mini';
import { pick } from '#domain/pick.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import { deptParam, idParams, timestamp } from '../kernel/fields.ts';
import { orderStatus } from './order-data.ts';
import { page, pageQuery, sortable, textFilter } from '../kernel/paging.ts';
import { partFields, partOccurrence } from './parts.ts';

const owner = {
  deptId: z.nullable(z.number()),
  /** Empty for a customer without a company. */
  deptName: z.string(),
  /** The last user who ordered or requested it. */
  customerName: z.string(),
};

const listedPart = z.object({
  ...pick(partFields, ['id', 'code', 'revision', 'name']),
  ...owner,
  /** Size (mm), material and price of the last line. */
  size: z.string(),
  materialName: z.string(),
  last: z.object({
    /** Yuan for all pieces; null without a price. */
    lineTotal: z.nullable(z.number()),
    num: z.number(),
    isOrdered: z.boolean(),
  }),
  lastAt: timestamp,
  ...pick(partFields, ['orders', 'pieces', 'quotations']),
});
export type ListedPart = z.output<typeof listedPart>;

const libraryPart = z.object({ ...partFields, ...owner });
export type LibraryPart = z.output<typeof libraryPart>;

const pastLine = z.object({
  ...partOccurrence,
  lineNo: z.number(),
  status: orderStatus,
  customerName: z.string(),
});
export type PartHistoryLine = z.output<typeof pastLine>;

const repeatedLine = z.object({
  lineNo: z.number(),
  partId: z.number(),
  /** The number of earlier orders with the part, not counting cancelled ones. */
  times: z.number(),
  /** The latest of these orders; null if there is none. */
  last: z.nullable(z.object(partOccurrence)),
});
export type RepeatedLine = z.output<typeof repeatedLine>;

/** The parts of all customers within the data scope, for staff; `parts` is the library of one customer. */
export const partLibrary = {
  /** Default order: latest line first. */
  list: {
    method: 'GET',
    path: '/part-library',
    summary: '零件库（员工）',
    permission: 'mfr:part:list',
    query: pageQuery({
      part: textFilter('零件或图号'),
      /** One to three edges in mm, `120×60×20`, each within 0.5 mm of a different edge of the part; other text finds nothing. */
      size: textFilter('尺寸'),
      deptId: z.optional(deptParam('公司')),
      /** Matches any line. */
      materialName: textFilter('材料'),
      ...sortable('lastAt'),
    }),
    data: page(listedPart),
  },
  one: {
    method: 'GET',
    path: '/part-library/:id',
    summary: '零件详情（员工）',
    permission: 'mfr:part:query',
    params: idParams,
    data: libraryPart,
  },
  /** Every quotation and order with the part, latest first. */
  history: {
    method: 'GET',
    path: '/part-library/:id/history',
    summary: '零件的订单记录（员工）',
    permission: 'mfr:part:query',
    params: idParams,
    query: pageQuery({}),
    data: page(pastLine),
  },
  /** How often the parts of an order were ordered before. */
  ofOrder: {
    method: 'GET',
    path: '/order/:id/parts',
    summary: '订单零件曾做次数',
    permission: 'mfr:part:query',
    params: idParams,
    data: z.array(repeatedLine),
  },
} as const satisfies Endpoints;
