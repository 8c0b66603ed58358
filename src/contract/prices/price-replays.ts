import * as z from 'zod/mini';
import { LEAD_LABEL } from '#domain/lead/lead-class.ts';
import { ORDER_STATUSES } from '#domain/orders/order-status.ts';
import { keysOf, pick } from '#domain/pick.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import {
  choice,
  day,
  id,
  idParams,
  optionalText,
  orNone,
  periodChecks,
  timestamp,
  whole,
  wholeParam,
  yuan,
} from '../kernel/fields.ts';
import { page, pageQuery } from '../kernel/paging.ts';
import { orderItem } from '../orders/order-data.ts';
import { priceTrace } from '../orders/price-trace.ts';
import { exportQuery, file } from '../kernel/record-endpoints.ts';
import { shadowRun } from './shadow-runs.ts';

/** `shadow`: its orders are still to come. `failed`: every run was interrupted, or the draft is gone. */
export const replayStateLabels = {
  waiting: '排队中',
  running: '试算中',
  shadow: '影子运行中',
  done: '已完成',
  cancelled: '已取消',
  failed: '中断',
} as const;
export type ReplayState = keyof typeof replayStateLabels;
export const REPLAY_STATES = keysOf(replayStateLabels);

/** Replays that are kept; a new one replaces the oldest that has ended. */
export const MAX_REPLAYS = 50;
/** Replays that wait or run at once, at most. */
export const MAX_UNDER_WAY = 5;
/** The longest period. */
export const MAX_REPLAY_DAYS = 1_830;

/** `sold`: placed, and not cancelled since. `any`: also requests and quotations, unless cancelled. */
export const REPLAYED_ORDERS = ['sold', 'any', ...ORDER_STATUSES] as const;

/** Which orders are replayed; where a filter is about lines, only those lines. */
const filterFields = {
  /** Shanghai days on which the orders were made, both included. */
  beginDate: day('开始日期'),
  endDate: day('结束日期'),
  status: z._default(choice('订单', REPLAYED_ORDERS), 'sold'),
  deptId: orNone(id),
  /** In the name with which a customer signs in. */
  username: z._default(optionalText('客户账号', 64), ''),
  materialTag: z._default(optionalText('材料分类', 64), ''),
  /** A process or an option. */
  processId: orNone(id),
};

/** As in lists of orders. */
const orderFilterFields = {
  /** In the number. */
  orderNo: z._default(optionalText('订单编号', 200).check(z.trim()), ''),
  /** 0: 标准. */
  leadClassId: orNone(whole(LEAD_LABEL, { min: 0 })),
  /** Yuan of the whole order, both included. */
  priceFrom: orNone(yuan('最低合计')),
  priceTo: orNone(yuan('最高合计')),
};

/** What is tried: a draft, the prices as of a version, or neither: the live prices only. */
const triedFields = { draftId: orNone(id), bookRevision: z._default(orNone(id), null) };

const newReplay = z.strictObject({ ...triedFields, ...filterFields, ...orderFilterFields }).check(
  z.refine(({ draftId, bookRevision }) => draftId === null || bookRevision === null, {
    error: '草稿与价目版本只能选一个',
    path: ['bookRevision'],
  }),
  ...periodChecks(MAX_REPLAY_DAYS),
  z.refine(({ priceFrom, priceTo }) => priceFrom === null || priceTo === null || priceFrom <= priceTo, {
    error: '最低合计不能大于最高合计',
    path: ['priceTo'],
  }),
);
export type NewReplay = z.output<typeof newReplay>;
/** A filter as it is shown: replays from before a filter existed did without it. */
export const replayFilter = z.object({ ...filterFields, ...orderFilterFields });
type FilterField = keyof typeof orderFilterFields;
/** A filter as it is kept. */
export type ReplayFilter = Omit<z.output<typeof replayFilter>, FilterField> &
  Partial<Pick<z.output<typeof replayFilter>, FilterField>>;

const headFields = {
  id: z.number(),
  /** null: the live prices only. */
  draftId: z.nullable(z.number()),
  /** The revision of the version whose prices are tried. */
  bookRevision: z.nullable(z.number()),
  draftName: z.string(),
  filter: replayFilter,
  state: z.literal([...REPLAY_STATES]),
  /** Orders looked at so far, and in the period. */
  progress: z.number(),
  total: z.number(),
  /** Why it failed. */
  failure: z.string(),
  createdName: z.string(),
  createdAt: timestamp,
  finishedAt: z.nullable(timestamp),
  /** null: an ordinary replay. */
  shadow: z.nullable(shadowRun),
};
const priceReplay = z.object(headFields);
export type PriceReplay = z.output<typeof priceReplay>;

/** Yuan: paid then, in the live book, and with the draft. Those of groups and orders count lines only. */
const amounts = { paid: z.number(), before: z.number(), after: z.number() };
/**
 * Charges and discounts beside the lines; null where there are none, and where they were not replayed: lines are filtered, or the result is
 * from before they were.
 */
const charges = z.nullable(z.object(amounts));
/**
 * The lines whose cost was kept with their order: what they cost, and what they bring in both books; in the total and by customer
 * with the charges of orders whose lines all have a known cost. Only for those who see costs, and where some cost is known.
 */
const costed = z.optional(z.object({ cost: z.number(), before: z.number(), after: z.number() }));
const sums = { orders: z.number(), lines: z.number(), ...amounts, costed };
const group = z.object({ key: z.string(), label: z.string(), ...sums });
export type ReplayGroup = z.output<typeof group>;

/** One named amount of an order; null in a book that does not charge it. */
const chargeRow = z.object({
  label: z.string(),
  isByHand: z.boolean(),
  paid: z.nullable(z.number()),
  before: z.nullable(z.number()),
  after: z.nullable(z.number()),
  /** How the amounts of both books count. */
  beforeReason: z.string(),
  afterReason: z.string(),
});
export type ChargeRow = z.output<typeof chargeRow>;

const affectedOrder = z.object({
  id: z.number(),
  orderNo: z.string(),
  customerName: z.string(),
  ...amounts,
  charges,
  chargeRows: z.array(chargeRow),
});
export type AffectedOrder = z.output<typeof affectedOrder>;

const customerGroup = z.extend(group, {
  charges,
  /** Its most affected orders, at most three; none in results from before they were kept. */
  affected: z.array(affectedOrder),
});
export type AffectedCustomer = z.output<typeof customerGroup>;

/** `before`: the live book has no price; `after`: only the draft has none. */
const book = z.literal(['before', 'after']);
const lostLine = z.object({
  orderId: z.number(),
  orderNo: z.string(),
  lineNo: z.number(),
  name: z.string(),
  paid: z.number(),
  book,
  reason: z.string(),
});
export type LostLine = z.output<typeof lostLine>;

const answers = {
  won: z.number(),
  refused: z.number(),
  expired: z.number(),
  /** With its 90 % interval, 0…1; null with fewer than 200 answers. */
  rate: z.nullable(z.object({ share: z.number(), low: z.number(), high: z.number() })),
};
const priceLevel = z.object({
  /** Lower end of quoted ÷ compared; null without an end. */
  from: z.nullable(z.number()),
  to: z.nullable(z.number()),
  ...answers,
});
const answerGroup = z.object({ key: z.string(), label: z.string(), ...answers });

/** A number of orders with its 90 % interval. */
const estimate = z.object({ orders: z.number(), low: z.number(), high: z.number() });
const expectedOrders = z.object({
  /** Answered quotations that both books price, and the others. */
  quotations: z.number(),
  unpriced: z.number(),
  /** Quotations that come to another price level; those at a level with fewer than 200 answers, before or after. */
  moved: z.number(),
  unknown: z.number(),
  /** null: 数据不足. */
  estimate: z.nullable(z.object({ before: estimate, after: estimate, change: estimate })),
});

const replayResult = z.object({
  catalogueRevision: z.number(),
  total: z.object({
    ...sums,
    handLines: z.number(),
    hand: z.number(),
    lostLines: z.number(),
    lost: z.number(),
    openLines: z.number(),
    changedLines: z.number(),
    driftedLines: z.number(),
    dearerOrders: z.number(),
    cheaperOrders: z.number(),
    customers: z.number(),
    dearerCustomers: z.number(),
    cheaperCustomers: z.number(),
    /** Null where charges were not replayed. */
    charges: z.nullable(
      z.object({
        ...amounts,
        /** Charges by hand, which are the same in both books. */
        handCharges: z.number(),
        hand: z.number(),
        /** Orders whose charges miss a fact, and what was charged in them; they count in no sum of charges. */
        lostOrders: z.number(),
        lost: z.number(),
        changedOrders: z.number(),
      }),
    ),
  }),
  customers: z.array(customerGroup),
  orders: z.array(affectedOrder),
  tags: z.array(group),
  options: z.array(group),
  quantities: z.array(group),
  edges: z.array(group),
  values: z.array(group),
  /** Orders by the change of their sum with its charges, in the order of the classes. */
  changes: z.array(z.object({ label: z.string(), orders: z.number(), before: z.number() })),
  reasons: z.array(z.object({ reason: z.string(), book, lines: z.number(), paid: z.number() })),
  lost: z.array(lostLine),
  chargeReasons: z.array(z.object({ reason: z.string(), orders: z.number(), paid: z.number() })),
  lostCharges: z.array(
    z.object({ orderId: z.number(), orderNo: z.string(), paid: z.number(), reason: z.string() }),
  ),
  winRates: z.object({
    /** By quoted ÷ formula, and by quoted ÷ what the customer wanted to pay. */
    formula: z.array(priceLevel),
    target: z.array(priceLevel),
    /** By the total; by material tag, where a quotation counts at each of its tags. Empty in results from before they were counted. */
    values: z.array(answerGroup),
    tags: z.array(answerGroup),
    refusals: z.array(z.object({ reason: z.string(), count: z.number() })),
    withoutFormula: z.number(),
  }),
  /**
   * What the acceptance by price level says about the number of orders; null for the live prices only, and in results from before it
   * was estimated.
   */
  expectedOrders: z.nullable(expectedOrders),
});
export type ReplayResult = z.output<typeof replayResult>;

/** Yuan, and the trace unless staff gave the price; or why the book has none. */
const bookPrice = z.object({
  price: z.nullable(z.number()),
  trace: z.optional(priceTrace),
  reason: z.string(),
});

/** A line as it was sold, and its price in both books. */
const receiptLine = z.object({
  ...pick(orderItem.shape, ['lineNo', 'name', 'materialName', 'num', 'processes', 'trace']),
  paid: z.number(),
  before: bookPrice,
  after: bookPrice,
});
export type ReceiptLine = z.output<typeof receiptLine>;

/**
 * Prices tried on orders of the past. Users who start or read a replay must see the orders of all customers, in every
 * endpoint: 403 `permission.denied` for another data scope.
 */
export const priceReplays = {
  /** Newest first. */
  list: {
    method: 'GET',
    path: '/price-replay',
    summary: '试算列表',
    permission: 'mfr:replay:run',
    query: pageQuery({}),
    data: page(priceReplay),
  },
  one: {
    method: 'GET',
    path: '/price-replay/:id',
    summary: '试算结果',
    permission: 'mfr:replay:run',
    params: idParams,
    data: z.object({ ...headFields, result: z.nullable(replayResult) }),
  },
  /**
   * Queues a replay of a draft that is not published, of the prices of a version, or of the live prices; `data` is its id. 409 `replay.too_many` while
   * five wait or run.
   */
  start: {
    method: 'POST',
    path: '/price-replay',
    summary: '开始试算',
    permission: 'mfr:replay:run',
    msg: '已开始试算',
    body: newReplay,
    data: z.number(),
  },
  /** 409 `record.changed` for one that has ended. */
  cancel: {
    method: 'POST',
    path: '/price-replay/:id/cancel',
    summary: '取消试算',
    permission: 'mfr:replay:run',
    msg: '试算已取消',
    params: idParams,
    data: z.null(),
  },
  /** Only for a replay that has ended or a shadow run; 409 `record.changed` otherwise. */
  remove: {
    method: 'DELETE',
    path: '/price-replay/:id',
    summary: '删除试算',
    permission: 'mfr:replay:run',
    msg: '试算已删除',
    params: idParams,
    data: z.null(),
  },
  /** The receipts of one of the most affected orders, also of a customer, as the replay computed them. */
  order: {
    method: 'GET',
    path: '/price-replay/:id/order/:orderId',
    summary: '试算的订单明细',
    permission: 'mfr:replay:run',
    params: z.strictObject({ id: wholeParam('编号'), orderId: wholeParam('订单编号') }),
    data: z.object({ lines: z.array(receiptLine) }),
  },
  /** With cost and margins for holders of `mfr:cost:list`, where some cost is known; win rates follow the groups. */
  export: {
    method: 'GET',
    path: '/price-replay/:id/export',
    summary: '导出试算结果',
    permission: 'mfr:replay:run',
    params: idParams,
    query: exportQuery({}),
    data: file,
    answer: 'file',
  },
} as const satisfies Endpoints;
