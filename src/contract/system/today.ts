import * as z from 'zod/mini';
import { MATERIAL_STATUSES } from '#domain/material-status.ts';
import { ORDER_STATUSES } from '#domain/orders/order-status.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import { choice, timestamp } from '../kernel/fields.ts';

/** Records that wait for the caller: their number, and the first few of them. */
const waiting = <Row extends z.ZodMiniType>(row: Row) => z.object({ count: z.number(), list: z.array(row) });

const waitingOrder = z.object({
  id: z.number(),
  orderNo: z.string(),
  status: z.literal([...ORDER_STATUSES]),
  /** Names of the first items. */
  summary: z.string(),
  /** The company, or the customer's name if there is no company. */
  customer: z.string(),
  /** The name of its lead class; absent for 标准. */
  lead: z.optional(z.string()),
  /** Yuan with two decimals. */
  price: z.string(),
  promisedDate: z.string(),
  validUntil: timestamp,
  /** Working minutes until the answer to a request is due; negative when it is late; null without a promise. */
  minutesLeft: z.nullable(z.number()),
});

const waitingMaterial = z.object({
  id: z.number(),
  name: z.string(),
  status: z.literal([...MATERIAL_STATUSES]),
  /** The number of applicable options without a price. */
  gaps: z.number(),
});

/** The set-up steps of a new shop, in order. */
export const FIRST_STEPS = [
  'company',
  'address',
  'seal',
  'tax',
  'holidays',
  'materials',
  'processes',
  'prices',
  'limits',
  'charges',
  'mail',
  'customers',
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** Quotations are listed if they expire within this number of days. */
export const EXPIRING_DAYS = 2;

/** Upper limit for the counts of expiring quotations, and of orders with models to review. */
export const MAX_WAITING_COUNT = 1_000;

const todayWork = z.object({
  /** Orders within the caller's data scope; null without the permission to list orders. */
  orders: z.nullable(
    z.object({
      /** Requests without an offer, earliest due first; null for callers who may not price them. */
      toPrice: z.nullable(waiting(waitingOrder)),
      /** Requests with a pending offer; null for callers who may not approve any. */
      toRelease: z.nullable(waiting(waitingOrder)),
      toConfirm: waiting(waitingOrder),
      /** Unshipped orders whose ship date has passed. */
      overdue: waiting(waitingOrder),
      expiring: waiting(waitingOrder),
      /** Unconfirmed orders with a model to check; null without the permission to acknowledge models. */
      openModels: z.nullable(waiting(waitingOrder)),
    }),
  ),
  /** Materials that lack a price, those on sale first; null without the permission for the price table. */
  unpriced: z.nullable(waiting(waitingMaterial)),
  /** Steps for the caller until the first order, or longer while sample prices are unconfirmed; empty when all are done. */
  steps: z.array(z.object({ step: z.literal([...FIRST_STEPS]), isDone: z.boolean() })),
  /** Whether there are sample materials that the caller may remove. */
  hasSamples: z.boolean(),
});
export type TodayWork = z.output<typeof todayWork>;
export type WaitingOrder = z.output<typeof waitingOrder>;
export type WaitingMaterial = z.output<typeof waitingMaterial>;

/** The pending work of the caller. Each property requires the permission for its list. */
export const today = {
  work: {
    method: 'GET',
    path: '/today',
    summary: '今日待办',
    permission: 'session',
    data: todayWork,
  },
  /** Confirms that the current state of a step has been checked. */
  confirmStep: {
    method: 'POST',
    path: '/today/confirm-step',
    summary: '确认开始使用的步骤',
    permission: 'admin:sysConfigSet:update',
    msg: '已确认',
    body: z.strictObject({ step: choice('步骤', FIRST_STEPS) }),
    data: z.null(),
  },
  /** Removes sample materials, processes and prices that no user has changed; an error if there are orders. */
  emptySamples: {
    method: 'POST',
    path: '/today/empty-samples',
    summary: '清空示例目录',
    permission: 'mfr:material:remove',
    msg: '示例目录已清空',
    data: z.object({ materials: z.number(), processes: z.number(), stockSizes: z.number() }),
  },
} as const satisfies Endpoints;
