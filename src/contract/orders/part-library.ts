import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { deptParam, idParams, timestamp } from '../kernel/fields.ts';
import { orderStatus } from './order-data.ts';
import { page, pageQuery, sortable, textFilter } from '../kernel/paging.ts';
import { partFields, partOccurrence } from './parts.ts';

/** Whose part it is. */
const owner = {
  deptId: z.nullable(z.number()),
  /** Empty for a customer without a company. */
  deptName: z.string(),
  /** The user who ordered or requested it last. */
  customerName: z.string(),
};

const listedPart = z.object({
  id: z.number(),
  code: z.string(),
  revision: z.string(),
  name: z.string(),
  ...owner,
  /** mm, of the last line, as the following. */
  size: z.string(),
  materialName: z.string(),
  last: z.object({
    /** Yuan for all pieces; null without a price. */
    lineTotal: z.nullable(z.number()),
    num: z.number(),
    isOrdered: z.boolean(),
  }),
  lastAt: timestamp,
  orders: z.number(),
  pieces: z.number(),
  quotations: z.number(),
});
export type ListedPart = z.output<typeof listedPart>;

const wholePart = z.object({ ...partFields, ...owner });
export type LibraryPart = z.output<typeof wholePart>;

const pastLine = z.object({
  ...partOccurrence,
  lineNo: z.number(),
  status: orderStatus,
  customerName: z.string(),
});
export type PastLine = z.output<typeof pastLine>;

const repeatedLine = z.object({
  lineNo: z.number(),
  partId: z.number(),
  /** Orders with the part that were placed before this one and not cancelled. */
  times: z.number(),
  /** The latest of them; null without one. */
  last: z.nullable(z.object(partOccurrence)),
});
export type RepeatedLine = z.output<typeof repeatedLine>;

/** The parts of all customers, for staff, as far as their scope reaches: `parts` is the library of one customer. */
export const partLibrary = {
  /** The part with the latest line first unless sorted otherwise. */
  list: {
    method: 'GET',
    path: '/part-library',
    summary: '零件库（员工）',
    permission: 'mfr:part:list',
    query: pageQuery({
      part: textFilter('零件或图号'),
      /** One to three edges in mm, `120×60×20`, each within 0.5 mm of another edge of the part; other text finds nothing. */
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
    data: wholePart,
  },
  /** Every quotation and order with the part, the latest first. */
  history: {
    method: 'GET',
    path: '/part-library/:id/history',
    summary: '零件的订单记录（员工）',
    permission: 'mfr:part:query',
    params: idParams,
    query: pageQuery({}),
    data: page(pastLine),
  },
  /** How often the parts of an order were made before. */
  ofOrder: {
    method: 'GET',
    path: '/order/:id/parts',
    summary: '订单零件曾做次数',
    permission: 'mfr:part:query',
    params: idParams,
    data: z.array(repeatedLine),
  },
} as const satisfies Endpoints;
