import * as z from 'zod/mini';
import { ORDER_STATUSES, orderStatusLabels } from '#domain/orders/order-status.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import { amountParam, choice, day, deptParam, periodFilters, wholeParam } from '../kernel/fields.ts';
import { sortable, textFilter } from '../kernel/paging.ts';
import { exportQuery, file } from '../kernel/record-endpoints.ts';

/** Filters and sort parameters of the list, the counts and the exports. */
export const orderFilters = {
  orderNo: textFilter('订单编号'),
  status: z.optional(choice('订单状态', ORDER_STATUSES)),
  username: textFilter('客户账号'),
  /** Searches the customer's current name, not the one stored with the order. */
  nickName: textFilter('客户'),
  materialName: textFilter('材料'),
  /** Searches part names, remarks and file names, where customers write drawing numbers. */
  part: textFilter('零件'),
  /** Yuan, inclusive. */
  priceFrom: z.optional(amountParam('最低合计')),
  priceTo: z.optional(amountParam('最高合计')),
  /** `YYYY-MM-DD`, inclusive. */
  promisedDateFrom: z.optional(day('发货日起')),
  promisedDateTo: z.optional(day('发货日止')),
  /** Days on which orders were placed, and on which they shipped, `YYYY-MM-DD`, inclusive. */
  placedAtFrom: z.optional(day('下单时间起')),
  placedAtTo: z.optional(day('下单时间止')),
  shippedAtFrom: z.optional(day('实际发货起')),
  shippedAtTo: z.optional(day('实际发货止')),
  /** Placed and not cancelled, as dashboards count them. */
  sold: z.optional(choice('成交', ['yes'])),
  deptId: z.optional(deptParam('公司')),
  /** Unshipped orders whose ship date has passed, or is from today until Sunday; or quotations that expire within two days. */
  due: z.optional(choice('期限', ['overdue', 'week', 'expiring'])),
  /** Unconfirmed orders with a model that must be checked first. */
  models: z.optional(choice('三维模型', ['open'])),
  /** Orders with messages that the caller has not read, or with a question that the customer has not answered. */
  talk: z.optional(choice('沟通', ['unread', 'waiting'])),
  /** A lead class; 0: 标准. */
  leadClassId: z.optional(wholeParam('交期档位', { min: 0 })),
  ...periodFilters,
  ...sortable('id', 'orderNo', 'status', 'price', 'promisedDate', 'createdAt'),
};

export const orderExports = {
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
      price: '合计',
      /** What `price` includes: the sum of charges, the sum of discounts, and their labels. */
      chargesYuan: '其中附加费（元）',
      discountYuan: '其中折扣（元）',
      chargeTexts: '附加费明细',
      /** Empty for 标准. */
      leadName: '交期档位',
      delivery_time: { head: '交期（工作日）', round: 'up' },
      promisedDate: '发货日',
      username: '客户账号',
      nickName: '客户',
      deptName: '公司',
      contactName: '联系人',
      contactPhone: '联系电话',
      createdAt: '创建时间',
      placedAt: '下单时间',
      shippedAt: '实际发货时间',
      carrier: '承运方',
      trackingNo: '运单号',
    },
    data: file,
    answer: 'file',
  },
  /** One row for each part of the orders. */
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
      /** Sub-total ÷ quantity, to four decimals; the sub-total is binding. */
      linePrice: '折合单价（元）',
      line_total: '小计（元）',
      /** The formula's price; `line_total` is the price that applies. */
      sub_total: '自动报价（元）',
      delivery_time: { head: '交期（工作日）', round: 'up' },
      stock: '下料毛坯',
      stockKg: '毛坯重量（kg/件）',
      partKg: '零件重量（kg/件）',
      remark: '零件备注',
      promisedDate: '发货日',
      createdAt: '创建时间',
    },
    data: file,
    answer: 'file',
  },
} as const satisfies Endpoints;
