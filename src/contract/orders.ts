import * as z from 'zod/mini';
import { ORDER_STATUSES, orderStatusLabels } from '#domain/orders/order-status.ts';
import type { Endpoints } from './endpoint.ts';
import {
  amountParam,
  choice,
  day,
  id,
  idParams,
  optionalText,
  text,
  timeParam,
  timestamp,
  whole,
  deptParam,
} from './fields.ts';
import { orderFile } from './files.ts';
import { page, pageQuery, sortable, textFilter } from './paging.ts';
import { exportQuery, file } from './record-endpoints.ts';
import { quotation } from './quotes.ts';
import { contact, contactFields, MAX_PART_FILES, quotationItems } from './part-item.ts';
import { priceTrace } from './price-trace.ts';

const orderStatus = choice('订单状态', ORDER_STATUSES);

const orderFields = {
  id: z.number(),
  orderNo: z.string(),
  revision: z.number(),
  status: z.literal([...ORDER_STATUSES]),
  /** Yuan with two decimals. */
  price: z.string(),
  /** Days, of the longest item. */
  delivery_time: z.number(),
  /** The day it ships, `YYYY-MM-DD`. */
  promisedDate: z.string(),
  validUntil: timestamp,
  isExpired: z.boolean(),
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
  version: z.number(),
  createdAt: timestamp,
  updatedAt: timestamp,
};

export const order = z.object(orderFields);
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
    unit_price: z.number(),
    sub_total: z.number(),
    delivery_time: z.number(),
    trace: priceTrace,
  }),
  z.unknown(),
);
export type OrderItem = z.output<typeof orderItem>;

export const orderHistory = z.object({
  from: z.nullable(z.string()),
  to: z.string(),
  reason: z.string(),
  userName: z.string(),
  createdAt: timestamp,
});

/** An order with its items, history, customer, files and revisions. */
const orderWithExt = z.object({
  ...orderFields,
  items: z.array(orderItem),
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
  /** Every revision, oldest first. */
  revisions: z.array(
    z.object({
      revision: z.number(),
      price: z.string(),
      /** Who saved it. */
      userName: z.string(),
      createdAt: timestamp,
      validUntil: timestamp,
      isCurrent: z.boolean(),
    }),
  ),
  /** The current revision's document, once issued: the file's name and the code that verifies it. */
  document: z.nullable(z.object({ name: z.string(), code: z.string() })),
  /** The moves that the caller may make now. */
  moves: z.array(z.object({ to: z.literal([...ORDER_STATUSES]), needsReason: z.boolean() })),
  /** The caller's last move while it can be undone: the status to return to, and the time left. */
  undo: z.nullable(z.object({ to: z.literal([...ORDER_STATUSES]), msLeft: z.number() })),
});
export type OrderWithExt = z.output<typeof orderWithExt>;

/** The price the customer saw, yuan with two decimals: compared with the server's price, never used. */
export const seenPrice = text('订单金额', { max: 20 }).check(
  z.regex(/^(0|[1-9]\d{0,14})\.\d{2}$/, { error: '订单金额必须是两位小数的金额，例如 "1234.50"' }),
);

export const placeOrderBody = z.strictObject({
  items: quotationItems,
  price: seenPrice,
  status: z._default(choice('状态', ['quoted', 'placed']), 'placed'),
  ...contact,
});
export type PlaceOrder = z.output<typeof placeOrderBody>;

const moveOrderBody = z.strictObject({
  to: orderStatus,
  reason: z.optional(optionalText('原因', 500)),
  version: whole('版本号', { min: 1 }),
});
export type MoveOrder = z.output<typeof moveOrderBody>;

/** The largest page of the back office: a selection never reaches beyond its page. */
export const MAX_BULK_MOVES = 100;

const moveOrdersBody = z.strictObject({
  to: orderStatus,
  reason: z.optional(optionalText('原因', 500)),
  orders: z
    .array(z.strictObject({ id, version: whole('版本号', { min: 1 }) }), { error: '订单必须是列表' })
    .check(
      z.minLength(1, { error: '请选择订单' }),
      z.maxLength(MAX_BULK_MOVES, { error: `一次最多${MAX_BULK_MOVES}个订单` }),
      z.refine((orders) => new Set(orders.map((order) => order.id)).size === orders.length, {
        error: '同一订单只能出现一次',
      }),
    ),
});
export type MoveOrders = z.output<typeof moveOrdersBody>;

/** What became of one order of a bulk move: `error` and `msg` say why it was refused. */
const moveOutcome = z.object({
  id: z.number(),
  /** Empty when the caller sees no such order. */
  orderNo: z.string(),
  /** The order's status now. */
  status: z.nullable(z.literal([...ORDER_STATUSES])),
  isMoved: z.boolean(),
  error: z.nullable(z.string()),
  msg: z.string(),
});
export type MoveOutcome = z.output<typeof moveOutcome>;

const orderFilters = {
  orderNo: textFilter('订单编号'),
  status: z.optional(orderStatus),
  username: textFilter('用户名'),
  /** In the customer's present name, which may be newer than that of the order. */
  nickName: textFilter('客户'),
  materialName: textFilter('材料'),
  /** In a part's name or remark, or in the name of one of its files: where customers write drawing numbers. */
  part: textFilter('零件'),
  /** Yuan, both included. */
  priceFrom: z.optional(amountParam('最低金额')),
  priceTo: z.optional(amountParam('最高金额')),
  /** `YYYY-MM-DD`, both included. */
  promisedDateFrom: z.optional(day('承诺发货日起')),
  promisedDateTo: z.optional(day('承诺发货日止')),
  deptId: z.optional(deptParam('部门')),
  /** Open orders whose promised day has passed, or quotations that expire within two days. */
  due: z.optional(choice('期限', ['overdue', 'expiring'])),
  beginTime: z.optional(timeParam('开始时间')),
  endTime: z.optional(timeParam('结束时间')),
  ...sortable('id', 'orderNo', 'status', 'price', 'promisedDate', 'createdAt'),
};

const { status: _status, ...countFilters } = orderFilters;

/** What the shop may change on an order without touching what was sold. */
const shopEdit = z.strictObject({
  staffNote: optionalText('内部备注', 1000),
  /** `YYYY-MM-DD`. */
  promisedDate: day('承诺发货日'),
  /** Why the date moves: required when it does, and shown in the order's history. */
  reason: z.optional(optionalText('原因', 500)),
  version: whole('版本号', { min: 1 }),
});
export type ShopEdit = z.output<typeof shopEdit>;

/** The contact of an order that is not confirmed yet. */
const contactEdit = z.strictObject({ ...contactFields, version: whole('版本号', { min: 1 }) });
export type ContactEdit = z.output<typeof contactEdit>;

/**
 * More files for one part of a placed order that is not confirmed yet. They name the revision instead of the version,
 * so files for several parts can be added at once.
 */
const moreFiles = z.strictObject({
  lineNo: whole('零件', { min: 1 }),
  fileIds: z
    .array(id, { error: '附件必须是列表' })
    .check(
      z.minLength(1, { error: '请选择附件' }),
      z.maxLength(MAX_PART_FILES, { error: `一个零件最多${MAX_PART_FILES}个附件` }),
    ),
  revision: whole('版本', { min: 1 }),
});
export type MoreFiles = z.output<typeof moreFiles>;

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
   * `data` is the new order's id. A price that differs from the server's is 409 `order.price_changed` with the
   * server's figures.
   */
  place: {
    method: 'POST',
    path: '/order',
    summary: '提交订单',
    permission: 'mfr:order:add',
    idempotent: true,
    msg: '提交成功',
    body: placeOrderBody,
    data: z.number(),
  },
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
  /** Undoes the caller's last move of an order within a minute, while nothing has happened since. */
  undo: {
    method: 'POST',
    path: '/order/:id/undo',
    summary: '撤销订单状态变更',
    permission: 'mfr:order:move',
    msg: '已撤销',
    params: idParams,
    body: z.strictObject({ version: whole('版本号', { min: 1 }) }),
    data: order,
  },
  /**
   * Moves several orders by the rules of `move`, each in its own transaction: a refused order leaves the others moved.
   * `data` has one outcome for each, in the given order.
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
  /** Number of orders of each status that match the other filters. */
  counts: {
    method: 'GET',
    path: '/order/counts',
    summary: '订单状态统计',
    permission: 'mfr:order:list',
    query: z.strictObject(countFilters),
    data: z.record(z.string(), z.number()),
  },
  edit: {
    method: 'POST',
    path: '/order/:id/shop',
    summary: '维护订单备注与交期',
    permission: 'mfr:order:edit',
    msg: '更新成功',
    params: idParams,
    body: shopEdit,
    data: order,
  },
  /** Corrects the delivery contact until the order is confirmed. */
  contact: {
    method: 'POST',
    path: '/order/:id/contact',
    summary: '修改收货信息',
    permission: 'mfr:order:add',
    msg: '收货信息已更新',
    params: idParams,
    body: contactEdit,
    data: order,
  },
  /** Adds the caller's uploads to a part of a placed order until it is confirmed. */
  addFiles: {
    method: 'POST',
    path: '/order/:id/file',
    summary: '补充图纸',
    permission: 'mfr:order:add',
    msg: '附件已添加',
    params: idParams,
    body: moreFiles,
    data: order,
  },
  /** A note to the customer, who gets a notification and finds it in the order's history. */
  note: {
    method: 'POST',
    path: '/order/:id/note',
    summary: '给客户留言',
    permission: 'mfr:order:edit',
    msg: '留言已发送',
    params: idParams,
    body: z.strictObject({ text: text('留言', { max: 500 }) }),
    data: z.null(),
  },
  /**
   * The price of the same items with today's catalogue, for the order's company; the reason when they cannot be
   * priced.
   */
  reprice: {
    method: 'GET',
    path: '/order/:id/reprice',
    summary: '按今日价格试算',
    permission: 'mfr:order:query',
    params: idParams,
    data: z.object({
      quotation: z.nullable(quotation),
      reason: z.string(),
      /** Each item on its own, in yuan and days; `reason` says why one can no longer be priced. */
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
  export: {
    method: 'GET',
    path: '/order/export',
    summary: '导出订单',
    permission: 'mfr:order:export',
    query: exportQuery(orderFilters),
    columns: {
      orderNo: '订单编号',
      status: { head: '状态', values: orderStatusLabels },
      summary: '内容',
      itemCount: '零件种数',
      pieceCount: '总件数',
      price: '金额',
      delivery_time: { head: '交期（工作日）', round: 'up' },
      promisedDate: '承诺发货日',
      username: '用户名',
      nickName: '客户',
      deptName: '公司',
      contactName: '联系人',
      contactPhone: '联系电话',
      createdAt: '创建时间',
      placedAt: '下单时间',
    },
    data: file,
    answer: 'file',
  },
  /** One row for each part of the orders, as sold. */
  exportItems: {
    method: 'GET',
    path: '/order/export/items',
    summary: '导出订单零件明细',
    permission: 'mfr:order:export',
    query: exportQuery(orderFilters),
    columns: {
      orderNo: '订单编号',
      status: { head: '状态', values: orderStatusLabels },
      nickName: '客户',
      deptName: '公司',
      lineNo: '序号',
      name: '零件',
      materialName: '材料',
      length: '长（mm）',
      width: '宽（mm）',
      height: '高（mm）',
      num: '数量',
      processes: '工艺',
      sub_total: '小计（元）',
      delivery_time: { head: '交期（工作日）', round: 'up' },
      remark: '零件备注',
      promisedDate: '承诺发货日',
      createdAt: '创建时间',
    },
    data: file,
    answer: 'file',
  },
} as const satisfies Endpoints;
