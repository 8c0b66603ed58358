import * as z from 'zod/mini';
import { figuresInYuan } from '#domain/pricing/price-item.ts';
import type { ItemPrice, OrderPrice, Rung } from '#domain/pricing/types.ts';
import { priceOf } from '../kernel/amounts.ts';
import { charge } from './charges.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import { reviewReason } from './review-reasons.ts';
import { choice, decimal, id, yuan } from '../kernel/fields.ts';
import { leadClassId, orderLead } from '../catalogue/lead-classes.ts';
import { quotationItem, quotationItems } from './part-item.ts';
import { itemFigures, priceTrace } from './price-trace.ts';

export const rung = z.object({
  num: z.number(),
  ...itemFigures,
});

const quotedItem = z.object({
  ...itemFigures,
  trace: priceTrace,
  ladder: z.array(rung),
  /** Selected options without a price: they count as 0 here, but cannot be ordered. */
  unpriced: z.array(z.number()),
});

/** The price of an item as sent to clients, in yuan. */
export const quotedFigures = ({ trace, ...figures }: ItemPrice) => ({
  ...figuresInYuan(figures),
  trace: { ...trace, options: [...trace.options] },
});

/** Total and days as sent to clients. */
export const quotedTotal = ({ totalFen, deliveryDays }: OrderPrice) => ({
  price: priceOf({ totalFen }),
  delivery_time: deliveryDays,
});

/** A row of the ladder as sent to clients, in yuan. */
export const quotedRung = ({ num, piecePriceFen, ...figures }: Rung): z.output<typeof rung> => ({
  num,
  ...figuresInYuan({ unitPriceFen: piecePriceFen, ...figures }),
});

/** The order in one of the lead classes. */
const quotedLead = z.object({
  /** Null for 标准. */
  id: z.nullable(z.number()),
  name: z.string(),
  factor: z.number(),
  /** Yuan with two decimals. */
  price: z.string(),
  delivery_time: z.number(),
  promisedDate: z.string(),
  /** Why the parts cannot be made in this lead class; empty if they can. */
  reasons: z.array(z.string()),
  /** Free slots today; null: unlimited. With 0 it can be quoted, but not ordered today. */
  left: z.nullable(z.number()),
});

/** Also the `data` of `order.price_changed`. */
export const quotation = z.object({
  items: z.array(quotedItem),
  /** Charges by the current rules; absent if there are none. */
  charges: z.optional(z.array(charge)),
  /** Exact sum of items and charges, yuan with two decimals. */
  price: z.string(),
  /** The days of the slowest item in the lead class. */
  delivery_time: z.number(),
  /** Ship date if ordered now, `YYYY-MM-DD`. */
  promisedDate: z.string(),
  /** If there is any reason, the parts can only be requested, not ordered. */
  gates: z.array(reviewReason),
  /** The lead class of the figures; absent for 标准. */
  lead: z.optional(orderLead),
  /** Why the lead class of a repriced order was replaced by 标准; absent otherwise. */
  leadNotice: z.optional(z.string()),
  /** The order in each lead class, slowest first; absent if the shop offers only 标准. */
  leadClasses: z.optional(z.array(quotedLead)),
});
export type Quotation = z.output<typeof quotation>;

/** The customer for whom staff create a request; needs the permission to price requests. */
const forUserId = z.optional(id);

const quoteBody = z.strictObject({
  items: quotationItems,
  forUserId,
  /** Null or missing: 标准. */
  leadClassId: z.optional(leadClassId),
});

/** The goals: the lowest price, a price for all pieces, a price per piece, or a number of working days. */
export const SOLVE_GOALS = ['saving', 'total', 'piece', 'days'] as const;

const goalFields = {
  goal: choice('目标', SOLVE_GOALS),
  /** Only for `total` and `piece`. */
  amount: z.optional(yuan('目标价')),
  /** Only for `days`. */
  days: z.optional(decimal('目标交期', { min: 0, max: 3_650, decimals: 2 })),
  /** Also tries the quantities of the ladder. */
  quantities: z.optional(z.boolean({ error: '是否调整数量必须是 true 或 false' })),
};

/** Requires the amount or the days that the goal needs. */
function checkTarget(payload: z.core.ParsePayload<Pick<LineGoal, 'goal' | 'amount' | 'days'>>): void {
  const { goal, amount, days } = payload.value;
  const addIssue = (path: string, message: string) =>
    payload.issues.push({ code: 'custom', message, path: [path], input: payload.value });
  if ((goal === 'total' || goal === 'piece') && amount === undefined) addIssue('amount', '请输入目标价');
  if (goal === 'days' && days === undefined) addIssue('days', '请输入目标交期');
}

/** The goal for a part of an order. */
export const lineGoal = z.strictObject(goalFields).check(checkTarget);
export type LineGoal = z.output<typeof lineGoal>;

const solveBody = z
  .strictObject({
    item: quotationItem,
    forUserId,
    ...goalFields,
    /** Null or missing: 标准. Also tries other lead classes. */
    leadClassId: z.optional(leadClassId),
  })
  .check(checkTarget);
export type SolveBody = z.output<typeof solveBody>;

const orderFigures = {
  /** Working days that the order's charges add to `delivery_time`; absent if none. A goal in days means the sum of both. */
  added_days: z.optional(z.number()),
  /** Yuan for the part; like the days, it takes the lead class into account. Absent if the shop offers only 标准. */
  amount: z.optional(z.number()),
  /** Yuan for the whole order with its charges; absent without charges. */
  order_total: z.optional(z.number()),
};

const suggestion = z.object({
  /** At most two sentences about the changes. */
  changes: z.array(z.string()),
  material: z.number(),
  num: z.number(),
  /** `process_{id}: optionId` of every process. */
  selections: z.record(z.string(), z.number()),
  sub_total: z.number(),
  delivery_time: z.number(),
  ...orderFigures,
  /** The lead class of the order, null for 标准; absent if the shop offers only 标准. */
  leadClassId: z.optional(leadClassId),
  /** Differences from the unchanged part in yuan and days (including `added_days`); negative if cheaper or faster. */
  price_change: z.number(),
  days_change: z.number(),
});

export const solution = z.object({
  /** The figures of the unchanged part; null if it has no price. */
  now: z.nullable(z.object({ sub_total: z.number(), delivery_time: z.number(), ...orderFigures })),
  /** The part already reaches the goal. */
  isReached: z.boolean(),
  /** Variants that reach the goal and can be ordered at once; cheapest first. */
  proposals: z.array(suggestion),
  /** The closest variant if none reaches the goal. */
  nearest: z.nullable(suggestion),
});
export type Solution = z.output<typeof solution>;
export type SuggestionInYuan = z.output<typeof suggestion>;

/** The limit of characters in a pasted list of parts. */
export const MAX_LIST_LENGTH = 200_000;

export const quotes = {
  quote: {
    method: 'POST',
    path: '/quote',
    summary: '在线报价',
    permission: 'mfr:quote:add',
    readOnly: true,
    msg: '报价成功',
    body: quoteBody,
    data: quotation,
  },
  /**
   * Tells for each part whether an earlier order of the company had the same part: equal material, options and size, and equal
   * shape or drawing number. The quotation page needs this for charges. All are false if no rule is waived for repeats.
   */
  repeats: {
    method: 'POST',
    path: '/quote/repeats',
    summary: '返单零件',
    permission: 'mfr:quote:add',
    readOnly: true,
    body: quoteBody,
    data: z.array(z.boolean()),
  },
  /** Finds variants of a part with at most two changes that reach a price or a date. Writes nothing. */
  solve: {
    method: 'POST',
    path: '/quote/solve',
    summary: '目标价与省钱建议',
    permission: 'mfr:quote:add',
    readOnly: true,
    body: solveBody,
    data: solution,
  },
  /** Returns the first visible sheet of a list of parts as if copied from a spreadsheet. The body is the .xlsx or .csv file. */
  readList: {
    method: 'POST',
    path: '/quote/list',
    summary: '读取零件清单文件',
    permission: 'mfr:quote:add',
    upload: 'table',
    maxBytes: 4 * 1024 * 1024,
    readOnly: true,
    msg: '已读取文件',
    data: z.string(),
  },
} as const satisfies Endpoints;
