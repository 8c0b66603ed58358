import * as z from 'zod/mini';
import { pick } from '#domain/pick.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import { idParams, recordEdit, wholeParam, version } from '../kernel/fields.ts';
import { leadClassId } from '../catalogue/lead-classes.ts';
import { order, orderWithExt } from './order-data.ts';
import { toRevisionBody } from './revision-body.ts';
import { seenPrice } from './orders.ts';
import { contact, quotationItems } from './part-item.ts';

/** The content of a new revision; a missing contact field does not change. */
const writable = {
  items: quotationItems,
  price: seenPrice,
  /** Null for 标准. If missing, the lead class does not change unless the parts cannot have it. */
  leadClassId: z.optional(leadClassId),
  ...contact,
  version,
};

/** `{id, revision}` in a path. */
const revisionParams = z.strictObject({ ...idParams.shape, revision: wholeParam('版本') });

/** One revision of a quotation: its figures, contact and items. */
const orderRevision = z.object({
  orderId: z.number(),
  isCurrent: z.boolean(),
  ...pick(orderWithExt.shape, [
    'orderNo',
    'revision',
    'price',
    'delivery_time',
    'lead',
    'promisedDate',
    'createdAt',
    'validUntil',
    'contactName',
    'contactPhone',
    'address',
    'remark',
    'items',
    'charges',
    'files',
    'models',
  ]),
});
export type OrderRevision = z.output<typeof orderRevision>;

/** Also accepts the other fields of the order and of `withExt`. */
const reviseOrderBody = recordEdit(writable, { ...order.shape, ...orderWithExt.shape });
export type ReviseOrder = z.output<typeof reviseOrderBody>;

/** The revisions of a quotation: each edit creates a new one; old ones stay readable. */
export const revisions = {
  /**
   * Saves a new revision with current prices, validity and date, even if the quotation has expired. 409
   * `order.price_changed` with the server's figures if the price differs, 409 `record.changed` with the current order
   * if the version is stale.
   */
  revise: {
    method: 'PUT',
    path: '/order/:id',
    summary: '修改报价',
    permission: 'mfr:order:add',
    msg: '报价已保存',
    params: idParams,
    body: reviseOrderBody,
    convertBody: toRevisionBody,
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
