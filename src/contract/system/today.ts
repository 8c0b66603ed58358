import * as z from 'zod/mini';
import { MATERIAL_STATUSES } from '#domain/material-status.ts';
import { ORDER_STATUSES } from '#domain/orders/order-status.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import { choice, timestamp } from '../kernel/fields.ts';

/** Records that wait for work: how many, and the first few. */
const waiting = <Row extends z.ZodMiniType>(row: Row) => z.object({ count: z.number(), list: z.array(row) });

const waitingOrder = z.object({
  id: z.number(),
  orderNo: z.string(),
  status: z.literal([...ORDER_STATUSES]),
  /** Names of the first items. */
  summary: z.string(),
  /** The company, or the name of a customer without one. */
  customer: z.string(),
  /** The name of its lead class; absent for 标准. */
  lead: z.optional(z.string()),
  /** Yuan with two decimals. */
  price: z.string(),
  promisedDate: z.string(),
  validUntil: timestamp,
  /** Working minutes until the promised answer to a request, negative when it is late; null without a promise. */
  minutesLeft: z.nullable(z.number()),
});

const waitingMaterial = z.object({
  id: z.number(),
  name: z.string(),
  status: z.literal([...MATERIAL_STATUSES]),
  /** The number of applicable options without a price. */
  gaps: z.number(),
});

/** The steps of a new shop before its first quotation, in this order. */
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

/** Quotations that may be ordered for less than this many days. */
export const EXPIRING_DAYS = 2;

/** Expiring quotations, and orders with models to review, are counted up to this number. */
export const MAX_EXPIRING = 1_000;

const todayWork = z.object({
  /** Orders within the caller's data scope; null without the permission for the list of orders. */
  orders: z.nullable(
    z.object({
      /** Requests without an offer, the first to be answered first; null for callers who may not price them. */
      toPrice: z.nullable(waiting(waitingOrder)),
      /** Requests with an offer that waits for its release; null for callers who may not release any. */
      toRelease: z.nullable(waiting(waitingOrder)),
      toConfirm: waiting(waitingOrder),
      /** Open orders whose promised day has passed. */
      overdue: waiting(waitingOrder),
      expiring: waiting(waitingOrder),
      /** Orders to confirm with a model to check first; null for callers without the permission to acknowledge models. */
      openModels: z.nullable(waiting(waitingOrder)),
    }),
  ),
  /** Materials that lack a price, those on sale before drafts; null without the permission for the price table. */
  unpriced: z.nullable(waiting(waitingMaterial)),
  /** The steps that the caller may take: until the first order, and after it while sample prices are unconfirmed; empty when all are done. */
  steps: z.array(z.object({ step: z.literal([...FIRST_STEPS]), isDone: z.boolean() })),
  /** Whether the steps include sample materials that the caller may empty. */
  hasSamples: z.boolean(),
});
export type TodayWork = z.output<typeof todayWork>;
export type WaitingOrder = z.output<typeof waitingOrder>;
export type WaitingMaterial = z.output<typeof waitingMaterial>;

/** The work that waits for the caller. Each part requires the permission of its list. */
export const today = {
  work: {
    method: 'GET',
    path: '/today',
    summary: '今日待办',
    permission: 'session',
    data: todayWork,
  },
  /** Confirms that the present state of a step has been checked. */
  confirmStep: {
    method: 'POST',
    path: '/today/confirm-step',
    summary: '确认开始使用的步骤',
    permission: 'admin:sysConfigSet:update',
    msg: '已确认',
    body: z.strictObject({ step: choice('步骤', FIRST_STEPS) }),
    data: z.null(),
  },
  /** Removes the sample materials, processes and prices that no user has changed; refused while there are orders. */
  emptySamples: {
    method: 'POST',
    path: '/today/empty-samples',
    summary: '清空示例目录',
    permission: 'mfr:material:remove',
    msg: '示例目录已清空',
    data: z.object({ materials: z.number(), processes: z.number(), stockSizes: z.number() }),
  },
} as const satisfies Endpoints;
