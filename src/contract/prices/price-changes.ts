import * as z from 'zod/mini';
import {
  HOLE_LIMITS,
  RULE_FIGURES,
  type RuleFigure,
  type WithoutModel,
} from '#domain/charges/charge-rule.ts';
import { byKey, pick } from '#domain/pick.ts';
import { ruleFigures, withoutModel } from '../catalogue/charge-rules.ts';
import { DISABLED, ENABLED, id, onOff, orNull, text, whole, yuan } from '../kernel/fields.ts';
import { cellChange, cellValue, MAX_CELLS } from './price-table.ts';
import {
  leadFigures,
  leadFigureValues,
  materialFigures,
  materialFigureValues,
  type LeadFigures,
  type MaterialFigures,
} from './record-figures.ts';

/** Kinds of records with figures that prices and days depend on. */
export const FIGURE_KINDS = ['charge', 'material', 'lead'] as const;
export type FigureKind = (typeof FIGURE_KINDS)[number];

/** Prices of options, machining prices, and figures of records. */
export type PriceKind = 'cell' | 'machining' | FigureKind;

const machiningPrice = z.nullable(yuan('加工基价'));
/** Missing: unchanged. */
const orUnchanged = <T extends z.ZodMiniType>(type: T) => z.optional(z.nullable(type));

/** The figures of a charge rule, and whether it is enabled. */
export const chargeFigures = z.strictObject({
  amount: orNull(ruleFigures.amount),
  percent: orNull(ruleFigures.percent),
  minimum: orNull(ruleFigures.minimum),
  // Missing in drafts and history stored before these figures existed.
  dayMinutes: orUnchanged(ruleFigures.dayMinutes),
  flat: orUnchanged(ruleFigures.flat),
  ...byKey(HOLE_LIMITS, (limit) => orUnchanged(ruleFigures[limit])),
  /** The treatment of a part without a model; missing: unchanged. */
  withoutModel: z.optional(withoutModel),
  status: onOff,
});
export type ChargeFigures = z.output<typeof chargeFigures>;

/** Why a draft rejects other changes to a rule; callers append the way to save those instead. */
export const ONLY_FIGURES =
  '只有金额、百分比、分钟、孔径、孔深、没有模型时和状态可以存为草稿，其他修改请直接';

type StoredFigures = Record<RuleFigure, number | null> & { withoutModel: WithoutModel };

/** The stored figures of a rule, without its status. */
const STORED_FIGURES = [...RULE_FIGURES, 'withoutModel'] as const;

/** The figures and status of a rule. */
export const chargeFiguresOf = (
  rule: Readonly<StoredFigures> & { status: number },
): StoredFigures & Pick<ChargeFigures, 'status'> => ({
  ...pick(rule, STORED_FIGURES),
  status: rule.status === ENABLED ? ENABLED : DISABLED,
});

/** Replaces the figures of a rule, except missing ones. */
export function withFigures<R extends Readonly<StoredFigures>>(rule: R, figures: ChargeFigures): R {
  const changed = STORED_FIGURES.filter((figure) => figures[figure] !== undefined);
  return { ...rule, ...pick(figures, changed) };
}

/** A price before and after; null: no price. */
export const priceChange = z.discriminatedUnion('kind', [
  z.extend(cellChange, { kind: z.literal('cell') }),
  z.strictObject({
    kind: z.literal('machining'),
    /** 0: the system's price; otherwise the one agreed with this company. */
    deptId: whole('公司', { min: 0 }),
    materialTag: text('材料分类', { max: 60 }),
    before: machiningPrice,
    after: machiningPrice,
  }),
  z.strictObject({
    kind: z.literal('charge'),
    ruleId: id,
    before: chargeFigures,
    after: chargeFigures,
  }),
  z.strictObject({
    kind: z.literal('material'),
    materialId: id,
    before: materialFigures,
    after: materialFigures,
  }),
  z.strictObject({
    kind: z.literal('lead'),
    leadClassId: id,
    before: leadFigures,
    after: leadFigures,
  }),
]);
export type PriceChange = z.output<typeof priceChange>;
export type ChangeOf<Kind extends PriceKind> = Extract<PriceChange, { kind: Kind }>;
/** The value of a price: yuan and days, yuan, or the figures of a record. */
export type PriceValue = PriceChange['before'];

export type Figures = ChargeFigures | MaterialFigures | LeadFigures;
export const isFigures = (value: PriceValue): value is Figures =>
  typeof value === 'object' && value !== null && !('price' in value);

/** The changes of one draft. */
export const priceChanges = z
  .array(priceChange)
  .check(
    z.minLength(1, { error: '没有要保存的价格' }),
    z.maxLength(MAX_CELLS, { error: `一次最多保存${MAX_CELLS}个价格` }),
  );

/** The changes that undo these. */
export const inverseOf = <C extends PriceChange>(changes: readonly C[]): C[] =>
  changes.map((change) => ({ ...change, before: change.after, after: change.before }));

/** The key of a price: `cell/12/7`, `machining/0/aluminium`, `charge/3`, `material/12`, `lead/2`. */
export function priceKey(change: PriceChange): string {
  if (change.kind === 'cell') return cellKey(change.materialId, change.optionId);
  if (change.kind === 'machining') return machiningKey(change.deptId, change.materialTag);
  return figuresKey(change.kind, recordIdOf(change));
}
export const figuresKey = (kind: FigureKind, recordId: number): string => `${kind}/${recordId}`;
/** The record whose figures change. */
export function recordIdOf(change: ChangeOf<FigureKind>): number {
  if (change.kind === 'charge') return change.ruleId;
  return change.kind === 'material' ? change.materialId : change.leadClassId;
}
export const cellKey = (materialId: number, optionId: number): string => `cell/${materialId}/${optionId}`;
export const machiningKey = (deptId: number, materialTag: string): string =>
  `machining/${deptId}/${materialTag}`;

const figure = z.nullable(z.number());
/** The figures of a charge rule in responses. */
export const chargeFigureValues = z.object({
  ...byKey(['amount', 'percent', 'minimum'], () => figure),
  ...byKey(['dayMinutes', 'flat', ...HOLE_LIMITS], () => z.optional(figure)),
  withoutModel: z.optional(withoutModel),
  status: z.literal([1, 2]),
});
const valueFields = <T extends z.ZodMiniType>(value: T) => ({ before: value, after: value, now: value });
const nameFields = {
  key: z.string(),
  /** The material, the company or 加工基价, or the kind of record, such as 附加费. */
  group: z.string(),
  /** Option, tag or record. */
  name: z.string(),
  /** The material, option, company, tag or record was deleted, and the price with it; the names are the last known ones. */
  isDeleted: z.boolean(),
};

/** A change with names and the current price (`now`). `before` is the price that its author saw or its publication replaced. */
export const namedPriceChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cell'), ...nameFields, ...valueFields(cellValue) }),
  z.object({ kind: z.literal('machining'), ...nameFields, ...valueFields(z.nullable(z.number())) }),
  z.object({ kind: z.literal('charge'), ...nameFields, ...valueFields(z.nullable(chargeFigureValues)) }),
  z.object({ kind: z.literal('material'), ...nameFields, ...valueFields(z.nullable(materialFigureValues)) }),
  z.object({ kind: z.literal('lead'), ...nameFields, ...valueFields(z.nullable(leadFigureValues)) }),
]);
export type NamedPriceChange = z.output<typeof namedPriceChange>;

/** Keys of prices. */
export const priceKeys = z
  .array(text('价格', { max: 100 }), { error: '价格必须是列表' })
  .check(z.maxLength(MAX_CELLS, { error: `一次最多${MAX_CELLS}个价格` }));

/** Size limit of a body with changes or keys of `MAX_CELLS` prices. */
export const MAX_PRICES_BYTES = 8 * 1024 * 1024;

/**
 * `data` of `price.changed_since`: prices that cannot be reset. They have changed, or their record was deleted or was created
 * together with them; `reason` tells which.
 */
export const changedSince = z.object({
  conflicts: z.array(z.object({ key: z.string(), group: z.string(), name: z.string(), reason: z.string() })),
});
export type ChangedPrice = z.output<typeof changedSince>['conflicts'][number];
