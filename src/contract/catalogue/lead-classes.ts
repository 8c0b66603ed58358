import * as z from 'zod/mini';
import { byKey } from '#domain/pick.ts';
import { MAX_EDGE_MM, MAX_PIECES } from '#domain/review/reviewed-cart.ts';
import {
  decimal,
  id,
  idList,
  onOff,
  optionalText,
  orNone,
  text,
  whole,
  wholeParam,
} from '../kernel/fields.ts';
import { sortable } from '../kernel/paging.ts';
import { jumpFlag } from '../prices/price-jumps.ts';
import { listedInput, listedRecord, onOffColumn, recordEndpoints } from '../kernel/record-endpoints.ts';

/** Largest number of classes, and of enabled ones: each is a card on the quotation page. */
export const MAX_LEAD_CLASSES = 50;
export const MAX_LEADS_ON = 5;

/** The class of an order: null for 标准. */
export const leadClassId = z.nullable(id);

/** The class as stored with an order. */
export const orderLead = z.object({
  id: z.number(),
  name: z.string(),
  factor: z.number(),
  /** Percent of the machining; negative for a deduction. */
  percent: z.number(),
});

/** The price and days of an order in the class, and its limits. */
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
  status: onOff,
};

const input = {
  name: text('名称', { max: 10 }),
  ...leadFigureFields,
  ...listedInput,
};
const leadClassInput = z.strictObject(input);
export type LeadClassInput = z.output<typeof leadClassInput>;

/** Null for no limit. */
export const leadLimits = byKey(['slots', 'maxEdgeMm', 'maxPieces'], () => z.nullable(z.number()));

/** A class as the quotation page offers it (`LeadClass` of the domain). */
export const offeredLead = z.object({
  ...orderLead.shape,
  ...leadLimits,
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
  /** An enabled class that deducts more than half needs a confirmation as a price does: 409 `price.jump` without it. */
  onCreate: jumpFlag,
  onUpdate: jumpFlag,
  record: {
    ...orderLead.shape,
    ...leadLimits,
    optionIds: z.array(z.number()),
    /** The options by name. */
    optionNames: z.array(z.string()),
    ...listedRecord,
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
