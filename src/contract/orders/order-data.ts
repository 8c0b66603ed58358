import * as z from 'zod/mini';
import { ORDER_STATUSES } from '#domain/orders/order-status.ts';
import { alternative } from './alternatives.ts';
import { offerApproval } from './approvals.ts';
import { timestamp } from '../kernel/fields.ts';
import { orderFile } from '../files/files.ts';
import { reviewReason } from './review-reasons.ts';
import { orderLead } from '../catalogue/lead-classes.ts';
import { orderModel } from '../files/models.ts';
import { itemFigures, priceTrace } from './price-trace.ts';
import { charge } from './charges.ts';
import { stockPlan } from './stock-plan.ts';

export const orderStatus = z.literal([...ORDER_STATUSES]);

const orderFields = {
  id: z.number(),
  orderNo: z.string(),
  revision: z.number(),
  status: orderStatus,
  /** The sum of all charges and of the lines that have a price, in yuan with two decimals. */
  price: z.string(),
  /** The days of the slowest item in the lead class. */
  delivery_time: z.number(),
  /** The order's lead class; absent for 标准. */
  lead: z.optional(orderLead),
  /** Ship date, `YYYY-MM-DD`. */
  promisedDate: z.string(),
  /** True if price and date bind only once the shop has checked a model; absent otherwise, and in lists for staff. */
  isReference: z.optional(z.boolean()),
  /** Whether staff agreed on the date: it then stays when the quotation is placed, unless it has passed. */
  isDateByHand: z.boolean(),
  validUntil: timestamp,
  isExpired: z.boolean(),
  /** True for a request about a quotation that is still valid and can be placed; absent otherwise. */
  keepsQuotation: z.optional(z.boolean()),
  itemCount: z.number(),
  pieceCount: z.number(),
  /** Names of the first items, for lists. */
  summary: z.string(),
  userId: z.number(),
  username: z.string(),
  nickName: z.string(),
  deptId: z.nullable(z.number()),
  deptName: z.string(),
  contactName: z.string(),
  contactPhone: z.string(),
  address: z.string(),
  remark: z.string(),
  /** Always empty for customers. */
  staffNote: z.string(),
  placedAt: z.nullable(timestamp),
  shippedAt: z.nullable(timestamp),
  /** For a shipped order; empty where not entered. */
  carrier: z.string(),
  trackingNo: z.string(),
  /** When the customer last requested an offer; null without a request. */
  requestedAt: z.nullable(timestamp),
  /** When the shop promised to answer a request; null otherwise. */
  replyDueAt: z.nullable(timestamp),
  /** When the unanswered question to the customer began to pause ship date and promised reply; null if there is none. */
  waitingSince: z.nullable(timestamp),
  /** The customer's target price, yuan with two decimals, and requested ship date, `YYYY-MM-DD`. */
  targetPrice: z.nullable(z.string()),
  wishedDate: z.nullable(z.string()),
  version: z.number(),
  createdAt: timestamp,
  updatedAt: timestamp,
};

export const order = z.object({
  ...orderFields,
  /** In lists for staff: the number of parts whose models must be checked before the confirmation; absent for 0. */
  openModels: z.optional(z.number()),
  /** In lists: the number of messages that the caller has not read, up to 100; absent for 0. */
  unread: z.optional(z.number()),
});
export type Order = z.output<typeof order>;

const orderProcess = z.object({
  processId: z.number(),
  processName: z.string(),
  optionId: z.number(),
  optionName: z.string(),
  price: z.number(),
  time: z.number(),
});

/** An item as ordered: with the names, prices and price trace of that time, and its `process_{id}` selections. */
export const orderItem = z.catchall(
  z.object({
    id: z.number(),
    lineNo: z.number(),
    name: z.string(),
    material: z.number(),
    materialName: z.string(),
    materialTag: z.string(),
    num: z.number(),
    length: z.number(),
    width: z.number(),
    height: z.number(),
    remark: z.string(),
    processes: z.array(orderProcess),
    ...itemFigures,
    /** Yuan: `sub_total`, or the price set by staff; null without a price. */
    line_total: z.nullable(z.number()),
    /** `delivery_time`, or the days set by staff; 0 without a price. */
    line_days: z.number(),
    trace: priceTrace,
    /** Null in orders created before stock was planned. */
    stock: z.nullable(stockPlan),
  }),
  z.unknown(),
);
export type OrderItem = z.output<typeof orderItem>;

const orderHistory = z.object({
  from: z.nullable(z.string()),
  to: z.string(),
  reason: z.string(),
  userName: z.string(),
  createdAt: timestamp,
  /** True if hidden from customers; absent otherwise. */
  isStaffOnly: z.optional(z.boolean()),
  /** True if the shop moved the order; absent otherwise, and in rows stored before this field existed. */
  isByShop: z.optional(z.boolean()),
});

/** An order with its items, history, customer, files and revisions. */
export const orderWithExt = z.object({
  ...orderFields,
  items: z.array(orderItem),
  /** Charges of the current revision, in document order. */
  charges: z.array(charge),
  alternatives: z.array(alternative),
  history: z.array(orderHistory),
  customer: z.object({
    userId: z.number(),
    username: z.string(),
    nickName: z.string(),
    phone: z.string(),
    email: z.string(),
    companyTitle: z.string(),
  }),
  /** Files of the current revision's parts. */
  files: z.array(orderFile),
  /** Models of the current revision's parts. */
  models: z.array(orderModel),
  /** Every revision, oldest first. */
  revisions: z.array(
    z.object({
      revision: z.number(),
      price: z.string(),
      /** The user who saved it. */
      userName: z.string(),
      createdAt: timestamp,
      validUntil: timestamp,
      isCurrent: z.boolean(),
    }),
  ),
  /** While a question pauses the ship date: the working days waited so far, and the new date if it were answered now. */
  wait: z.nullable(z.object({ days: z.number(), promisedDate: z.string() })),
  /** Why a request needs a manual review; staff also see the reasons of past requests. */
  gates: z.array(reviewReason),
  /** Whether the current revision is an offer by staff, to which no review rules apply. */
  isOffered: z.boolean(),
  /** For requests, to staff who price or approve: the last offer that needed approval. */
  approval: z.optional(offerApproval),
  /** For requests, to callers with a discount limit: the limit in percent. */
  discountLimit: z.optional(z.number()),
  /** For requests, to staff who price or approve: the charges that rules add to the automatic price. */
  ruleCharges: z.optional(z.array(charge)),
  /** The issued document of the current revision: file name and verification code. */
  document: z.nullable(z.object({ name: z.string(), code: z.string() })),
  /** The moves that the caller may make now. */
  moves: z.array(z.object({ to: orderStatus, needsReason: z.boolean() })),
  /** The caller's last move while it can be undone: the status to return to, and the remaining time. */
  undo: z.nullable(z.object({ to: orderStatus, msLeft: z.number() })),
});
export type OrderWithExt = z.output<typeof orderWithExt>;
