import * as z from 'zod/mini';
import { byKey } from '#domain/pick.ts';
import { MAX_EDGE_MM, MAX_PIECES } from '#domain/review/reviewed-cart.ts';
import {
  PRICE_DISPLAYS,
  priceDisplayLabels,
  REVIEW_LIMITS,
  REVIEW_RULE_KINDS,
  reviewLimitLabels,
  reviewLimitUnits,
  reviewRuleKindLabels,
  type ReviewLimit,
} from '#domain/review/review-rule.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import { choice, decimal, forUserQuery, optionalText, orNull, whole, wholeParam } from '../kernel/fields.ts';
import { sortable } from '../kernel/paging.ts';
import { sortedInput, sortedRecord, recordEndpoints } from '../kernel/record-endpoints.ts';
import {
  exportColumns,
  ID_HEAD,
  importEndpoints,
  sortedColumns,
  type ImportSpec,
} from '../kernel/record-import.ts';

/** Limited, because every order is compared with all enabled rules. */
export const MAX_REVIEW_RULES = 100;

const edge = (label: string) => orNull(decimal(label, { min: 0.001, max: MAX_EDGE_MM, decimals: 3 }));

const input = {
  kind: choice('条件', REVIEW_RULE_KINDS),
  /** A part that does not fit into this box (in mm, in any orientation) needs a review. */
  length: edge(reviewLimitLabels.length),
  width: edge(reviewLimitLabels.width),
  height: edge(reviewLimitLabels.height),
  /** A part with an edge shorter than this needs a review. */
  smallestMm: edge(reviewLimitLabels.smallestMm),
  weightKg: orNull(decimal(reviewLimitLabels.weightKg, { min: 0.001, max: 1e6, decimals: 3 })),
  amountYuan: orNull(whole(reviewLimitLabels.amountYuan, { max: 999_999_999 })),
  pieces: orNull(whole(reviewLimitLabels.pieces, { min: 1, max: MAX_PIECES })),
  /** A tolerance of ± this many mm, or tighter, needs a drawing. */
  toleranceMm: orNull(decimal(reviewLimitLabels.toleranceMm, { min: 0.0001, max: 10, decimals: 4 })),
  /** For threads: work that mentions one of these words needs a drawing; empty for the default words. */
  words: z._default(optionalText('螺纹关键词', 200), ''),
  /** The sentence that the customer sees; empty for the default sentence. */
  sentence: z._default(optionalText('给客户的说明', 200), ''),
  priceDisplay: choice('价格显示', PRICE_DISPLAYS),
  ...sortedInput,
};
export type ReviewRuleInput = z.output<z.ZodMiniObject<typeof input>>;

/** A rule on the quotation page (the domain's `ReviewRule`). */
const appliedRule = {
  id: z.number(),
  kind: z.literal([...REVIEW_RULE_KINDS]),
  ...byKey(REVIEW_LIMITS, () => z.nullable(z.number())),
  words: z.string(),
  sentence: z.string(),
  priceDisplay: z.literal([...PRICE_DISPLAYS]),
};

/** The units of limits in column headings. */
const headUnits = { mm: ' mm', '± mm': ' ±mm', kg: ' kg', 元: '（元）', 件: '' } as const;

const limitColumn = (limit: ReviewLimit) =>
  ({ head: reviewLimitLabels[limit] + headUnits[reviewLimitUnits[limit]], type: 'number' }) as const;
const requiredChoice = { type: 'choice', isRequired: true } as const;

export const reviewRuleImport = {
  noun: '人工报价规则',
  key: ['kind', ...REVIEW_LIMITS, 'words'],
  columns: {
    kind: { head: '条件', values: reviewRuleKindLabels, ...requiredChoice },
    ...byKey(REVIEW_LIMITS, limitColumn),
    length: { ...limitColumn('length'), hint: '只填写所选条件的限值，其余留空' },
    words: { head: '螺纹关键词', type: 'text', hint: '条件是螺纹时可填写；留空为常用的词' },
    sentence: { head: '给客户的说明', type: 'text', hint: '留空为默认的说明' },
    priceDisplay: { head: '价格显示', values: priceDisplayLabels, ...requiredChoice },
    ...sortedColumns,
  },
} as const satisfies ImportSpec;

export const reviewRules = {
  ...recordEndpoints({
    path: '/gate-rule',
    noun: '人工报价规则',
    permission: 'mfr:gateRule',
    filters: {
      kind: z.optional(choice('条件', REVIEW_RULE_KINDS)),
      status: z.optional(wholeParam('状态', { min: 1, max: 2 })),
      ...sortable('id', 'kind', 'priceDisplay', 'sort', 'status', 'updatedAt'),
    },
    input,
    /** `name` describes the rule. */
    record: {
      ...appliedRule,
      name: z.string(),
      ...sortedRecord,
    },
    columns: { id: ID_HEAD, name: '规则', ...exportColumns(reviewRuleImport.columns) },
  }),
  ...importEndpoints('/gate-rule', 'mfr:gateRule', reviewRuleImport),
  /** The enabled rules, which the quotation page evaluates, and facts about the caller or the given customer. */
  table: {
    method: 'GET',
    path: '/gate-rule/table',
    summary: '适用的人工报价规则',
    permission: 'mfr:quote:add',
    query: forUserQuery,
    data: z.object({ rules: z.array(z.object(appliedRule)), isNewCustomer: z.boolean() }),
  },
} as const satisfies Endpoints;
export type ReviewRuleRecord = z.output<(typeof reviewRules)['one']['data']>;
