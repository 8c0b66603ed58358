import * as z from 'zod/mini';
import { byKey } from '#domain/pick.ts';
import { MAX_EDGE_MM, MAX_PIECES } from '#domain/review/reviewed-cart.ts';
import {
  decimal,
  id,
  idList,
  onOff,
  optionalText,
  orNull,
  text,
  whole,
  wholeParam,
} from '../kernel/fields.ts';
import { sortable } from '../kernel/paging.ts';
import { jumpFlag } from '../prices/price-jumps.ts';
import { sortedInput, sortedRecord, onOffColumn, recordEndpoints } from '../kernel/record-endpoints.ts';

/** The limit is lower for enabled lead classes, because each of them is a card on the quotation page. */
export const MAX_LEAD_CLASSES = 50;
export const MAX_ENABLED_LEAD_CLASSES = 5;

/** The lead class of an order; null for 标准. */
export const leadClassId = z.nullable(id);

/** The lead class as stored with an order. */
export const orderLead = z.object({
  id: z.number(),
  name: z.string(),
  factor: z.number(),
  /** Surcharge in percent of the machining price; negative for a deduction. */
  percent: z.number(),
});

/** The fields of a lead class that prices, days and limits depend on. */
export const leadFigureFields = {
  factor: decimal('交期系数', { min: 0.1, max: 5 }),
  /** Surcharge in percent of the machining price; negative for a deduction. */
  percent: decimal('加价', { min: -90, max: 500 }),
  /** Orders per day; null: unlimited. */
  slots: orNull(whole('每天名额', { min: 1, max: 9999 })),
  maxEdgeMm: orNull(decimal('最长边', { min: 0.001, max: MAX_EDGE_MM, decimals: 3 })),
  maxPieces: orNull(whole('最多件数', { min: 1, max: MAX_PIECES })),
  /** Options that this class does not offer, by id. */
  optionIds: z._default(idList('不提供的工艺选项', 100), []),
  status: onOff,
};

const input = {
  name: text('名称', { max: 10 }),
  ...leadFigureFields,
  ...sortedInput,
};
export type LeadClassInput = z.output<z.ZodMiniObject<typeof input>>;

/** A limit of null means unlimited. */
export const leadLimits = byKey(['slots', 'maxEdgeMm', 'maxPieces'], () => z.nullable(z.number()));

/** A lead class on the quotation page (the domain's `LeadClass`). */
export const offeredLead = z.object({
  ...orderLead.shape,
  ...leadLimits,
  excluded: z.array(z.object({ id: z.number(), name: z.string() })),
  /** Free slots today; null: unlimited. */
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
  /** 409 `price.jump` without `confirmJumps`, if an enabled class deducts more than half of the machining price. */
  onCreate: jumpFlag,
  onUpdate: jumpFlag,
  record: {
    ...orderLead.shape,
    ...leadLimits,
    optionIds: z.array(z.number()),
    optionNames: z.array(z.string()),
    ...sortedRecord,
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
