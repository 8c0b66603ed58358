import * as z from 'zod/mini';
import { chosenAlternatives } from './alternatives.ts';
import { quotationDocument } from './documents.ts';
import { contactFields } from './part-item.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import {
  choice,
  idParams,
  ids,
  idsBody,
  optionalText,
  personName,
  phone,
  timestamp,
  whole,
} from '../kernel/fields.ts';

/** The maximum number of active links per order. */
export const MAX_LIVE_SHARES = 20;
const MAX_SHARE_DAYS = 90;

const newShare = z.strictObject({
  days: whole('有效天数', { min: 1, max: MAX_SHARE_DAYS }),
  /** Default: the current revision. */
  revision: z.optional(whole('版本', { min: 1 })),
  /** The bearer may accept or refuse the offer, once, without an account. */
  canReply: z.optional(z.boolean({ error: '能否答复必须是 true 或 false' })),
});
export type NewShare = z.output<typeof newShare>;

export const share = z.object({
  id: z.number(),
  revision: z.number(),
  createdAt: timestamp,
  createdBy: z.string(),
  expiresAt: timestamp,
  revokedAt: z.nullable(timestamp),
  /** The link still works. */
  isLive: z.boolean(),
  /** The number of visits, at most one per minute. */
  viewCount: z.number(),
  lastViewedAt: z.nullable(timestamp),
  /** The link was answered, or can be answered as long as the customer may place orders. */
  canReply: z.boolean(),
  /** The answer; `name` and `phone` were entered by the bearer. Staff also see the IP address and browser, if stored. */
  reply: z.nullable(
    z.object({
      kind: z.literal(['accepted', 'refused']),
      name: z.string(),
      phone: z.string(),
      at: timestamp,
      ip: z.optional(z.string()),
      userAgent: z.optional(z.string()),
    }),
  ),
});
export type Share = z.output<typeof share>;

const shareAnswer = z.strictObject({
  kind: choice('答复', ['accepted', 'refused']),
  name: personName('姓名', { max: 60 }),
  phone: phone('电话', { min: 1 }),
  /** For an acceptance: the delivery address, if the order lacks it. */
  address: z.optional(contactFields.address),
  /** For an acceptance. */
  chosen: z.optional(chosenAlternatives),
  /** For a refusal. */
  reason: z.optional(optionalText('说明', 500)),
  /** The bearer acts for the customer and, if accepting, agrees to price, delivery time and terms. */
  agreed: z.literal(true, { error: '请确认您有权答复，并同意报价单的内容' }),
});
export type NewShareAnswer = z.output<typeof shareAnswer>;

/** 256 random bits. A malformed token gets the same response as an unknown one. */
const tokenParams = z.strictObject({ token: z.string().check(z.maxLength(100)) });

/** Links that show one revision of a quotation without a session. */
export const shares = {
  list: {
    method: 'GET',
    path: '/order/:id/share',
    summary: '分享链接列表',
    permission: 'mfr:order:query',
    params: idParams,
    data: z.array(share),
  },
  /** The only response with the token: the server stores only its hash. */
  create: {
    method: 'POST',
    path: '/order/:id/share',
    summary: '生成分享链接',
    permission: 'mfr:order:move',
    msg: '分享链接已生成',
    params: idParams,
    body: newShare,
    data: z.object({ id: z.number(), token: z.string(), expiresAt: timestamp }),
  },
  revoke: {
    method: 'DELETE',
    path: '/order/:id/share',
    summary: '撤销分享链接',
    permission: 'mfr:order:move',
    msg: '分享链接已撤销',
    params: idParams,
    body: idsBody,
    data: ids,
  },
  /** Returns the document of the shared revision, or of the one accepted through the link, and nothing else about the order. */
  open: {
    method: 'GET',
    path: '/public/share/:token',
    summary: '查看分享的报价单',
    permission: 'public',
    params: tokenParams,
    data: z.object({
      ...quotationDocument.shape,
      expiresAt: timestamp,
      /** The shop's note to the customer about the offer; '' if there is none. */
      note: z.string(),
      /** The offer can be answered now. */
      canReply: z.boolean(),
      /** The answer given through this link. */
      reply: z.nullable(z.literal(['accepted', 'refused'])),
      /** If accepted through this link: the price in yuan with two decimals, the ship date, and the time of acceptance. */
      accepted: z.nullable(z.object({ price: z.string(), promisedDate: z.string(), at: timestamp })),
    }),
  },
  /**
   * Accepts or refuses the offer in the customer's name, once: 409 `share.answered` afterwards, 409 `share.unanswerable` when the
   * offer is no longer current and valid, or the customer may no longer place orders.
   */
  answer: {
    method: 'POST',
    path: '/public/share/:token/answer',
    summary: '答复分享的报价',
    permission: 'public',
    msg: '答复已提交',
    params: tokenParams,
    body: shareAnswer,
    data: z.null(),
  },
  pdf: {
    method: 'GET',
    path: '/public/share/:token/quotation.pdf',
    summary: '下载分享的报价单',
    permission: 'public',
    params: tokenParams,
    answer: 'file',
    data: z.null(),
  },
} as const satisfies Endpoints;
