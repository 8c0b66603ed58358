import * as z from 'zod/mini';
import { LEAD_LABEL } from '#domain/lead/lead-class.ts';
import { ORDER_STATUSES } from '#domain/orders/order-status.ts';
import { keysOf } from '#domain/pick.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import {
  choice,
  day,
  id,
  idParams,
  optionalText,
  orNull,
  periodChecks,
  timestamp,
  whole,
  wholeParam,
  yuan,
} from '../kernel/fields.ts';
import { page, pageQuery } from '../kernel/paging.ts';
import { exportQuery, file } from '../kernel/record-endpoints.ts';
import { receiptLine, replayResult } from './replay-result.ts';
import { shadowRun } from './shadow-runs.ts';

/** `shadow`: still collects new orders. `failed`: every attempt failed, or the draft was deleted or published. */
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

/** The limit of stored replays; a new one replaces the oldest that has ended. */
export const MAX_REPLAYS = 50;
/** The limit of replays that wait or run. */
export const MAX_ACTIVE_REPLAYS = 5;
export const MAX_REPLAY_DAYS = 1_830;

/** `sold`: placed and not cancelled. `any`: not cancelled, including requests and quotations. */
export const REPLAYED_ORDERS = ['sold', 'any', ...ORDER_STATUSES] as const;

/** Filters that select orders. Those by material or process also select the lines within an order. */
const filterFields = {
  /** Shanghai days on which the orders were created, inclusive. */
  beginDate: day('开始日期'),
  endDate: day('结束日期'),
  status: z._default(choice('订单', REPLAYED_ORDERS), 'sold'),
  deptId: orNull(id),
  /** Text that the customer's user name contains. */
  username: z._default(optionalText('客户账号', 64), ''),
  materialTag: z._default(optionalText('材料分类', 64), ''),
  /** The id of a process or of an option. */
  processId: orNull(id),
};

/** The filters of order lists. */
const orderFilterFields = {
  /** Text that the order number contains. */
  orderNo: z._default(optionalText('订单编号', 200).check(z.trim()), ''),
  /** 0: 标准. */
  leadClassId: orNull(whole(LEAD_LABEL, { min: 0 })),
  /** Limits of the order total in yuan, inclusive. */
  priceFrom: orNull(yuan('最低合计')),
  priceTo: orNull(yuan('最高合计')),
};

/** The prices to replay: a draft, a version, or neither for the live prices only. */
const priceFields = { draftId: orNull(id), bookRevision: z._default(orNull(id), null) };

const newReplay = z.strictObject({ ...priceFields, ...filterFields, ...orderFilterFields }).check(
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
/** A filter in responses; fields that older replays lack get their defaults. */
export const replayFilter = z.object({ ...filterFields, ...orderFilterFields });
type OrderFilterField = keyof typeof orderFilterFields;
/** A stored filter. */
export type ReplayFilter = Omit<z.output<typeof replayFilter>, OrderFilterField> &
  Partial<Pick<z.output<typeof replayFilter>, OrderFilterField>>;

const replayFields = {
  id: z.number(),
  /** null: the live prices only. */
  draftId: z.nullable(z.number()),
  /** The revision of the replayed version. */
  bookRevision: z.nullable(z.number()),
  draftName: z.string(),
  filter: replayFilter,
  state: z.literal([...REPLAY_STATES]),
  /** Orders processed so far, and in total. */
  progress: z.number(),
  total: z.number(),
  failure: z.string(),
  createdName: z.string(),
  createdAt: timestamp,
  finishedAt: z.nullable(timestamp),
  /** null: an ordinary replay. */
  shadow: z.nullable(shadowRun),
};
const priceReplay = z.object(replayFields);
export type PriceReplay = z.output<typeof priceReplay>;

/**
 * Replays past orders with other prices. All endpoints require that the caller may see the orders of all customers: 403
 * `permission.denied` for another data scope.
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
    data: z.object({ ...replayFields, result: z.nullable(replayResult) }),
  },
  /**
   * Queues a replay of an unpublished draft, of a version, or of the live prices; `data` is its id. 409
   * `replay.too_many` while five wait or run.
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
  /** 409 `record.changed` for a replay that has ended. */
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
  /** How the replay priced each line of an order; only for the orders that are most affected, overall or of a customer. */
  order: {
    method: 'GET',
    path: '/price-replay/:id/order/:orderId',
    summary: '试算的订单明细',
    permission: 'mfr:replay:run',
    params: z.strictObject({ id: wholeParam('编号'), orderId: wholeParam('订单编号') }),
    data: z.object({ lines: z.array(receiptLine) }),
  },
  /** Includes cost and margins for callers with `mfr:cost:list`, if some cost is known. */
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
