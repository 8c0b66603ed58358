import * as z from 'zod/mini';
import { OFFER_PERMISSION } from '#domain/orders/moves.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import { day, id, idParams, optionalText, version, whole } from '../kernel/fields.ts';
import { order } from './order-data.ts';
import { shipment } from './order-moves.ts';
import { contactFields, MAX_PART_FILES } from './part-item.ts';

/** The fields that the shop may change without a new revision. */
const shopEdit = z.strictObject({
  staffNote: optionalText('内部备注', 1000),
  /** `YYYY-MM-DD`. */
  promisedDate: day('承诺发货日'),
  /** Required when the date changes; shown in the order's history. */
  reason: z.optional(optionalText('原因', 500)),
  version,
});
export type ShopEdit = z.output<typeof shopEdit>;

/** Corrects or adds the shipment of a shipped order. */
const shipmentEdit = z.strictObject({ ...shipment, version });
export type ShipmentEdit = z.output<typeof shipmentEdit>;

const contactEdit = z.strictObject({ ...contactFields, version });
export type ContactEdit = z.output<typeof contactEdit>;

/**
 * Additional files for one part of an order that is not confirmed yet. Has the revision instead of the version, so that files
 * for several parts can be added at the same time.
 */
const additionalFiles = z.strictObject({
  lineNo: whole('零件', { min: 1 }),
  fileIds: z
    .array(id, { error: '附件必须是列表' })
    .check(
      z.minLength(1, { error: '请选择附件' }),
      z.maxLength(MAX_PART_FILES, { error: `一个零件最多${MAX_PART_FILES}个附件` }),
    ),
  revision: whole('版本', { min: 1 }),
});
export type AdditionalFiles = z.output<typeof additionalFiles>;

/** The customer to whom a request is transferred. */
const transfer = z.strictObject({ forUserId: id, version });
export type CustomerTransfer = z.output<typeof transfer>;

/** Changes to an order that affect neither its status nor its items. */
export const orderEdits = {
  edit: {
    method: 'POST',
    path: '/order/:id/shop',
    summary: '修改内部备注与承诺发货日',
    permission: 'mfr:order:edit',
    msg: '更新成功',
    params: idParams,
    body: shopEdit,
    data: order,
  },
  shipment: {
    method: 'POST',
    path: '/order/:id/shipment',
    summary: '修改承运方与运单号',
    permission: 'mfr:order:edit',
    msg: '更新成功',
    params: idParams,
    body: shipmentEdit,
    data: order,
  },
  /** Corrects the delivery contact until the order is confirmed. */
  contact: {
    method: 'POST',
    path: '/order/:id/contact',
    summary: '修改收货信息',
    permission: 'mfr:order:add',
    msg: '收货信息已更新',
    params: idParams,
    body: contactEdit,
    data: order,
  },
  /**
   * Transfers a request that staff created for a customer to another customer, with its parts, files and messages. The
   * previous customer no longer sees it, and its share links stop working. Prices do not change; documents of earlier
   * revisions keep the customer name that they were issued with.
   */
  transfer: {
    method: 'POST',
    path: '/order/:id/customer',
    summary: '更正询价的客户',
    permission: OFFER_PERMISSION,
    msg: '询价已转给客户',
    params: idParams,
    body: transfer,
    data: order,
  },
  /** Adds the caller's uploads to a part of a placed order until it is confirmed. */
  addFiles: {
    method: 'POST',
    path: '/order/:id/file',
    summary: '补充图纸',
    permission: 'mfr:order:add',
    msg: '附件已添加',
    params: idParams,
    body: additionalFiles,
    data: order,
  },
} as const satisfies Endpoints;
