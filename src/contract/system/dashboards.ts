import * as z from 'zod/mini';
import { ORDER_STATUSES } from '#domain/orders/order-status.ts';
import { COST_PERMISSION } from '../catalogue/costs.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import { day, periodChecks } from '../kernel/fields.ts';

/** The first and the last day in Shanghai time, at most 366 days. */
const period = z
  .strictObject({ beginDate: day('开始日期'), endDate: day('结束日期') })
  .check(...periodChecks(366));

/** A figure for the period, and for the preceding period of the same length. */
const comparison = z.object({ value: z.number(), before: z.number() });

/**
 * Amounts in yuan. Quotations are those created in the period. Orders are those placed in the period, regardless of when they were
 * quoted, and not cancelled. Customers are the users who placed these orders, and `amount` is the total of these orders.
 */
const businessFigures = z.object({
  quotations: comparison,
  orders: comparison,
  amount: comparison,
  customers: comparison,
  /** Share of the quotations of the period that have become orders, 0…1. */
  conversion: comparison,
  days: z.array(
    z.object({
      day: z.string(),
      quotations: z.number(),
      /** Quotations of that day that have become orders. */
      won: z.number(),
      orders: z.number(),
      amount: z.number(),
    }),
  ),
  topMaterials: z.array(
    z.object({ materialName: z.string(), pieces: z.number(), amount: z.number(), orders: z.number() }),
  ),
  topCustomers: z.array(
    z.object({
      /** 0 for users without a company. */
      deptId: z.number(),
      deptName: z.string(),
      orders: z.number(),
      amount: z.number(),
    }),
  ),
});
export type BusinessFigures = z.output<typeof businessFigures>;

const deliveryFigures = z.object({
  /** All orders by their current status. */
  byStatus: z.array(
    z.object({ status: z.literal([...ORDER_STATUSES]), count: z.number(), amount: z.number() }),
  ),
  /** Unshipped orders: those whose ship date is between today and Sunday, and those whose ship date has passed. */
  dueThisWeek: z.number(),
  overdue: z.number(),
  /** Figures of the period, by day of shipment. */
  shipped: comparison,
  /** Share of shipped orders on time, 0…1. */
  onTime: comparison,
  /** The mean number of days from placing to shipment: promised, and actual. */
  promisedDays: comparison,
  actualDays: comparison,
  /** Due: promised for that day. Late: shipped on that day, but promised for an earlier one. */
  days: z.array(z.object({ day: z.string(), due: z.number(), shipped: z.number(), late: z.number() })),
  /** Orders shipped in the period by lead class, slowest first; absent if all were 标准. */
  byLead: z.optional(
    z.array(
      z.object({
        name: z.string(),
        shipped: z.number(),
        late: z.number(),
        /** The share shipped on time, 0…1; null for fewer than `MIN_SHIPPED` orders. */
        onTime: z.nullable(z.number()),
      }),
    ),
  ),
  /** The most urgent unshipped orders. */
  urgent: z.array(
    z.object({
      id: z.number(),
      orderNo: z.string(),
      summary: z.string(),
      status: z.string(),
      promisedDate: z.string(),
      /** The name of its lead class; absent for 标准. */
      lead: z.optional(z.string()),
      /** Negative: days late. */
      daysLeft: z.number(),
    }),
  ),
});
/** With fewer shipped orders, the on-time share is not significant. */
export const MIN_SHIPPED = 20;
export type DeliveryFigures = z.output<typeof deliveryFigures>;

/** Minutes of the shop's working time; null if there is nothing to measure. */
const minutes = z.nullable(z.number());

/** Requests made in the period; a repeated request counts again. Times are the shop's working time. */
const requestFigures = z.object({
  asked: z.number(),
  /** Requests that have received an offer. */
  replied: z.number(),
  /** Share of the quotations of the period that were never a request, 0…1. */
  byMachine: z.number(),
  p50Minutes: minutes,
  p90Minutes: minutes,
  byPerson: z.array(z.object({ name: z.string(), replied: z.number(), p50Minutes: minutes })),
  /** Orders with an offer, by the response time of the last one; `won` of them were placed and not cancelled. */
  byResponse: z.array(z.object({ label: z.string(), offered: z.number(), won: z.number() })),
  /** The recorded reasons why offers were not accepted, most frequent first. */
  refusals: z.array(z.object({ label: z.string(), count: z.number() })),
  /** True if there are more requests: the figures then cover only the latest `MAX_REQUESTS`. */
  isCut: z.boolean(),
});
export type RequestFigures = z.output<typeof requestFigures>;

export const MAX_REQUESTS = 20_000;

/** The phases in which an order waits: for an offer, for the customer's answer, and for the parts. */
export const WAIT_PHASES = ['requested', 'quoted', 'placed'] as const;
export type WaitPhase = (typeof WAIT_PHASES)[number];

/** How long the orders shipped in the period waited since their creation. All times are the shop's working time. */
const waitingFigures = z.object({
  orders: z.number(),
  /** The mean waits for the shop and for the customer, over all these orders. */
  shopMinutes: minutes,
  customerMinutes: minutes,
  /** Each phase counts only the orders that went through it. */
  phases: z.array(
    z.object({
      phase: z.literal([...WAIT_PHASES]),
      orders: z.number(),
      meanMinutes: minutes,
      p50Minutes: minutes,
      p90Minutes: minutes,
    }),
  ),
  /** The figures cover only the latest `MAX_WAITING_ORDERS`. */
  isCut: z.boolean(),
});
export type WaitingFigures = z.output<typeof waitingFigures>;

export const MAX_WAITING_ORDERS = 5_000;

const marginSums = {
  orders: z.number(),
  /** The total in yuan of all orders, and of those with a known cost. */
  amount: z.number(),
  knownAmount: z.number(),
  /** The margin in yuan of the orders with a known cost. */
  margin: z.number(),
};

/**
 * Orders placed in the period and not cancelled, with their stored costs. The cost of an order is known if the costs of all its
 * priced lines are known.
 */
const marginFigures = z.object({
  ...marginSums,
  months: z.array(z.object({ month: z.string(), ...marginSums })),
  /** The customers with the largest margin. */
  customers: z.array(z.object({ deptName: z.string(), ...marginSums })),
  /** Figures of the lines with a known cost, without the discounts and charges of their orders. */
  tags: z.array(z.object({ materialTag: z.string(), amount: z.number(), margin: z.number() })),
  /** The figures cover only the latest `MAX_MARGIN_ORDERS`. */
  isCut: z.boolean(),
});
export type MarginFigures = z.output<typeof marginFigures>;

export const MAX_MARGIN_ORDERS = 20_000;

export const dashboards = {
  business: {
    method: 'GET',
    path: '/dashboard/business',
    summary: '经营看板',
    permission: 'mfr:dashboard:business',
    query: period,
    data: businessFigures,
  },
  requests: {
    method: 'GET',
    path: '/dashboard/requests',
    summary: '询价看板',
    permission: 'mfr:dashboard:business',
    query: period,
    data: requestFigures,
  },
  margin: {
    method: 'GET',
    path: '/dashboard/margin',
    summary: '毛利看板',
    permission: COST_PERMISSION,
    query: period,
    data: marginFigures,
  },
  delivery: {
    method: 'GET',
    path: '/dashboard/delivery',
    summary: '交付看板',
    permission: 'mfr:dashboard:delivery',
    query: period,
    data: deliveryFigures,
  },
  waiting: {
    method: 'GET',
    path: '/dashboard/waiting',
    summary: '双方等待',
    permission: 'mfr:dashboard:delivery',
    query: period,
    data: waitingFigures,
  },
} as const satisfies Endpoints;
