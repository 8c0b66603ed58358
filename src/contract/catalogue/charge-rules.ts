import * as z from 'zod/mini';
import {
  CHARGE_BASES,
  CHARGE_SCOPES,
  chargeBasisLabels,
  chargeFigureLabels,
  chargeScopeLabels,
  HOLE_LIMITS,
  holeLimitLabels,
  RULE_FIGURES,
  MACHININGS,
  machiningLabels,
  ON_REPEAT,
  onRepeatLabels,
  WITHOUT_MODEL,
  withoutModelLabels,
  ruleFigureLabels,
  type HoleLimit,
  type RuleFigure,
} from '#domain/charges/charge-rule.ts';
import { LEAD_LABEL } from '#domain/lead/lead-class.ts';
import { byKey } from '#domain/pick.ts';
import { CHARGE_KINDS, CHARGE_LABELS } from '#domain/pricing/charges.ts';
import { isDay } from '#domain/shanghai-time.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import { inFen, inYuan } from '../kernel/amounts.ts';
import {
  choice,
  decimal,
  eachOrNull,
  id,
  optionalText,
  orNull,
  whole,
  wholeParam,
} from '../kernel/fields.ts';
import { offeredLead } from './lead-classes.ts';
import { sortable } from '../kernel/paging.ts';
import { jumpFlag } from '../prices/price-jumps.ts';
import { sortedInput, sortedRecord, onOffColumn, recordEndpoints } from '../kernel/record-endpoints.ts';
import { ID_HEAD, importEndpoints, sortedColumns, type ImportSpec } from '../kernel/record-import.ts';

/** Limited, because every order is compared with all enabled rules. */
export const MAX_CHARGE_RULES = 100;

/** A calendar day from 1900 to 2999, or empty. */
const dayOrNone = (label: string) =>
  z._default(
    optionalText(label, 10).check(
      z.refine((value) => value === '' || (isDay(value) && value >= '1900' && value < '3000'), {
        error: `${label}应为 2026-01-31 形式的公历日期`,
      }),
    ),
    '',
  );

const MACHINING_LABEL = '加工方式';
const WITHOUT_MODEL_LABEL = '没有模型时';
const FLAT_LABEL = ruleFigureLabels.flat;

const money = (label: string) => decimal(label, { min: 0.01, max: 99_999_999.99 });
const holeLimit = (limit: HoleLimit) => decimal(holeLimitLabels[limit], { min: 0.01, max: 9999.99 });

/** The figures of a rule; amounts in yuan. */
export const ruleFigures = {
  /** The amount per unit of the basis. */
  amount: money(ruleFigureLabels.amount),
  percent: decimal(ruleFigureLabels.percent, { min: 0.01, max: 100 }),
  /** The smallest amount of the charge, or the minimum total. */
  minimum: money(ruleFigureLabels.minimum),
  /** Whole minutes of machine time that add a working day. */
  dayMinutes: whole(ruleFigureLabels.dayMinutes, { min: 10, max: 99_999 }),
  /** The amount for each line without a model, whatever its quantity. */
  flat: money(FLAT_LABEL),
  ...byKey(HOLE_LIMITS, holeLimit),
} satisfies Record<RuleFigure, unknown>;

export const withoutModel = choice(WITHOUT_MODEL_LABEL, WITHOUT_MODEL);

const input = {
  kind: choice('费用', CHARGE_KINDS),
  /** The name that the customer sees; if empty, the name of the kind. */
  label: z._default(optionalText('费用名称', 30), ''),
  scope: choice('适用范围', CHARGE_SCOPES),
  /** A value of the dictionary `material_tag`; empty for another scope. */
  materialTag: z._default(optionalText('材料分类', 60), ''),
  materialId: orNull(id),
  /** A node of the process tree below a process. */
  optionId: orNull(id),
  /** A lead class, 0 for 标准. A charge also applies to faster classes, a discount also to slower ones. */
  leadClassId: orNull(whole(LEAD_LABEL, { min: 0 })),
  basis: choice('计费方式', CHARGE_BASES),
  ...eachOrNull(ruleFigures),
  /** For a basis that counts measures: which parts it counts, and how it charges a part without a model. */
  machining: z._default(choice(MACHINING_LABEL, MACHININGS), 'any'),
  withoutModel: z._default(withoutModel, 'free'),
  /** How the rule treats lines that repeat an earlier order of the same company. */
  onRepeat: z._default(choice('返单', ON_REPEAT), 'charged'),
  /** First and last day, `YYYY-MM-DD`; empty: unlimited. */
  validFrom: dayOrNone('开始日期'),
  validTo: dayOrNone('截止日期'),
  ...sortedInput,
};
export type ChargeRuleInput = z.output<z.ZodMiniObject<typeof input>>;

/** Converts a rule from the domain to the wire format. */
export const ruleInYuan = inYuan;
/** Converts a rule from the wire format to the domain. */
export const ruleInFen = <R>(rule: R) => inFen(rule, 'amount', 'minimum', 'flat');

/** The domain's `ChargeRule` with amounts in yuan. */
const appliedRule = {
  id: z.number(),
  kind: z.literal(CHARGE_KINDS),
  label: z.string(),
  scope: z.literal([...CHARGE_SCOPES]),
  materialTag: z.string(),
  materialId: z.nullable(z.number()),
  optionId: z.nullable(z.number()),
  leadClassId: z.nullable(z.number()),
  basis: z.literal([...CHARGE_BASES]),
  ...byKey(RULE_FIGURES, () => z.nullable(z.number())),
  machining: z.literal([...MACHININGS]),
  withoutModel: z.literal([...WITHOUT_MODEL]),
  onRepeat: z.literal([...ON_REPEAT]),
  validFrom: z.string(),
  validTo: z.string(),
  /** The display name of the material, tag or option; empty for all parts. */
  target: z.string(),
  /** The lead class's factor, and the display name of the classes to which the rule applies; empty for all classes. */
  leadFactor: z.nullable(z.number()),
  leadTarget: z.string(),
};

/** Rates for estimating machine time (the domain's `TimeRates`). */
const timeRates = z.object({
  setupMinutes: z.number(),
  millingCm3: z.number(),
  turningCm3: z.number(),
  finishingMinutes: z.number(),
  holeMinutes: z.number(),
  toolChangeMinutes: z.number(),
});

const heads = {
  kind: { head: '费用', values: CHARGE_LABELS },
  label: '费用名称',
  scope: { head: '适用范围', values: chargeScopeLabels },
  materialTag: '材料分类',
  materialId: '材料',
  optionId: '工艺选项',
  leadClassId: LEAD_LABEL,
  basis: { head: '计费方式', values: chargeBasisLabels },
  amount: `${chargeFigureLabels.amount}（元）`,
  percent: `${chargeFigureLabels.percent} %`,
  minimum: `${chargeFigureLabels.minimum}（元）`,
  dayMinutes: `${chargeFigureLabels.dayMinutes}（分钟）`,
  machining: { head: MACHINING_LABEL, values: machiningLabels },
  ...byKey(HOLE_LIMITS, (limit) => `${holeLimitLabels[limit]}（mm）`),
  withoutModel: { head: WITHOUT_MODEL_LABEL, values: withoutModelLabels },
  flat: `${FLAT_LABEL}（元）`,
  onRepeat: { head: '返单', values: onRepeatLabels },
  validFrom: '开始日期',
  validTo: '截止日期',
} as const;

const requiredChoice = { type: 'choice', isRequired: true } as const;
/** Missing in files created before these columns existed. */
const addedLater = { mayBeMissing: true } as const;
const HOLE_LIMIT_HINT = '按每个孔收取时可填写，留空为不限';

export const chargeRuleImport = {
  noun: '附加费规则',
  key: [
    'kind',
    'label',
    'scope',
    'materialTag',
    'materialId',
    'optionId',
    'leadClassId',
    'basis',
    'machining',
    ...HOLE_LIMITS,
    'validFrom',
  ],
  columns: {
    kind: { ...heads.kind, ...requiredChoice },
    label: { head: heads.label, type: 'text', hint: '客户看到的名称；留空为费用的名称' },
    scope: { ...heads.scope, ...requiredChoice },
    materialTag: { head: heads.materialTag, type: 'name', hint: '适用范围是材料分类时填写，如 铝合金' },
    materialId: { head: heads.materialId, type: 'name', hint: '适用范围是材料时填写材料名称' },
    optionId: { head: heads.optionId, type: 'name', hint: '适用范围是工艺选项时填写，如 表面处理/喷砂' },
    leadClassId: {
      head: heads.leadClassId,
      type: 'name',
      mayBeMissing: true,
      hint: '如 加急、标准；留空为全部订单',
    },
    basis: { ...heads.basis, ...requiredChoice },
    amount: { head: heads.amount, type: 'number' },
    percent: { head: heads.percent, type: 'number', unit: 'percent', hint: '0.01 至 100，如 15 或 15%' },
    minimum: { head: heads.minimum, type: 'number', hint: '起订金额，或最低收取的金额' },
    onRepeat: { ...heads.onRepeat, type: 'choice', hint: '照收或免收；留空为照收' },
    validFrom: { head: heads.validFrom, type: 'day', hint: '如 2026-01-31；留空为不限' },
    validTo: { head: heads.validTo, type: 'day', hint: '含当天；留空为不限' },
    ...sortedColumns,
    machining: { ...heads.machining, ...addedLater, type: 'choice' },
    ...byKey(
      HOLE_LIMITS,
      (limit) => ({ head: heads[limit], ...addedLater, type: 'number', hint: HOLE_LIMIT_HINT }) as const,
    ),
    withoutModel: { ...heads.withoutModel, ...addedLater, type: 'choice' },
    dayMinutes: {
      head: heads.dayMinutes,
      ...addedLater,
      type: 'number',
      hint: `${chargeBasisLabels.days}时填写，如 480`,
    },
    flat: { head: heads.flat, ...addedLater, type: 'number', hint: '没有模型时选固定金额才填写' },
  },
} as const satisfies ImportSpec;

export const chargeRules = {
  ...recordEndpoints({
    path: '/charge-rule',
    noun: '附加费规则',
    permission: 'mfr:chargeRule',
    filters: {
      kind: z.optional(choice('费用', CHARGE_KINDS)),
      basis: z.optional(choice('计费方式', CHARGE_BASES)),
      status: z.optional(wholeParam('状态', { min: 1, max: 2 })),
      ...sortable('id', 'kind', 'scope', 'basis', 'validFrom', 'validTo', 'sort', 'status', 'updatedAt'),
    },
    input,
    /** 409 `price.jump` without `confirmJumps`, if an amount jumps or the percentage exceeds 50. */
    onCreate: jumpFlag,
    onUpdate: jumpFlag,
    /** `name` describes the rule. */
    record: {
      ...appliedRule,
      name: z.string(),
      ...sortedRecord,
    },
    columns: {
      id: ID_HEAD,
      name: '规则',
      ...heads,
      target: '适用对象',
      leadTarget: '适用档位',
      sort: '排序',
      status: onOffColumn,
      remark: '备注',
    },
  }),
  ...importEndpoints('/charge-rule', 'mfr:chargeRule', chargeRuleImport),
  /** The enabled rules in force today and the enabled lead classes, for the quotation page. */
  table: {
    method: 'GET',
    path: '/charge-rule/table',
    summary: '适用的附加费规则与交期档位',
    permission: 'mfr:quote:add',
    data: z.object({
      rules: z.array(z.object(appliedRule)),
      /** Without 标准; absent if the shop offers no other class. */
      leadClasses: z.optional(z.array(offeredLead)),
      /** Rates by material tag; the empty key is the default. Absent unless a rule counts measures. */
      timeRates: z.optional(z.record(z.string(), timeRates)),
    }),
  },
} as const satisfies Endpoints;
export type ChargeRuleRecord = z.output<(typeof chargeRules)['one']['data']>;
