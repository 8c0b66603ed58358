import * as z from 'zod/mini';
import { OFFER_PERMISSION } from '#domain/orders/moves.ts';
import { pick } from '#domain/pick.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import { choice, id, idParams, timestamp, wholeParam } from '../kernel/fields.ts';
import { order, orderItem } from './order-data.ts';
import { page, pageQuery, textFilter } from '../kernel/paging.ts';
import { MAX_ITEMS } from './part-item.ts';
import { lineGoal, solution } from './quotes.ts';

/** Filter by owner: the caller, none, or others. */
export const DESK_OWNERS = ['mine', 'free', 'others'] as const;

/** A request that waits for an offer. */
const deskRequest = z.object({
  ...pick(order.shape, ['id', 'orderNo', 'summary', 'itemCount', 'pieceCount', 'price']),
  ...pick(order.shape, ['targetPrice', 'wishedDate', 'requestedAt', 'replyDueAt']),
  /** The company, or the customer's name if there is no company. */
  customer: z.string(),
  /** The name of its lead class; absent for 标准. */
  lead: z.optional(z.string()),
  /** Working minutes until the answer is due; negative when it is late; null without a promise. */
  minutesLeft: z.nullable(z.number()),
  /** A question to the customer is unanswered, so `minutesLeft` is paused. */
  isWaiting: z.boolean(),
  /** The staff user who handles it. */
  ownerId: z.nullable(z.number()),
  ownerName: z.string(),
  /** The caller is the owner. */
  isMine: z.boolean(),
  /** The customer received an offer and then requested another. */
  isAgain: z.boolean(),
  /** It has a pending offer. */
  isForRelease: z.boolean(),
});
export type DeskRequest = z.output<typeof deskRequest>;

const deskFilters = {
  owner: z.optional(choice('负责人', DESK_OWNERS)),
  due: z.optional(choice('时限', ['late'])),
  /** Requests with a pending offer. */
  approval: z.optional(choice('审批', ['waiting'])),
  orderNo: textFilter('订单编号'),
  /** Searches the user name and the current name of the customer. */
  customer: textFilter('客户'),
};

/** Upper limit of each count. */
export const MAX_DESK_COUNT = 1_000;

/** A similar part of an earlier order. */
const similarPart = z.object({
  orderId: z.number(),
  orderNo: z.string(),
  placedAt: timestamp,
  customer: z.string(),
  item: orderItem,
});
export type SimilarPart = z.output<typeof similarPart>;

/** The maximum relative difference between the edges of similar parts. */
export const SIMILAR_EDGE_TOLERANCE = 0.2;
export const MAX_SIMILAR_PARTS = 5;

/** A customer for whom staff can create a request. */
const deskCustomer = z.object({
  userId: z.number(),
  username: z.string(),
  nickName: z.string(),
  /** The company, empty without one. */
  company: z.string(),
});
export type DeskCustomer = z.output<typeof deskCustomer>;

export const MAX_DESK_CUSTOMERS = 8;

const lineParams = z.strictObject({
  id: wholeParam('编号'),
  lineNo: wholeParam('零件', { min: 1, max: MAX_ITEMS }),
});

/** The desk of staff who price requests. */
export const quoteDesk = {
  /** Requests within the caller's data scope, earliest due first. */
  list: {
    method: 'GET',
    path: '/quote-desk',
    summary: '待报价队列',
    permission: OFFER_PERMISSION,
    query: pageQuery(deskFilters),
    data: page(deskRequest),
  },
  /** The number of requests of each kind, up to `MAX_DESK_COUNT`. */
  counts: {
    method: 'GET',
    path: '/quote-desk/counts',
    summary: '待报价统计',
    permission: OFFER_PERMISSION,
    data: z.object({
      all: z.number(),
      mine: z.number(),
      free: z.number(),
      late: z.number(),
      waiting: z.number(),
    }),
  },
  /** Finds customers within the caller's data scope by user name, name or company. */
  customers: {
    method: 'GET',
    path: '/quote-desk/customers',
    summary: '查找客户',
    permission: OFFER_PERMISSION,
    query: z.strictObject({ text: textFilter('客户') }),
    data: z.array(deskCustomer),
  },
  /** One request; 404 for an order with another status. */
  one: {
    method: 'GET',
    path: '/quote-desk/:id',
    summary: '待报价询价',
    permission: OFFER_PERMISSION,
    params: idParams,
    data: deskRequest,
  },
  /**
   * Takes a request, or returns it to the queue. `seenOwnerId` is the owner that the caller saw; 409 `record.changed` with the
   * request if the owner has changed.
   */
  setOwner: {
    method: 'PUT',
    path: '/quote-desk/:id/owner',
    summary: '接手或放回询价',
    permission: OFFER_PERMISSION,
    params: idParams,
    body: z.strictObject({
      owner: choice('负责人', ['me', 'none']),
      seenOwnerId: z.nullable(id),
    }),
    data: deskRequest,
  },
  /** Parts from the latest orders within the data scope: same material and options, edges within `SIMILAR_EDGE_TOLERANCE`. */
  similar: {
    method: 'GET',
    path: '/quote-desk/:id/similar/:lineNo',
    summary: '相似零件的成交价',
    permission: OFFER_PERMISSION,
    params: lineParams,
    data: z.array(similarPart),
  },
  /** Suggests changes to a part that lower its price or bring its date forward, at current prices. */
  suggestions: {
    method: 'POST',
    path: '/quote-desk/:id/ways/:lineNo',
    summary: '询价零件的省钱建议与目标价',
    permission: OFFER_PERMISSION,
    readOnly: true,
    params: lineParams,
    body: lineGoal,
    data: solution,
  },
} as const satisfies Endpoints;
