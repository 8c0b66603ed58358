import * as z from 'zod/mini';
import { fingerprint, likeness } from './earlier-parts.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import { idList, idParams, optionalText, text, timestamp, version, wholeParam } from '../kernel/fields.ts';
import { orderFile } from '../files/files.ts';
import { orderModel } from '../files/models.ts';
import { orderItem } from './order-data.ts';
import { page, pageQuery, sortable, textFilter } from '../kernel/paging.ts';

/** The limit of parts in a repeat order; each part may have files and a model. */
export const MAX_REPEAT_PARTS = 50;
/** The limit of matches for a model. */
export const MAX_MATCHES = 10;

/** A length in a URL: mm with at most three decimals, up to 10 m. */
const mmParam = (label: string) =>
  z.pipe(
    z
      .string({ error: `${label}只能出现一次` })
      .check(
        z.regex(/^\d{1,5}(\.\d{1,3})?$/, { error: `${label}应为毫米数，例如 120 或 12.5`, abort: true }),
      ),
    z.pipe(z.transform(Number), z.number().check(z.lte(10_000, { error: `${label}不能大于10000` }))),
  );

/** A quotation or order that includes a part. */
export const partOccurrence = {
  orderId: z.number(),
  orderNo: z.string(),
  /** When the order was placed or the quotation created. */
  at: timestamp,
  isOrdered: z.boolean(),
  item: orderItem,
};

export const partFields = {
  id: z.number(),
  /** Drawing number; like `revision`, it may be empty. */
  code: z.string(),
  revision: z.string(),
  /** Empty while no customer has named it. */
  name: z.string(),
  version: z.number(),
  /** Orders that include the part, and their pieces, not counting cancelled orders; quotations that did not become orders. */
  orders: z.number(),
  pieces: z.number(),
  quotations: z.number(),
  lastOrderedAt: z.nullable(timestamp),
  /** The model of the latest line with the part. */
  model: z.nullable(z.object({ id: z.number(), body: z.number(), hasThumbnail: z.boolean() })),
  ...partOccurrence,
};
const part = z.object(partFields);
export type Part = z.output<typeof part>;

const matchingPart = z.object({ ...partFields, likeness });
export type MatchingPart = z.output<typeof matchingPart>;

const repeatedPart = z.object({
  partId: z.number(),
  ...partOccurrence,
  /** The customer of that order, to whom the files belong. */
  userId: z.number(),
  files: z.array(orderFile),
  models: z.array(orderModel),
});
export type RepeatedPart = z.output<typeof repeatedPart>;

const partEdit = {
  code: z._default(optionalText('图号', 40), ''),
  revision: z._default(optionalText('版本', 10), ''),
  name: text('零件名称', { max: 60 }),
};

/** The library of another customer, for callers who may see that customer's orders. */
const customerParam = { userId: z.optional(wholeParam('客户')) };

/** The distinct parts in quotations and orders of the caller and the caller's company, within the data scope. */
export const parts = {
  list: {
    method: 'GET',
    path: '/part',
    summary: '零件库',
    permission: 'mfr:order:list',
    query: pageQuery({
      /** Searches drawing number, revision and name. */
      text: textFilter('图号或名称'),
      /** Edges in any order, each within `tolerance` mm. */
      length: z.optional(mmParam('长度')),
      width: z.optional(mmParam('宽度')),
      height: z.optional(mmParam('高度')),
      /** Default: 0.5 mm. */
      tolerance: z.optional(mmParam('误差')),
      ...customerParam,
      ...sortable('lastOrderedAt', 'orders'),
    }),
    data: page(part),
  },
  one: {
    method: 'GET',
    path: '/part/:id',
    summary: '零件',
    permission: 'mfr:order:query',
    params: idParams,
    query: z.strictObject(customerParam),
    data: part,
  },
  /** Every quotation and order with the part, latest first. */
  history: {
    method: 'GET',
    path: '/part/:id/history',
    summary: '零件的订单记录',
    permission: 'mfr:order:query',
    params: idParams,
    query: pageQuery(customerParam),
    data: page(z.object({ ...partOccurrence, lineNo: z.number(), status: z.string() })),
  },
  update: {
    method: 'PUT',
    path: '/part/:id',
    summary: '修改零件的图号与名称',
    permission: 'mfr:order:add',
    params: idParams,
    body: z.strictObject({ ...partEdit, version }),
    data: part,
  },
  /** The parts with this shape. Only the fingerprint is sent, so that models need not leave the computer. */
  match: {
    method: 'POST',
    path: '/part/match',
    summary: '按模型查找零件',
    permission: 'mfr:order:list',
    readOnly: true,
    msg: '查询成功',
    body: z.strictObject({ fingerprint }),
    data: z.array(matchingPart),
  },
  /** The last order of each part, with the files and models for a new quotation. */
  repeat: {
    method: 'POST',
    path: '/part/repeat',
    summary: '返单',
    permission: 'mfr:order:query',
    readOnly: true,
    msg: '查询成功',
    body: z.strictObject({
      ids: idList('零件', MAX_REPEAT_PARTS).check(
        z.minLength(1, { error: '请至少选择一个零件' }),
        z.refine((ids: number[]) => new Set(ids).size === ids.length, { error: '零件重复' }),
      ),
    }),
    data: z.array(repeatedPart),
  },
} as const satisfies Endpoints;
