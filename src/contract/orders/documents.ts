import * as z from 'zod/mini';
import { SHIP_DATE_PENDING } from '#domain/orders/ship-date-label.ts';
import { keysOf } from '#domain/pick.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import { idParams, optionalText, timestamp, wholeParam } from '../kernel/fields.ts';

const line = z.object({
  lineNo: z.number(),
  name: z.string(),
  materialName: z.string(),
  /** Length, width, height in mm. */
  size: z.array(z.number()),
  num: z.number(),
  processes: z.array(z.object({ processName: z.string(), optionName: z.string() })),
  /** Yuan per piece, rounded to two decimals, for API clients. The page and the PDF print `linePrice` of the amount instead. */
  unitPrice: z.string(),
  /** Yuan with two decimals, for all pieces. */
  amount: z.string(),
  /** Working days. */
  days: z.number(),
  remark: z.string(),
  /** The shop declined to make the part, so the amount is 0. */
  isDeclined: z.optional(z.boolean()),
  /** The staff's note about the price, or why the part is declined. */
  note: z.optional(z.string()),
  /** Hash of the small picture of its model; missing without one. */
  picture: z.optional(z.string()),
  /** What the shop must still check before the price is binding; missing if the price is binding. */
  holds: z.optional(z.array(z.string())),
});

/** The content of one revision of a quotation for its page and PDF. Stored when the document is issued; never changes. */
export const quotationSnapshot = z.object({
  orderNo: z.string(),
  revision: z.number(),
  /** When the revision was created; in documents issued before 0.2.0, when they were first opened. */
  issuedAt: timestamp,
  validUntil: timestamp,
  /** Ship date, `YYYY-MM-DD`. */
  promisedDate: z.string(),
  /** The name of its lead class; missing for 标准. */
  lead: z.optional(z.string()),
  issuer: z.object({
    name: z.string(),
    address: z.string(),
    phone: z.string(),
    /** For invoices and transfers; missing if not set, and in documents issued before this field existed. */
    payment: z.optional(
      z.object({ title: z.string(), taxNumber: z.string(), bank: z.string(), account: z.string() }),
    ),
  }),
  customer: z.object({
    company: z.string(),
    contactName: z.string(),
    phone: z.string(),
    address: z.string(),
    /** Missing in documents issued before this field existed. */
    taxNumber: z.optional(z.string()),
  }),
  /** Hashes of the seal pictures; may be empty. Missing in documents issued before this field existed. */
  seals: z.optional(z.object({ issuer: z.string(), customer: z.string() })),
  items: z.array(line),
  /** Amounts in addition to the lines, in yuan with two decimals; missing if there are none. */
  charges: z.optional(
    z.array(
      z.object({
        label: z.string(),
        amount: z.string(),
        note: z.string(),
        /** Working days that it adds, instead of an amount. */
        days: z.optional(z.number()),
        /** For a discount on an offer with alternatives: percent of the chosen lines. */
        percent: z.optional(z.number()),
      }),
    ),
  ),
  /** Alternatives to lines, in yuan with two decimals and working days; missing if there are none. */
  alternatives: z.optional(
    z.array(
      z.object({
        no: z.number(),
        lineNo: z.number(),
        num: z.number(),
        label: z.string(),
        amount: z.string(),
        days: z.number(),
      }),
    ),
  ),
  remark: z.string(),
  /** The shop's note to the customer about the offer; missing if there is none, and in documents older than this field. */
  shopNote: z.optional(z.string()),
  /** The total in yuan with two decimals, and in words (大写). */
  total: z.string(),
  totalInWords: z.string(),
  taxNote: z.string(),
  terms: z.array(z.string()),
});
export type QuotationSnapshot = z.output<typeof quotationSnapshot>;

/** The label of the ship date in documents. Unlike the label in an order, it does not depend on the order's status. */
export const PROMISED_DATE_LABEL = '预计发货（报价时）';

/** The printed ship date; none is promised before the shop has checked all parts. */
export const promisedDateText = ({ promisedDate, items }: QuotationSnapshot): string =>
  items.some(({ holds }) => holds) ? SHIP_DATE_PENDING : promisedDate;

export const documentStatusLabels = {
  valid: '有效',
  expired: '已过期',
  cancelled: '已作废',
  superseded: '已被取代',
} as const;
export type DocumentStatus = keyof typeof documentStatusLabels;

const status = z.literal(keysOf(documentStatusLabels));

/** 20 letters and digits (base 32 without I, L, O, U): 100 random bits. */
const code = z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{20}$/, { error: '验证码格式不正确' }));

export const quotationDocument = z.object({
  snapshot: quotationSnapshot,
  /** The pictures of the snapshot's seals as data URIs; may be empty. */
  seals: z.object({ issuer: z.string(), customer: z.string() }),
  /** The pictures of the snapshot's lines as data URIs, by hash. */
  pictures: z.record(z.string(), z.string()),
  status,
  code: z.string(),
  /** Public URL of the verification page. */
  verifyUrl: z.string(),
  /** SHA-256 of the snapshot's canonical JSON, hexadecimal. */
  hash: z.string(),
});
export type QuotationDocument = z.output<typeof quotationDocument>;

/** Default: the current revision. */
const revisionQuery = z.strictObject({ revision: z.optional(wholeParam('版本')) });

const codeParams = z.strictObject({ code });

export const documents = {
  /** Issues the document of a revision on the first request. */
  one: {
    method: 'GET',
    path: '/order/:id/document',
    summary: '报价单',
    permission: 'mfr:order:query',
    params: idParams,
    query: revisionQuery,
    data: quotationDocument,
  },
  pdf: {
    method: 'GET',
    path: '/order/:id/quotation.pdf',
    summary: '下载报价单',
    permission: 'mfr:order:query',
    params: idParams,
    query: revisionQuery,
    answer: 'file',
    data: z.null(),
  },
  /** Checks a text before it is sent: lists the distinct characters that the PDF would print as 〓. */
  unprintable: {
    method: 'POST',
    path: '/quote/unprintable',
    summary: '报价单印不出的字符',
    permission: 'mfr:quote:add',
    readOnly: true,
    body: z.strictObject({ text: optionalText('文字', 4_000) }),
    data: z.string(),
  },
  /** Public facts about a document, looked up by its code. */
  verify: {
    method: 'GET',
    path: '/public/quotation/:code',
    summary: '报价单验真',
    permission: 'public',
    params: codeParams,
    data: z.object({
      orderNo: z.string(),
      revision: z.number(),
      status,
      issuer: z.string(),
      total: z.string(),
      issuedAt: timestamp,
      validUntil: timestamp,
      hash: z.string(),
    }),
  },
  /** Compares a file with the issued PDF; stores nothing. */
  compare: {
    method: 'POST',
    path: '/public/quotation/:code/file',
    summary: '报价单文件验真',
    permission: 'public',
    params: codeParams,
    upload: 'pdf',
    maxBytes: 5 * 1024 * 1024,
    readOnly: true,
    data: z.object({ isIssued: z.boolean() }),
  },
} as const satisfies Endpoints;
