import * as z from 'zod/mini';
import { COST_KINDS } from '#domain/pricing/cost.ts';
import { COST_PERMISSION } from './costs.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import { choice, day, periodChecks } from '../kernel/fields.ts';
import { textFilter } from '../kernel/paging.ts';
import { exportQuery, file } from '../kernel/record-endpoints.ts';

/** The latest orders of the period that are compared. */
export const MAX_CALIBRATED_ORDERS = 20_000;
/** The longest period. */
export const MAX_CALIBRATION_DAYS = 1_830;
/** Percent from which on a deviation leads to a proposal. */
export const CALIBRATION_PERCENTS = ['5', '10', '15', '20', '30'] as const;

const filters = {
  /** Shanghai days on which the orders were made, both included. */
  beginDate: day('开始日期'),
  endDate: day('结束日期'),
  materialTag: textFilter('材料分类'),
  percent: z._default(choice('偏差', CALIBRATION_PERCENTS), '10'),
};
const inOrder = periodChecks(MAX_CALIBRATION_DAYS);

/** Percent of the estimate, with the limits of its 90 % interval. */
const deviation = z.object({ percent: z.number(), low: z.number(), high: z.number() });

const group = z.object({
  kind: z.literal([...COST_KINDS]),
  /** For machining and material; empty otherwise. */
  materialTag: z.string(),
  /** For an option; null otherwise. */
  optionId: z.nullable(z.number()),
  /** The option with its process; empty otherwise. */
  name: z.string(),
  /** The class of the longest edge; null: all sizes. */
  size: z.nullable(z.string()),
  lines: z.number(),
  /** Yuan. */
  estimate: z.number(),
  actual: z.number(),
  /** Hours of machining, kg of material; null of options. */
  amount: z.nullable(z.object({ estimate: z.number(), actual: z.number() })),
  /** Null while there are too few lines. */
  deviation: z.nullable(deviation),
});
export type CalibrationRow = z.output<typeof group>;

/** The actual cost of lines whose estimate was significantly too low or too high. */
const measuredCost = z.object({
  kind: z.literal(['machining', 'cell']),
  materialTag: z.string(),
  materialId: z.number(),
  optionId: z.number(),
  /** For a cell: the material, and the option with its process. */
  material: z.string(),
  option: z.string(),
  lines: z.number(),
  deviation,
  /** Yuan per piece: the cost by these lines, and as entered; null: unknown. */
  measuredCost: z.number(),
  bookCost: z.nullable(z.number()),
});
export type MeasuredCost = z.output<typeof measuredCost>;

const proposal = z.extend(measuredCost, {
  /** Yuan per piece: the average of the lines' days, the current price, the proposed one. */
  average: z.number(),
  now: z.number(),
  proposed: z.number(),
  /** For a cell, in days; does not change. */
  time: z.number(),
});
export type CalibrationProposal = z.output<typeof proposal>;

const report = z.object({
  /** Completed lines, and how many of them have actual figures. */
  lines: z.number(),
  entered: z.number(),
  /** Entered lines that cannot be compared: no cost was stored with them, or the hourly cost is unknown. */
  incomparable: z.number(),
  /** By tag or option, each whole before its sizes. */
  groups: z.array(group),
  proposals: z.array(proposal),
  /** Costs that are not in the table of costs as they were measured, also where the price needs no change any more. */
  costs: z.array(measuredCost),
  /** There were more orders than are compared: the figures count the latest `MAX_CALIBRATED_ORDERS`. */
  isCut: z.boolean(),
});
export type CalibrationReport = z.output<typeof report>;

/** Estimated costs compared with actual ones, and the proposed prices. */
export const calibration = {
  report: {
    method: 'GET',
    path: '/calibration',
    summary: '估算与实际',
    permission: COST_PERMISSION,
    query: z.strictObject(filters).check(...inOrder),
    data: report,
  },
  export: {
    method: 'GET',
    path: '/calibration/export',
    summary: '导出估算与实际',
    permission: COST_PERMISSION,
    query: exportQuery(filters).check(...inOrder),
    answer: 'file',
    data: file,
  },
} as const satisfies Endpoints;
