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
  /** Yuan per piece; null if there is no price, as for materials and machine hours. */
  price: z.nullable(z.number()),
  /** Yuan per piece, per kg of material or per machine hour; null if unknown. */
  cost: z.nullable(z.number()),
});
export type CostRow = z.output<typeof costRow>;

/** A change to a cost: the value that the editor saw, and the new value; null if unknown. */
const costChange = z.strictObject({
  ...costSubject,
  before: z.nullable(costAmount),
  after: z.nullable(costAmount),
});
export type CostChange = z.output<typeof costChange>;

/** An entry in a cost's history; a value is null if the cost was unknown. */
const historyEntry = z.object({
  id: z.number(),
  before: z.nullable(z.number()),
  after: z.nullable(z.number()),
  changedAt: timestamp,
  /** Empty if the user has been deleted. */
  userName: z.string(),
});
export type CostHistoryEntry = z.output<typeof historyEntry>;

/** The largest number of changes in one save. */
export const MAX_COST_CHANGES = 1_000;

const filters = {
  kind: z._default(kind, 'machining'),
  materialId: z.optional(wholeParam('材料')),
  name: textFilter('名称'),
  /** `missing`: only unknown costs. */
  state: z.optional(choice('成本', ['missing'])),
};

/** The domain's `CostFactor` with amounts in yuan. */
const costFactor = z.object({
  /** `minute`: charged machine time. */
  kind: z.literal([...COST_FACTOR_KINDS]),
  optionId: z.nullable(z.number()),
  name: z.string(),
  /** Yuan for all pieces; null if unknown. */
  amount: z.nullable(z.number()),
  /** For material: the weight of one piece in kg; null if unknown. */
  kg: z.nullable(z.number()),
  /** The volume from which the weight was computed: the planned stock or the part's bounding box. */
  weighed: z.nullable(z.literal(['stock', 'box'])),
  /** For machine time: charged seconds for all pieces. */
  seconds: z.optional(z.number()),
  /** Yuan per machine hour; null if unknown, absent if it was not stored. */
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
      /** Yuan: the line's share of the charges that count measures. */
      charged: z.number(),
      /** The margin on the price and these charges; null if the cost or the price is missing. */
      margin: z.nullable(margin),
    }),
  ),
  /** Yuan: the order's total, and the cost of its priced lines, which is null while one line's cost is unknown. */
  revenue: z.number(),
  cost: z.nullable(z.number()),
  margin: z.nullable(margin),
  /** The caller's offers need approval below this margin in percent; null if they never do. */
  floorPercent: z.nullable(z.number()),
});
export type OrderCost = z.output<typeof orderCost>;

/** The shop's costs. Endpoints that customers use never return costs. */
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
  /** Saves all changes or none: 409 `cost.conflict` if any cost no longer has the value that the editor saw. */
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
  /** Every change to a cost, newest first. */
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
  /** Sets unknown costs to a percentage of their prices. */
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
   * Cost and margin of the current revision, from the stored costs (`kept`) or from the current costs (`today`), which an offer
   * sent now would store.
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
