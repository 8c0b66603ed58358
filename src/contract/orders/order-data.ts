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
  /** The sum of the lines that have a price and of the charges, yuan with two decimals. */
  price: z.string(),
  /** Days, of the longest item in the class of the order. */
  delivery_time: z.number(),
  /** Its lead class; absent for 标准. */
  lead: z.optional(orderLead),
  /** The day it ships, `YYYY-MM-DD`. */
  promisedDate: z.string(),
  /** Price and day are for reference until the shop has looked at a part's model; absent otherwise, and in lists for staff. */
  isReference: z.optional(z.boolean()),
  /** Staff agreed on that day: it stays when the quotation is placed, unless it has passed. */
  isDateByHand: z.boolean(),
  validUntil: timestamp,
  isExpired: z.boolean(),
  /** For a request: the quotation that its customer asked to change is still valid, and can be placed; absent otherwise. */
  keepsQuotation: z.optional(z.boolean()),
  /** The number of different parts. */
  itemCount: z.number(),
  /** The number of pieces of all parts. */
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
  /** The shop's note; always empty for a customer. */
  staffNote: z.string(),
  placedAt: z.nullable(timestamp),
  shippedAt: z.nullable(timestamp),
  /** For a shipped order; empty where not entered. */
  carrier: z.string(),
  trackingNo: z.string(),
  /** When its customer last asked for an offer; null without a request. */
  requestedAt: z.nullable(timestamp),
  /** When the shop has promised to answer; null unless the order is a request. */
  replyDueAt: z.nullable(timestamp),
  /**
   * The shop waits for its customer's answer to a question: since then without counting in the promised day or in the
   * promised reply. Null without an open question.
   */
  waitingSince: z.nullable(timestamp),
  /** The customer's target price, yuan with two decimals, and wished shipping day, `YYYY-MM-DD`. */
  targetPrice: z.nullable(z.string()),
  wishedDate: z.nullable(z.string()),
  version: z.number(),
  createdAt: timestamp,
  updatedAt: timestamp,
};

export const order = z.object({
  ...orderFields,
  /** In lists for staff: number of parts with models to check before the confirmation; absent without one. */
  openModels: z.optional(z.number()),
  /** In lists: messages that the caller has not read, up to 100; absent without one. */
  unread: z.optional(z.number()),
});
export type Order = z.output<typeof order>;

const soldProcess = z.object({
  processId: z.number(),
  processName: z.string(),
  optionId: z.number(),
  optionName: z.string(),
  price: z.number(),
  time: z.number(),
});

/** An item as sold: names, prices and trace of that day, and its `process_{id}` selections. */
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
    processes: z.array(soldProcess),
    ...itemFigures,
    /** The amount of the line in `price`, in yuan: `sub_total`, or the price set by staff; null without a price. */
    line_total: z.nullable(z.number()),
    /** Days, as above; 0 without a price. */
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
  /** Only staff see it; absent otherwise. */
  isStaffOnly: z.optional(z.boolean()),
  /** The shop moved the order; absent otherwise, and in rows written before this field existed. */
  isByShop: z.optional(z.boolean()),
});

/** An order with its items, history, customer, files and revisions. */
export const orderWithExt = z.object({
  ...orderFields,
  items: z.array(orderItem),
  /** Those of the current revision, in the order of the documents. */
  charges: z.array(charge),
  /** Alternatives that the customer may take instead of lines of the offer. */
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
  /** While the promised day waits for an answer: the working days waited so far, and the day if the answer came now. */
  wait: z.nullable(z.object({ days: z.number(), promisedDate: z.string() })),
  /** For a request: why staff price it; for staff also why staff priced it. */
  gates: z.array(reviewReason),
  /** Staff offered the current revision: no rule applies to it. */
  isOffered: z.boolean(),
  /** For a request, for staff who price or release: the last offer that had to wait for its release; absent without one. */
  approval: z.optional(offerApproval),
  /** For a request, for callers with a limit: by how much they may reduce an offer, in percent. */
  discountLimit: z.optional(z.number()),
  /** For a request, for staff who price or release: what rules charge it, against which an offer is measured too. */
  ruleCharges: z.optional(z.array(charge)),
  /** The current revision's document, once issued: the file's name and the code that verifies it. */
  document: z.nullable(z.object({ name: z.string(), code: z.string() })),
  /** The moves that the caller may make now. */
  moves: z.array(z.object({ to: orderStatus, needsReason: z.boolean() })),
  /** The caller's last move while it can be undone: the status to return to, and the time left. */
  undo: z.nullable(z.object({ to: orderStatus, msLeft: z.number() })),
});
export type OrderWithExt = z.output<typeof orderWithExt>;
