import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { ReviewReason } from '#domain/review/review-reasons.ts';
import type { OrderLead } from '#domain/lead/lead-class.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import type { PriceTrace } from '#domain/pricing/types.ts';
import type { StockPlan } from '#domain/stock/plan-stock.ts';
import type { ApprovalLine, StoredOffer } from '#contract/orders/approvals.ts';
import { alternativesJson, audit, chargesJson, fen, reference, serial, time } from './columns.ts';
import { materials } from './catalogue.ts';
import { files } from './files.ts';
import { users } from './people.ts';

/** One row per day, advanced in the order's transaction, so that numbers have no gap. */
export const orderCounters = pgTable('order_counter', {
  day: text('day').primaryKey(),
  last: integer('last').notNull(),
});

/** The id of an order's class; null for 标准. Same text as in the index, so that PostgreSQL can use it. */
export const leadId = sql<number | null>`((lead ->> 'id')::integer)`;

/** The customer on the day of the order. */
export interface CustomerSnapshot {
  username: string;
  nickName: string;
  phone: string;
  email: string;
  companyTitle: string;
  deptName: string;
  /** Missing in orders created before this field existed. */
  taxNumber?: string;
}

export const orders = pgTable(
  'orders',
  {
    id: serial('id').primaryKey(),
    orderNo: text('order_no').notNull(),
    revision: integer('revision').notNull().default(1),
    /** Changed only by order moves. */
    status: text('status').$type<OrderStatus>().notNull(),
    totalFen: fen('total_fen').notNull(),
    /** Named amounts in addition to the lines; each revision has its own. */
    charges: chargesJson('charges').notNull().default([]),
    /** The lead class, with its effect on charges and days; null: 标准. Each revision has its own. */
    lead: jsonb('lead').$type<OrderLead>(),
    /** The day, `YYYY-MM-DD` in Shanghai, on which it takes a slot of its class; null: none. */
    slotDay: text('slot_day'),
    /** Alternatives to lines of an offer; each revision has its own. */
    alternatives: alternativesJson('alternatives').notNull().default([]),
    deliveryTime: doublePrecision('delivery_time').notNull(),
    promisedDate: text('promised_date').notNull(),
    /** Staff set the date manually, so placing does not change it. */
    isDateByHand: boolean('is_date_by_hand').notNull().default(false),
    validUntil: time('valid_until').notNull(),
    itemCount: integer('item_count').notNull(),
    pieceCount: integer('piece_count').notNull(),
    summary: text('summary').notNull(),
    userId: reference('user_id', () => users.userId),
    /** The company of the order: the user's department on that day. */
    deptId: integer('dept_id'),
    customer: jsonb('customer').$type<CustomerSnapshot>().notNull(),
    contactName: text('contact_name').notNull().default(''),
    contactPhone: text('contact_phone').notNull().default(''),
    address: text('address').notNull().default(''),
    remark: text('remark').notNull().default(''),
    /** The shop's internal note, never shown to the customer. */
    staffNote: text('staff_note').notNull().default(''),
    /** The catalogue revision of its prices. */
    catalogueRevision: bigint('catalogue_revision', { mode: 'number' }).notNull(),
    /** When the current revision was made; null for the first. */
    revisedAt: time('revised_at'),
    placedAt: time('placed_at'),
    shippedAt: time('shipped_at'),
    carrier: text('carrier').notNull().default(''),
    /** The tracking number, or several of one shipment. */
    trackingNo: text('tracking_no').notNull().default(''),
    /** When the customer last asked for an offer. */
    requestedAt: time('requested_at'),
    /** Whether the order is a request to change a quotation, which stays valid until its day. */
    keepsQuotation: boolean('keeps_quotation').notNull().default(false),
    /** When the shop promised to answer the last request. */
    replyDueAt: time('reply_due_at'),
    /** When the pending customer question paused the deadline; earlier waiting time is already included in `promised_date`. */
    waitingSince: time('waiting_since'),
    /** The price and ship date (`YYYY-MM-DD`) that the customer wants. */
    targetFen: fen('target_fen'),
    wishedDate: text('wished_date'),
    /** Why staff priced the request. */
    gates: jsonb('gates').$type<readonly ReviewReason[]>().notNull().default([]),
    /** The revision that staff offered last: it may be placed without a review. */
    offeredRevision: integer('offered_revision'),
    /** The member of staff who answers its requests. */
    ownerId: integer('owner_id').references(() => users.userId),
    ownedAt: time('owned_at'),
    /** Why the customer refused the offer: a value of the dictionary `refusal_reason`, or ''. */
    refusal: text('refusal').notNull().default(''),
    ...audit,
  },
  (t) => [
    uniqueIndex('orders_no').on(t.orderNo),
    index('orders_user').on(t.userId, t.createdAt, t.id),
    index('orders_dept').on(t.deptId, t.createdAt, t.id),
    index('orders_status').on(t.status, t.createdAt, t.id),
    index('orders_price').on(t.totalFen, t.id),
    index('orders_status_price').on(t.status, t.totalFen, t.id),
    index('orders_status_due').on(t.status, t.promisedDate, t.id),
    // Covers every filter and sort column of lists and every sum of dashboards: index-only scans in any combination.
    index('orders_list').on(
      t.createdAt,
      t.id,
      t.status,
      t.userId,
      t.deptId,
      t.totalFen,
      t.promisedDate,
      t.placedAt,
      t.orderNo,
      t.revision,
    ),
    index('orders_due').on(t.promisedDate, t.id, t.status, t.userId, t.deptId),
    index('orders_open')
      .on(t.promisedDate, t.id)
      .where(sql`status in ('placed', 'confirmed', 'producing', 'inspecting')`),
    // Quotations that expire soon, for the home page of the back office.
    index('orders_expiring')
      .on(t.validUntil, t.id, t.userId, t.deptId)
      .where(sql`status = 'quoted'`),
    // The queue of the quote desk, with its filters.
    index('orders_requested')
      .on(t.replyDueAt, t.id, t.ownerId, t.userId, t.deptId)
      .where(sql`status = 'requested'`),
    // Orders that wait for their customer's answer.
    index('orders_waiting')
      .on(t.createdAt, t.id, t.status, t.userId, t.deptId, t.promisedDate)
      .where(sql`waiting_since is not null`),
    // Orders of other classes than 标准: the list's filter, and shipments on time.
    index('orders_lead')
      .on(leadId, t.createdAt, t.id)
      .where(sql`lead is not null`),
    index('orders_lead_shipped')
      .on(t.shippedAt)
      .where(sql`lead is not null and shipped_at is not null`),
    // Shipments of a period: the list's filter.
    index('orders_shipped')
      .on(t.shippedAt, t.id)
      .where(sql`shipped_at is not null`),
    // Orders placed in a period: margins, and materials of companies.
    index('orders_placed')
      .on(t.placedAt, t.id)
      .where(sql`placed_at is not null and status <> 'cancelled'`),
    // Finds with one lookup whether a user ordered within a period.
    index('orders_customer')
      .on(t.userId, t.placedAt, t.deptId)
      .where(sql`placed_at is not null and status <> 'cancelled'`),
  ],
);

export type OrderRow = typeof orders.$inferSelect;

export interface SoldProcess {
  processId: number;
  processName: string;
  optionId: number;
  optionName: string;
  price: number;
  time: number;
}

export const orderItems = pgTable(
  'order_item',
  {
    id: serial('id').primaryKey(),
    orderId: reference('order_id', () => orders.id),
    revision: integer('revision').notNull().default(1),
    lineNo: integer('line_no').notNull(),
    name: text('name').notNull(),
    materialId: reference('material_id', () => materials.id),
    materialName: text('material_name').notNull(),
    materialTag: text('material_tag').notNull(),
    num: integer('num').notNull(),
    length: doublePrecision('length').notNull(),
    width: doublePrecision('width').notNull(),
    height: doublePrecision('height').notNull(),
    remark: text('remark').notNull().default(''),
    processes: jsonb('processes').$type<SoldProcess[]>().notNull(),
    unitPriceFen: fen('unit_price_fen').notNull(),
    subTotalFen: fen('sub_total_fen').notNull(),
    deliveryTime: doublePrecision('delivery_time').notNull(),
    /** The amount of the line where it is not the sub-total: a manual price, or 0 without a price. */
    lineFen: fen('line_fen'),
    trace: jsonb('trace').$type<PriceTrace>().notNull(),
    /** Null in orders created before this column existed. */
    stock: jsonb('stock').$type<StockPlan>(),
    /**
     * The line repeats an earlier order; null when no rule at that time exempted repeats, and in orders created before
     * this column existed.
     */
    isRepeat: boolean('is_repeat'),
  },
  (t) => [
    // Includes name, pieces and sums (migration 0024), which dashboards add up.
    uniqueIndex('order_item_line').on(t.orderId, t.revision, t.lineNo),
    index('order_item_material').on(t.materialName, t.orderId, t.revision, t.num, t.subTotalFen),
  ],
);

/** The files of a part, by revision, so that a revision keeps the files it was quoted with. */
export const orderItemFiles = pgTable(
  'order_item_file',
  {
    orderId: reference('order_id', () => orders.id),
    revision: integer('revision').notNull(),
    lineNo: integer('line_no').notNull(),
    fileId: reference('file_id', () => files.id),
    /** Sort order of the file, from 1. */
    place: integer('place').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.revision, t.lineNo, t.fileId] }),
    index('order_item_file_file').on(t.fileId),
  ],
);

/** The values of `orders` that a later revision replaced; its items stay in `order_item`. */
export const orderRevisions = pgTable(
  'order_revision',
  {
    orderId: reference('order_id', () => orders.id),
    revision: integer('revision').notNull(),
    totalFen: fen('total_fen').notNull(),
    charges: chargesJson('charges').notNull().default([]),
    lead: jsonb('lead').$type<OrderLead>(),
    alternatives: alternativesJson('alternatives').notNull().default([]),
    deliveryTime: doublePrecision('delivery_time').notNull(),
    promisedDate: text('promised_date').notNull(),
    validUntil: time('valid_until').notNull(),
    contactName: text('contact_name').notNull(),
    contactPhone: text('contact_phone').notNull(),
    address: text('address').notNull(),
    remark: text('remark').notNull(),
    /** When the revision was made, and when and by whom it was replaced. */
    createdAt: time('created_at').notNull(),
    replacedAt: time('replaced_at').notNull(),
    replacedBy: reference('replaced_by', () => users.userId),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.revision] })],
);

export const orderHistory = pgTable(
  'order_history',
  {
    id: serial('id').primaryKey(),
    orderId: reference('order_id', () => orders.id),
    from: text('from_status'),
    to: text('to_status').notNull(),
    reason: text('reason').notNull().default(''),
    userId: reference('user_id', () => users.userId),
    userName: text('user_name').notNull(),
    /** Never shown to the customer. */
    isStaffOnly: boolean('is_staff_only').notNull().default(false),
    /** The shop moved the order; false in rows created before this column existed. */
    isByShop: boolean('is_by_shop').notNull().default(false),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('order_history_order').on(t.orderId),
    // Requests by the time they were made, for the dashboard of requests.
    index('order_history_requested')
      .on(t.createdAt)
      .where(sql`to_status = 'requested'`),
    // Shipments by their time, for the dashboard of deliveries.
    index('order_history_shipped')
      .on(t.createdAt)
      .where(sql`to_status = 'shipped'`),
  ],
);

/** The decision about the offer; null while it is pending. */
export type ApprovalDecision = 'released' | 'refused' | 'replaced';

/** Offers that need approval, stored as they will be sent once approved. */
export const offerApprovals = pgTable(
  'offer_approval',
  {
    id: serial('id').primaryKey(),
    orderId: reference('order_id', () => orders.id),
    orderVersion: integer('order_version').notNull(),
    revision: integer('revision').notNull(),
    /** Written by servers of earlier versions, which may run alongside this one. */
    hash: text('hash').notNull().default(''),
    offer: jsonb('offer').$type<StoredOffer>().notNull(),
    /** The offer as approvers see it: lines before and after, charges and total. */
    lines: jsonb('lines').$type<ApprovalLine[]>().notNull(),
    charges: chargesJson('charges').notNull(),
    automaticFen: fen('automatic_fen').notNull(),
    totalFen: fen('total_fen').notNull(),
    /** By how much the offer is below the automatic price, and the author's limit on that day, in percent. */
    percent: doublePrecision('percent').notNull(),
    limitPercent: doublePrecision('limit_percent').notNull(),
    /** Margin and floor of that day, in percent, for an offer below the floor; only for users who see costs. */
    marginPercent: doublePrecision('margin_percent'),
    floorPercent: doublePrecision('floor_percent'),
    /** For the approvers. */
    reason: text('reason').notNull().default(''),
    requestedBy: reference('requested_by', () => users.userId),
    requestedName: text('requested_name').notNull(),
    requestedAt: time('requested_at').notNull(),
    decision: text('decision').$type<ApprovalDecision>(),
    decidedBy: integer('decided_by').references(() => users.userId),
    decidedName: text('decided_name').notNull().default(''),
    decidedAt: time('decided_at'),
    decisionNote: text('decision_note').notNull().default(''),
  },
  (t) => [
    index('offer_approval_order').on(t.orderId, t.id),
    uniqueIndex('offer_approval_waiting')
      .on(t.orderId)
      .where(sql`decision is null`),
  ],
);

/** Written in the order's transaction: the same key returns the same order again. */
export const idempotencyKeys = pgTable(
  'idempotency_key',
  {
    userId: reference('user_id', () => users.userId),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    orderId: reference('order_id', () => orders.id),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('idempotency_key_created').on(t.createdAt)],
);
