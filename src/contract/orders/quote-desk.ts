import * as z from 'zod/mini';
import { OFFER_PERMISSION } from '#domain/orders/moves.ts';
import { pick } from '#domain/pick.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import { choice, id, idParams, timestamp, wholeParam } from '../kernel/fields.ts';
import { order, orderItem } from './order-data.ts';
import { page, pageQuery, textFilter } from '../kernel/paging.ts';
import { MAX_ITEMS } from './part-item.ts';
import { lineGoal, solution } from './quotes.ts';

/** Whose requests: the caller's, those without an owner, or those of others. */
export const DESK_OWNERS = ['mine', 'free', 'others'] as const;

/** A request that waits for an offer. */
const deskRequest = z.object({
  ...pick(order.shape, ['id', 'orderNo', 'summary', 'itemCount', 'pieceCount', 'price']),
  ...pick(order.shape, ['targetPrice', 'wishedDate', 'requestedAt', 'replyDueAt']),
  /** The company, or the name of a customer without one. */
  customer: z.string(),
  /** The name of its lead class; absent for 标准. */
  lead: z.optional(z.string()),
  /** Working time of the shop until the answer is due, in minutes; negative once it is late; null without a promise. */
  minutesLeft: z.nullable(z.number()),
  /** The customer has a question to answer: the time left pauses. */
  isWaiting: z.boolean(),
  /** The member of staff who answers it. */
  ownerId: z.nullable(z.number()),
  ownerName: z.string(),
  /** The caller is its owner. */
  isMine: z.boolean(),
  /** It was offered before, and asked for again. */
  isAgain: z.boolean(),
  /** It has an offer that waits for approval. */
  isForRelease: z.boolean(),
});
export type DeskRequest = z.output<typeof deskRequest>;

const deskFilters = {
  owner: z.optional(choice('负责人', DESK_OWNERS)),
  /** Requests whose answer is late. */
  due: z.optional(choice('时限', ['late'])),
  /** Requests with an offer that waits for its release. */
  approval: z.optional(choice('审批', ['waiting'])),
  orderNo: textFilter('订单编号'),
  /** In the user name or the present name of the customer. */
  customer: textFilter('客户'),
};

/** The counts of the desk stop here. */
export const MAX_DESK_COUNT = 1_000;

/** A part as it was sold before. */
const similarPart = z.object({
  orderId: z.number(),
  orderNo: z.string(),
  placedAt: timestamp,
  customer: z.string(),
  item: orderItem,
});
export type SimilarPart = z.output<typeof similarPart>;

/** How much the edges of similar parts differ at most. */
export const SIMILAR_REACH = 0.2;
export const MAX_SIMILAR = 5;

/** A customer on whose behalf a request can be made. */
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

/** The work of those who price requests. */
export const quoteDesk = {
  /** Requests within the caller's data scope, the first to be answered first. */
  list: {
    method: 'GET',
    path: '/quote-desk',
    summary: '待报价队列',
    permission: OFFER_PERMISSION,
    query: pageQuery(deskFilters),
    data: page(deskRequest),
  },
  /** How many requests of each kind wait, each counted up to `MAX_DESK_COUNT`. */
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
  /** The first customers within the caller's data scope whose user name, name or company contains the text. */
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
   * Takes a request over, or gives it back to the queue. `seenOwnerId` is the owner that the caller saw; 409
   * `record.changed` with the request where it has another one since.
   */
  own: {
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
  /**
   * The prices of sold parts of the same material with the same options, and edges within `SIMILAR_REACH`: the latest orders
   * within the caller's data scope.
   */
  similar: {
    method: 'GET',
    path: '/quote-desk/:id/similar/:lineNo',
    summary: '相似零件的成交价',
    permission: OFFER_PERMISSION,
    params: lineParams,
    data: z.array(similarPart),
  },
  /** Suggests changes of a part for a lower price or an earlier date, by today's prices. */
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
