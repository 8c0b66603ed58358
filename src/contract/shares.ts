import * as z from 'zod/mini';
import { quotationDocument } from './documents.ts';
import type { Endpoints } from './endpoint.ts';
import { idParams, ids, idsBody, timestamp, whole } from './fields.ts';

/** Links of an order that work at the same time. */
export const MAX_LIVE_SHARES = 20;
export const MAX_SHARE_DAYS = 90;

export const newShare = z.strictObject({
  days: whole('有效天数', { min: 1, max: MAX_SHARE_DAYS }),
  /** The current one unless given. */
  revision: z.optional(whole('版本', { min: 1 })),
});
export type NewShare = z.output<typeof newShare>;

export const share = z.object({
  id: z.number(),
  revision: z.number(),
  createdAt: timestamp,
  expiresAt: timestamp,
  revokedAt: z.nullable(timestamp),
  /** Opens it still? */
  isLive: z.boolean(),
  /** Visits at least a minute apart. */
  viewCount: z.number(),
  lastViewedAt: z.nullable(timestamp),
});
export type Share = z.output<typeof share>;

/** 256 random bits. Whatever is no token is as unknown as one that nobody made. */
const tokenParams = z.strictObject({ token: z.string().check(z.maxLength(100)) });

/** Links that show one revision of a quotation to whoever holds them. */
export const shares = {
  list: {
    method: 'GET',
    path: '/order/:id/share',
    summary: '分享链接列表',
    permission: 'mfr:order:query',
    params: idParams,
    data: z.array(share),
  },
  /** The token is told this once: only its hash is stored. */
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
  /** What the document of the shared revision says; nothing else of the order or its account. */
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
