import * as z from 'zod/mini';
import { quotationDocument } from './documents.ts';
import type { Endpoints } from './endpoint.ts';
import { idParams, ids, idsBody, timestamp, whole } from './fields.ts';

/** Maximum of active links per order. */
export const MAX_LIVE_SHARES = 20;
const MAX_SHARE_DAYS = 90;

const newShare = z.strictObject({
  days: whole('有效天数', { min: 1, max: MAX_SHARE_DAYS }),
  /** The current revision unless given. */
  revision: z.optional(whole('版本', { min: 1 })),
});
export type NewShare = z.output<typeof newShare>;

export const share = z.object({
  id: z.number(),
  revision: z.number(),
  createdAt: timestamp,
  expiresAt: timestamp,
  revokedAt: z.nullable(timestamp),
  /** The link still works. */
  isLive: z.boolean(),
  /** Visits at least a minute apart. */
  viewCount: z.number(),
  lastViewedAt: z.nullable(timestamp),
});
export type Share = z.output<typeof share>;

/** 256 random bits. A malformed token gets the same answer as an unknown one. */
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
  /** The only answer that contains the token: the server stores just its hash. */
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
  /** The document of the shared revision; nothing else about the order or its account. */
  open: {
    method: 'GET',
    path: '/public/share/:token',
    summary: '查看分享的报价单',
    permission: 'public',
    params: tokenParams,
    data: z.object({ ...quotationDocument.shape, expiresAt: timestamp }),
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
