import * as z from 'zod/mini';
import { COST_FACTOR_KINDS, ENTERED_COST_KINDS } from '#domain/pricing/cost.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import {
  choice,
  decimal,
  idParams,
  optionalText,
  periodFilters,
  timestamp,
  whole,
  wholeParam,
  yuan,
} from '../kernel/fields.ts';
import { page, pageQuery, textFilter } from '../kernel/paging.ts';
import { exportQuery, file } from '../kernel/record-endpoints.ts';

/** The permission to see costs and margins. */
export const COST_PERMISSION = 'mfr:cost:list';

const kind = choice('成本类别', ENTERED_COST_KINDS);
const costAmount = yuan('成本');

/** What a cost is for. */
const costSubject = {
  kind,
  /** For machining and machine hours; empty otherwise. */
  materialTag: z._default(optionalText('材料分类', 60), ''),
  /** For materials and options; 0 otherwise. */
  materialId: z._default(whole('材料'), 0),
  /** For options; 0 otherwise. */
  optionId: z._default(whole('工艺选项'), 0),
};

const costRow = z.object({
  kind: z.literal([...ENTERED_COST_KINDS]),
  materialTag: z.string(),
  materialId: z.number(),
  optionId: z.number(),
  /** The tag, or the name of the material or option. */
  name: z.string(),
  /** The tag of a material, or the material and process of an option; empty otherwise. */
  group: z.string(),
  /** Yuan per piece; null without a price, as for materials and machine hours. */
  price: z.nullable(z.number()),
  /** Yuan per piece, kg of material or machine hour; null: unknown. */
  cost: z.nullable(z.number()),
});
export type CostRow = z.output<typeof costRow>;

/** A change of a cost: the value that the editor saw, and the new one; null: unknown. */
const costChange = z.strictObject({
  ...costSubject,
  before: z.nullable(costAmount),
  after: z.nullable(costAmount),
});
export type CostChange = z.output<typeof costChange>;

/** An entry of a cost's history; null: unknown. */
const historyEntry = z.object({
  id: z.number(),
  before: z.nullable(z.number()),
  after: z.nullable(z.number()),
  changedAt: timestamp,
  /** Empty when the user is deleted. */
  userName: z.string(),
});
export type CostHistoryEntry = z.output<typeof historyEntry>;

/** Per save. */
export const MAX_COST_CHANGES = 1_000;

const filters = {
  kind: z._default(kind, 'machining'),
  materialId: z.optional(wholeParam('材料')),
  name: textFilter('名称'),
  /** Only unknown costs. */
  state: z.optional(choice('成本', ['missing'])),
};

/** `CostFactor` of the domain in yuan. */
const costFactor = z.object({
  /** `minute`: charged machine time. */
  kind: z.literal([...COST_FACTOR_KINDS]),
  optionId: z.nullable(z.number()),
  name: z.string(),
  /** Yuan for all pieces; null: unknown. */
  amount: z.nullable(z.number()),
  /** For material: kg of one piece; null: unknown. */
  kg: z.nullable(z.number()),
  /** The volume that the weight was computed from: the planned stock, or the part's box. */
  weighed: z.nullable(z.literal(['stock', 'box'])),
  /** For machine time: charged seconds for all pieces. */
  seconds: z.optional(z.number()),
  /** Yuan per machine hour; null: unknown, absent: not stored. */
  hour: z.optional(z.nullable(z.number())),
});

const margin = z.object({
  /** Yuan. */
  amount: z.number(),
  /** Percent of the revenue, rounded down to two decimals; null without revenue. */
  percent: z.nullable(z.number()),
});

const orderCost = z.object({
  /** By line; empty when no cost was stored with the revision. */
  lines: z.array(
    z.object({
      lineNo: z.number(),
      /** Yuan for all pieces; null while a factor is unknown. */
      cost: z.nullable(z.number()),
      factors: z.array(costFactor),
      /** Yuan: the share of the line in charges by measures. */
      charged: z.number(),
      /** The margin of price and charges by measures; null without a cost or a price. */
      margin: z.nullable(margin),
    }),
  ),
  /** Yuan: the total of the order, and the cost of its priced lines; null while one of them is unknown. */
  revenue: z.number(),
  cost: z.nullable(z.number()),
  margin: z.nullable(margin),
  /** An offer of the caller needs approval below this margin, in percent; null: never. */
  floorPercent: z.nullable(z.number()),
});
export type OrderCost = z.output<typeof orderCost>;

/** The shop's costs. Answers of other endpoints, which customers use, never contain costs. */
export const costs = {
  /** All costs of one kind, including unknown ones, in the order of the catalogue. */
  list: {
    method: 'GET',
    path: '/cost',
    summary: '成本',
    permission: COST_PERMISSION,
    query: pageQuery(filters),
    data: page(costRow),
  },
  /** All or nothing: 409 `cost.conflict` when one no longer has the value that the editor saw. */
  save: {
    method: 'PUT',
    path: '/cost',
    summary: '修改成本',
    permission: 'mfr:cost:edit',
    body: z.strictObject({
      changes: z
        .array(costChange)
        .check(
          z.minLength(1, { error: '没有要保存的成本' }),
          z.maxLength(MAX_COST_CHANGES, { error: `一次最多保存${MAX_COST_CHANGES}项成本` }),
        ),
    }),
    data: z.object({ saved: z.number() }),
  },
  /** Every change of a cost, newest first. */
  history: {
    method: 'GET',
    path: '/cost/history',
    summary: '成本的变更记录',
    permission: COST_PERMISSION,
    query: pageQuery({
      kind,
      materialTag: costSubject.materialTag,
      materialId: z._default(wholeParam('材料', { min: 0 }), 0),
      optionId: z._default(wholeParam('工艺选项', { min: 0 }), 0),
    }),
    data: page(historyEntry),
  },
  exportHistory: {
    method: 'GET',
    path: '/cost/history/export',
    summary: '导出成本变更记录',
    permission: COST_PERMISSION,
    query: exportQuery(periodFilters),
    data: file,
    answer: 'file',
  },
  /** Sets unknown costs to a percentage of the price. */
  fill: {
    method: 'POST',
    path: '/cost/fill',
    summary: '按价格填写空白成本',
    permission: 'mfr:cost:edit',
    msg: '已填写',
    body: z.strictObject({
      kind: choice('成本类别', ['machining', 'option']),
      /** Only for this material. */
      materialId: z.optional(whole('材料', { min: 1 })),
      percent: decimal('百分比', { min: 0, max: 100, decimals: 2 }),
    }),
    data: z.object({ saved: z.number() }),
  },
  /**
   * Cost and margin of the current revision, with the stored costs (`kept`) or with the current ones, as an offer sent now would
   * store them.
   */
  ofOrder: {
    method: 'GET',
    path: '/order/:id/cost',
    summary: '订单成本与毛利',
    permission: COST_PERMISSION,
    params: idParams,
    query: z.strictObject({ basis: z._default(choice('依据', ['kept', 'today']), 'kept') }),
    data: orderCost,
  },
} as const satisfies Endpoints;
