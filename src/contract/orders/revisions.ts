import * as z from 'zod/mini';
import { charge } from './charges.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import { idParams, recordEdit, timestamp, wholeParam, version } from '../kernel/fields.ts';
import { orderFile } from '../files/files.ts';
import { leadClassId, orderLead } from '../catalogue/lead-classes.ts';
import { orderModel } from '../files/models.ts';
import { order, orderItem, orderWithExt } from './order-data.ts';
import { withSoldItems } from './sold-item.ts';
import { seenPrice } from './orders.ts';
import { contact, quotationItems } from './part-item.ts';

/** The content of a new revision; a missing contact field keeps its value. */
const writable = {
  items: quotationItems,
  price: seenPrice,
  /** Null for 标准; missing keeps the class, while the parts can still have it. */
  leadClassId: z.optional(leadClassId),
  ...contact,
  version,
};

/** `{id, revision}` in a path. */
const revisionParams = z.strictObject({ ...idParams.shape, revision: wholeParam('版本') });

/** One revision of a quotation: its figures, contact and items at that time. */
const orderRevision = z.object({
  orderId: z.number(),
  orderNo: z.string(),
  revision: z.number(),
  isCurrent: z.boolean(),
  /** Yuan with two decimals. */
  price: z.string(),
  /** Days, of the longest item in the class of the order. */
  delivery_time: z.number(),
  /** Its lead class; absent for 标准. */
  lead: z.optional(orderLead),
  /** The promised shipping day at that time, `YYYY-MM-DD`. */
  promisedDate: z.string(),
  createdAt: timestamp,
  validUntil: timestamp,
  contactName: z.string(),
  contactPhone: z.string(),
  address: z.string(),
  remark: z.string(),
  items: z.array(orderItem),
  charges: z.array(charge),
  files: z.array(orderFile),
  models: z.array(orderModel),
});
export type OrderRevision = z.output<typeof orderRevision>;

/** Accepts also what GET of the order and of its extensions add. */
const reviseOrderBody = recordEdit(writable, { ...order.shape, ...orderWithExt.shape });
export type ReviseOrder = z.output<typeof reviseOrderBody>;

/** A quotation's revisions: each edit makes a new one, the old ones stay readable. */
export const revisions = {
  /**
   * Saves a new revision with today's prices, validity and date, even when the quotation has expired. A price that
   * differs from the server's is 409 `order.price_changed` with the server's figures, a stale version 409
   * `record.changed` with the current order.
   */
  revise: {
    method: 'PUT',
    path: '/order/:id',
    summary: '修改报价',
    permission: 'mfr:order:add',
    msg: '报价已保存',
    params: idParams,
    body: reviseOrderBody,
    reads: withSoldItems,
    data: order,
  },
  one: {
    method: 'GET',
    path: '/order/:id/revision/:revision',
    summary: '报价的历史版本',
    permission: 'mfr:order:query',
    params: revisionParams,
    data: orderRevision,
  },
} as const satisfies Endpoints;
