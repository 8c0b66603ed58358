import * as z from 'zod/mini';
import { ORDER_STATUSES } from '#domain/orders/order-status.ts';
import { chosenAlternatives } from './alternatives.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import { choice, id, idParams, optionalLine, optionalText, version, whole } from '../kernel/fields.ts';
import { order, orderStatus } from './order-data.ts';

const move = {
  to: choice('订单状态', ORDER_STATUSES),
  reason: z.optional(optionalText('原因', 500)),
};

export const shipment = {
  carrier: optionalLine('承运方', 50),
  trackingNo: optionalLine('运单号', 100),
};

/** The dictionary of reasons for refusals. */
export const REFUSAL_DICT = 'refusal_reason';

/** Equals the maximum number of parts of an order. */
const MAX_SEEN_HOLDS = 200;

const moveOrderBody = z.strictObject({
  ...move,
  version,
  /** Only for `placed`: the chosen alternatives. */
  chosen: z.optional(chosenAlternatives),
  /** Only for `cancelled`: a value of the dictionary `refusal_reason`. The reason in the history starts with its label. */
  refusal: z.optional(optionalText('不接受的原因', 100)),
  /** Only for `shipped`. */
  carrier: z.optional(shipment.carrier),
  trackingNo: z.optional(shipment.trackingNo),
  /** The lines whose findings the user has seen, and in which measurement. A confirmation must name all that block the order. */
  seenHolds: z.optional(
    z
      .array(z.strictObject({ lineNo: whole('零件', { min: 1 }), measurings: whole('测量次数') }), {
        error: '看过的提示必须是列表',
      })
      .check(z.maxLength(MAX_SEEN_HOLDS, { error: `看过的提示最多${MAX_SEEN_HOLDS}条` })),
  ),
});
export type MoveOrder = z.output<typeof moveOrderBody>;

/** Equals the largest page size of the back office, because users select within one page. */
export const MAX_BULK_MOVES = 100;

const orderVersions = z.array(z.strictObject({ id, version }), { error: '订单必须是列表' }).check(
  z.minLength(1, { error: '请选择订单' }),
  z.maxLength(MAX_BULK_MOVES, { error: `一次最多${MAX_BULK_MOVES}个订单` }),
  z.refine((orders) => new Set(orders.map((order) => order.id)).size === orders.length, {
    error: '同一订单只能出现一次',
  }),
);

const moveOrdersBody = z.strictObject({ ...move, orders: orderVersions });
export type MoveOrders = z.output<typeof moveOrdersBody>;

const undoOrdersBody = z.strictObject({ orders: orderVersions });
export type UndoOrders = z.output<typeof undoOrdersBody>;

/** The outcome for one order of a bulk move or undo; `error` and `msg` explain a refusal. */
const moveOutcome = z.object({
  id: z.number(),
  /** Empty if the caller may not see the order. */
  orderNo: z.string(),
  /** The current status and version. */
  status: z.nullable(orderStatus),
  version: z.nullable(z.number()),
  isMoved: z.boolean(),
  error: z.nullable(z.string()),
  msg: z.string(),
});
export type MoveOutcome = z.output<typeof moveOutcome>;

/** Status changes of orders. */
export const orderMoves = {
  move: {
    method: 'POST',
    path: '/order/:id/move',
    summary: '变更订单状态',
    permission: 'mfr:order:move',
    msg: '操作成功',
    params: idParams,
    body: moveOrderBody,
    data: order,
  },
  /** Undoes the caller's last move of an order within a minute, if the order has not changed since. */
  undo: {
    method: 'POST',
    path: '/order/:id/undo',
    summary: '撤销订单状态变更',
    permission: 'mfr:order:move',
    msg: '已撤销',
    params: idParams,
    body: z.strictObject({ version }),
    data: order,
  },
  /**
   * Moves several orders by the rules of `move`, each in its own transaction, so that a refusal does not affect the others. `data`
   * has one outcome for each, in the given order.
   */
  moveMany: {
    method: 'POST',
    path: '/order/move',
    summary: '批量变更订单状态',
    permission: 'mfr:order:move',
    msg: '操作完成',
    body: moveOrdersBody,
    data: z.array(moveOutcome),
  },
  /** Undoes the caller's last move of several orders by the rules of `undo`, like `moveMany`. */
  undoMany: {
    method: 'POST',
    path: '/order/undo',
    summary: '批量撤销订单状态变更',
    permission: 'mfr:order:move',
    msg: '操作完成',
    body: undoOrdersBody,
    data: z.array(moveOutcome),
  },
} as const satisfies Endpoints;
