import * as z from 'zod/mini';
import { MAX_EDGE_MM, MAX_PIECES } from '#domain/review/reviewed-cart.ts';
import {
  choice,
  decimal,
  id,
  idList,
  optionalText,
  orNone,
  text,
  whole,
  wholeParam,
} from '../kernel/fields.ts';
import { sortable } from '../kernel/paging.ts';
import { jumpFlag } from '../prices/price-jumps.ts';
import { onOffColumn, recordEndpoints, recordTail } from '../kernel/record-endpoints.ts';

/** Most classes that a shop can keep, and that can be on: each is a card on the quotation page. */
export const MAX_LEAD_CLASSES = 50;
export const MAX_LEADS_ON = 5;

/** The class of an order: null for 标准. */
export const leadClassId = z.nullable(id);

/** An order's class as it is kept. */
export const orderLead = z.object({
  id: z.number(),
  name: z.string(),
  factor: z.number(),
  /** Percent of the machining; negative for a deduction. */
  percent: z.number(),
});

/** What an order in the class costs, when it is ready, and which orders may have it. */
export const leadFigureFields = {
  factor: decimal('交期系数', { min: 0.1, max: 5 }),
  /** Percent of the machining; negative for a deduction. */
  percent: decimal('加价', { min: -90, max: 500 }),
  /** Orders a day; empty for any number. */
  slots: orNone(whole('每天名额', { min: 1, max: 9999 })),
  maxEdgeMm: orNone(decimal('最长边', { min: 0.001, max: MAX_EDGE_MM, decimals: 3 })),
  maxPieces: orNone(whole('最多件数', { min: 1, max: MAX_PIECES })),
  /** Nodes of the process tree below a process. */
  optionIds: z._default(idList('不提供的工艺选项', 100), []),
  /** 2 on, 1 off. */
  status: choice('状态', [2, 1]),
};

const input = {
  name: text('名称', { max: 10 }),
  ...leadFigureFields,
  sort: whole('排序', { min: 0, max: 9999 }),
  remark: z._default(optionalText('备注', 500), ''),
};
const leadClassInput = z.strictObject(input);
export type LeadClassInput = z.output<typeof leadClassInput>;

/** A class as the quotation page offers it (`LeadClass` of the domain). */
export const offeredLead = z.object({
  ...orderLead.shape,
  slots: z.nullable(z.number()),
  maxEdgeMm: z.nullable(z.number()),
  maxPieces: z.nullable(z.number()),
  excluded: z.array(z.object({ id: z.number(), name: z.string() })),
  /** Slots that are free today; null: any number. */
  left: z.nullable(z.number()),
});
export type OfferedLead = z.output<typeof offeredLead>;

export const leadClasses = recordEndpoints({
  path: '/lead-class',
  noun: '交期档位',
  permission: 'mfr:leadClass',
  filters: {
    name: z.optional(optionalText('名称', 10)),
    status: z.optional(wholeParam('状态', { min: 1, max: 2 })),
    ...sortable('id', 'name', 'factor', 'percent', 'sort', 'status', 'updatedAt'),
  },
  input,
  /** A class that is on and deducts more than half asks like a price: 409 `price.jump` without it. */
  onCreate: jumpFlag,
  onUpdate: jumpFlag,
  record: {
    id: z.number(),
    name: z.string(),
    factor: z.number(),
    percent: z.number(),
    slots: z.nullable(z.number()),
    maxEdgeMm: z.nullable(z.number()),
    maxPieces: z.nullable(z.number()),
    optionIds: z.array(z.number()),
    /** The options by name. */
    optionNames: z.array(z.string()),
    sort: z.number(),
    status: z.number(),
    remark: z.string(),
    ...recordTail,
  },
  columns: {
    name: '名称',
    factor: '交期系数',
    percent: '加价 %',
    slots: '每天名额',
    maxEdgeMm: '最长边 mm',
    maxPieces: '最多件数',
    optionNames: '不提供的工艺选项',
    sort: '排序',
    status: onOffColumn,
    remark: '备注',
  },
});
export type LeadClassRecord = z.output<(typeof leadClasses)['one']['data']>;
