import * as z from 'zod/mini';
import { APPROVE_PERMISSION, OFFER_PERMISSION } from '#domain/orders/moves.ts';
import { quotationSnapshot } from './documents.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import { id, idParams, optionalText, text, version, whole } from '../kernel/fields.ts';
import { offerBody } from './offer-body.ts';
import { order } from './order-data.ts';

const extension = z.strictObject({
  /** Counted from today. */
  validDays: whole('有效期', { min: 1, max: 365 }),
  /** For the customer, in the order's history. */
  note: z.optional(optionalText('说明', 500)),
  version,
});
export type Extension = z.output<typeof extension>;

const lapse = z.strictObject({
  /** A value of the dictionary `refusal_reason`. */
  refusal: text('未成交的原因', { max: 100 }),
  /** For staff, in the order's history. */
  note: z.optional(optionalText('说明', 500)),
  version,
});
export type Lapse = z.output<typeof lapse>;

/** The shop's answers to requests. */
export const offers = {
  /** Extends a quotation, even an expired one: copies it to a new revision, with validity and ship date counted from today. */
  extend: {
    method: 'POST',
    path: '/order/:id/extend',
    summary: '延长报价有效期',
    permission: OFFER_PERMISSION,
    msg: '有效期已延长',
    params: idParams,
    body: extension,
    data: order,
  },
  /**
   * Records why an expired quotation was not accepted; replaces an earlier reason. It counts as a refusal until the quotation is
   * offered again; the customer does not see it. 409 `order.not_expired`.
   */
  lapse: {
    method: 'POST',
    path: '/order/:id/lapse',
    summary: '登记过期报价未成交的原因',
    permission: OFFER_PERMISSION,
    msg: '已登记原因',
    params: idParams,
    body: lapse,
    data: order,
  },
  /**
   * Sends an offer for a request: a new revision, in which each line has a price or is declined. The formula's prices
   * are those that the customer saw. An offer whose discount exceeds the caller's limit, or whose margin is below the
   * floor, is stored for approval instead (`isForRelease`), and the order stays a request until then. To replace a
   * pending offer, send its id as `replacesId`; 409 `record.changed` otherwise.
   */
  offer: {
    method: 'POST',
    path: '/order/:id/offer',
    summary: '人工报价',
    permission: OFFER_PERMISSION,
    msg: '报价已发送',
    msgOf: (data) =>
      typeof data === 'object' && data !== null && 'isForRelease' in data && data.isForRelease === true
        ? '报价已提交审批'
        : undefined,
    params: idParams,
    body: offerBody,
    data: z.extend(order, { isForRelease: z.boolean() }),
  },
  /** Previews an offer as the customer would see it, and whether it would need approval. Writes nothing. */
  previewOffer: {
    method: 'POST',
    path: '/order/:id/offer/preview',
    summary: '预览报价',
    permission: OFFER_PERMISSION,
    params: idParams,
    body: offerBody,
    readOnly: true,
    data: z.object({
      snapshot: quotationSnapshot,
      /** The reduction from the automatic price, and the caller's limit, in percent. */
      percent: z.number(),
      limitPercent: z.number(),
      isForRelease: z.boolean(),
    }),
  },
  /**
   * Approves a pending offer and sends it exactly as stored. 409 `order.approval_stale` if the request has changed, 409
   * `order.approval_decided` if it was already decided, 403 `order.above_limit` if the discount exceeds
   * the caller's limit.
   */
  releaseOffer: {
    method: 'POST',
    path: '/order/:id/offer/release',
    summary: '批准报价',
    permission: APPROVE_PERMISSION,
    msg: '报价已批准并发送',
    params: idParams,
    body: z.strictObject({ approvalId: id }),
    data: order,
  },
  /** Returns a pending offer to its author. */
  refuseOffer: {
    method: 'POST',
    path: '/order/:id/offer/refuse',
    summary: '退回报价',
    permission: APPROVE_PERMISSION,
    msg: '报价已退回',
    params: idParams,
    body: z.strictObject({ approvalId: id, reason: text('退回原因', { max: 500 }) }),
    data: order,
  },
} as const satisfies Endpoints;
