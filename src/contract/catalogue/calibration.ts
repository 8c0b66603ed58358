import * as z from 'zod/mini';
import { COST_KINDS } from '#domain/pricing/cost.ts';
import { COST_PERMISSION } from './costs.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import { choice, day, periodChecks } from '../kernel/fields.ts';
import { textFilter } from '../kernel/paging.ts';
import { exportQuery, file } from '../kernel/record-endpoints.ts';

/** At most this many orders of a period are compared: the latest. */
export const MAX_CALIBRATED_ORDERS = 20_000;
export const MAX_CALIBRATION_DAYS = 1_830;
/** Choices for the smallest deviation, in percent, that leads to a proposal. */
export const CALIBRATION_PERCENTS = ['5', '10', '15', '20', '30'] as const;

const filters = {
  /** Shanghai days on which the orders were created, inclusive. */
  beginDate: day('开始日期'),
  endDate: day('结束日期'),
  materialTag: textFilter('材料分类'),
  percent: z._default(choice('偏差', CALIBRATION_PERCENTS), '10'),
};
const periodIsValid = periodChecks(MAX_CALIBRATION_DAYS);

/** The deviation in percent of the estimate, with its 90 % interval. */
const deviation = z.object({ percent: z.number(), low: z.number(), high: z.number() });

const group = z.object({
  kind: z.literal([...COST_KINDS]),
  /** For machining and material; empty otherwise. */
  materialTag: z.string(),
  /** For options; null otherwise. */
  optionId: z.nullable(z.number()),
  /** The name of the option with its process; empty otherwise. */
  name: z.string(),
  /** The size class by the longest edge; null for all sizes. */
  size: z.nullable(z.string()),
  lines: z.number(),
  /** Yuan. */
  estimate: z.number(),
  actual: z.number(),
  /** Hours of machining or kg of material; null for options. */
  amount: z.nullable(z.object({ estimate: z.number(), actual: z.number() })),
  /** Null if there are too few lines. */
  deviation: z.nullable(deviation),
});
export type CalibrationRow = z.output<typeof group>;

/** An actual cost that differs significantly from the estimate. */
const measuredCost = z.object({
  kind: z.literal(['machining', 'cell']),
  materialTag: z.string(),
  materialId: z.number(),
  optionId: z.number(),
  /** For cells: the names of the material, and of the option with its process. */
  material: z.string(),
  option: z.string(),
  lines: z.number(),
  deviation,
  /** Yuan per piece: the actual cost of these lines, and the cost in the cost table; null if unknown. */
  measuredCost: z.number(),
  bookCost: z.nullable(z.number()),
});
export type MeasuredCost = z.output<typeof measuredCost>;

const proposal = z.extend(measuredCost, {
  /** Yuan per piece: the average price of the lines, the current price and the proposed price. */
  average: z.number(),
  now: z.number(),
  proposed: z.number(),
  /** For cells: the days, which the proposal does not change. */
  time: z.number(),
});
export type CalibrationProposal = z.output<typeof proposal>;

const report = z.object({
  /** Lines in production or later, and the number of those with actual figures. */
  lines: z.number(),
  entered: z.number(),
  /** Lines whose actual figures cannot be compared, because they have no stored cost or the hourly cost is unknown. */
  incomparable: z.number(),
  /** By tag or option: all sizes first, then each size. */
  groups: z.array(group),
  proposals: z.array(proposal),
  /** Actual costs that differ from the entered ones, even if the price does not need a change. */
  costs: z.array(measuredCost),
  /** Whether the period has more orders than `MAX_CALIBRATED_ORDERS`, so that only the latest are covered. */
  isCut: z.boolean(),
});
export type CalibrationReport = z.output<typeof report>;

/** Compares estimated costs with actual ones, and proposes prices. */
export const calibration = {
  report: {
    method: 'GET',
    path: '/calibration',
    summary: '估算与实际',
    permission: COST_PERMISSION,
    query: z.strictObject(filters).check(...periodIsValid),
    data: report,
  },
  export: {
    method: 'GET',
    path: '/calibration/export',
    summary: '导出估算与实际',
    permission: COST_PERMISSION,
    query: exportQuery(filters).check(...periodIsValid),
    answer: 'file',
    data: file,
  },
} as const satisfies Endpoints;
