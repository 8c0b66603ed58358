import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';
import { choice, day, id, idParams, text } from '../kernel/fields.ts';
import { leadClassId } from '../catalogue/lead-classes.ts';
import { offers } from './offers.ts';
import { order, orderWithExt } from './order-data.ts';
import { orderEdits } from './order-edits.ts';
import { orderExports, orderFilters } from './order-lists.ts';
import { orderMoves } from './order-moves.ts';
import { page, pageQuery } from '../kernel/paging.ts';
import { contact, quotationItems } from './part-item.ts';
import { quotation } from './quotes.ts';

/** The price that the customer saw, yuan with two decimals: only compared with the server's price. */
export const seenPrice = text('订单金额', { max: 20 }).check(
  z.regex(/^(0|[1-9]\d{0,14})\.\d{2}$/, { error: '订单金额必须是两位小数的金额，例如 "1234.50"' }),
);

const TARGET_PRICE = '请输入目标价，最多两位小数，例如 1234.50';

/** Yuan with at most two decimals, above 0. */
const targetPrice = z.string({ error: TARGET_PRICE }).check(
  z.regex(/^(0|[1-9]\d{0,9})(\.\d{1,2})?$/, { error: TARGET_PRICE, abort: true }),
  z.refine((value) => Number(value) > 0, { error: '目标价必须大于0' }),
);

/** What a customer may ask for in a request. */
const wishes = {
  targetPrice: z.optional(targetPrice),
  wishedDate: z.optional(day('期望发货日')),
};

export const placeOrderBody = z
  .strictObject({
    items: quotationItems,
    price: seenPrice,
    status: z._default(choice('状态', ['requested', 'quoted', 'placed']), 'placed'),
    /** The customer for whom staff create a request; needs the permission to price requests. */
    forUserId: z.optional(id),
    /** Null or missing: 标准. */
    leadClassId: z.optional(leadClassId),
    ...wishes,
    ...contact,
  })
  .check(
    z.refine(
      ({ status, targetPrice, wishedDate }) => status === 'requested' || !(targetPrice || wishedDate),
      {
        error: '目标价和期望发货日只能随询价提交',
        path: ['status'],
      },
    ),
    z.refine(({ status, forUserId }) => status === 'requested' || forUserId === undefined, {
      error: '只能代客户提交询价',
      path: ['forUserId'],
    }),
  );
export type PlaceOrder = z.output<typeof placeOrderBody>;

const { status: _status, ...countFilters } = orderFilters;

export const orders = {
  list: {
    method: 'GET',
    path: '/order',
    summary: '订单列表',
    permission: 'mfr:order:list',
    query: pageQuery(orderFilters),
    data: page(order),
  },
  one: {
    method: 'GET',
    path: '/order/:id',
    summary: '订单',
    permission: 'mfr:order:query',
    params: idParams,
    data: order,
  },
  withExt: {
    method: 'GET',
    path: '/order/:id/withExt',
    summary: '订单详情',
    permission: 'mfr:order:query',
    params: idParams,
    data: orderWithExt,
  },
  /**
   * `data` is the id of the new order. A request (`requested`) may contain parts whose options have no price; `price`
   * is then the sum of the other lines. 409 `order.price_changed` with the server's figures if its price differs,
   * 422 `order.needs_review` with the `gates` for `placed` or `quoted` with a review reason,
   * 422 `order.lead_unavailable` for a lead class that the parts cannot have, 409 `order.lead_full` for one without a
   * free slot today.
   */
  place: {
    method: 'POST',
    path: '/order',
    summary: '提交订单',
    permission: 'mfr:order:add',
    idempotent: true,
    failure: { type: 'warning', text: (code, msg) => `下单失败:${code}-${msg}` },
    msg: '提交成功',
    body: placeOrderBody,
    data: z.number(),
  },
  ...orderMoves,
  ...offers,
  /** The number of orders of each status that match the other filters. */
  counts: {
    method: 'GET',
    path: '/order/counts',
    summary: '订单状态统计',
    permission: 'mfr:order:list',
    query: z.strictObject(countFilters),
    data: z.record(z.string(), z.number()),
  },
  ...orderEdits,
  /** The current price of the same items for the order's company, or the reason why there is none. */
  reprice: {
    method: 'GET',
    path: '/order/:id/reprice',
    summary: '按今日价格试算',
    permission: 'mfr:order:query',
    params: idParams,
    data: z.object({
      quotation: z.nullable(quotation),
      reason: z.string(),
      /** The figures of each item in yuan and days; `reason` explains why an item can no longer be priced. */
      items: z.array(
        z.object({
          lineNo: z.number(),
          sub_total: z.nullable(z.number()),
          delivery_time: z.nullable(z.number()),
          reason: z.string(),
        }),
      ),
    }),
  },
  ...orderExports,
} as const satisfies Endpoints;
