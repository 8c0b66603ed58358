import { formatFen, type Fen } from '#domain/money.ts';
import { STANDARD, STANDARD_ID, type OrderLead } from '#domain/lead/lead-class.ts';
import { CHARGE_LABELS, type ChargeKind } from '#domain/pricing/charges.ts';
import { keysOf } from '#domain/pick.ts';

/** The bases that count measures of a part's model. */
export const MEASURED_BASES = [
  'setup',
  'hole',
  'removed',
  'surface',
  'minute',
  'days',
] as const satisfies ChargeBasis[];
export type MeasuredBasis = (typeof MEASURED_BASES)[number];

const measuredBases: ReadonlySet<ChargeBasis> = new Set(MEASURED_BASES);
export const isMeasured = (basis: ChargeBasis): basis is MeasuredBasis => measuredBases.has(basis);

/** The bases that a rule can charge by. */
export const chargeBasisLabels = {
  order: '每单',
  line: '每种零件',
  piece: '每件',
  kg: '每公斤',
  setup: '每次装夹',
  hole: '每个孔',
  removed: '每立方厘米去除量',
  surface: '每平方分米表面积',
  minute: '每分钟机时',
  days: '按机时加交期',
  percent: '零件合计的百分比',
  orderMinimum: '订单起订金额',
  finishMinimum: '工艺起订金额',
} as const;
export type ChargeBasis = keyof typeof chargeBasisLabels;
export const CHARGE_BASES = keysOf(chargeBasisLabels);

/** The parts that a rule applies to. */
export const chargeScopeLabels = {
  all: '全部零件',
  tag: '材料分类',
  material: '材料',
  option: '工艺选项',
} as const;
export type ChargeScope = keyof typeof chargeScopeLabels;
export const CHARGE_SCOPES = keysOf(chargeScopeLabels);

/** Whether a rule is for turned or milled parts. A part counts as milled unless its model shows that it is turned. */
export const machiningLabels = {
  any: '车削与铣削',
  turned: '车削件',
  milled: '铣削件',
} as const;
export type Machining = keyof typeof machiningLabels;
export const MACHININGS = keysOf(machiningLabels);

/** How a rule that counts measures treats a part without a model; `free` neither charges nor adds days. */
export const withoutModelLabels = {
  free: '不计',
  flat: '固定金额',
  person: '人工报价',
} as const;
export type WithoutModel = keyof typeof withoutModelLabels;
export const WITHOUT_MODEL = keysOf(withoutModelLabels);

/** The range of holes that a rule counts, in mm: the lower limits are exclusive, the upper ones inclusive; null: no limit. */
export const holeLimitLabels = {
  diameterOverMm: '孔径大于',
  diameterUpToMm: '孔径不大于',
  depthOverMm: '孔深大于',
  depthUpToMm: '孔深不大于',
} as const;
export type HoleLimit = keyof typeof holeLimitLabels;
export const HOLE_LIMITS = keysOf(holeLimitLabels);

/** The figures that a basis may have; see `basisFigures`. */
export const chargeFigureLabels = {
  amount: '金额',
  percent: '百分比',
  minimum: '最低金额',
  dayMinutes: '每工作日机时',
} as const;
export type ChargeFigure = keyof typeof chargeFigureLabels;
export const CHARGE_FIGURES = keysOf(chargeFigureLabels);

/** The figures of a rule that price drafts and the price history contain, in display order. */
export const ruleFigureLabels = {
  ...chargeFigureLabels,
  flat: '没有模型的金额',
  ...holeLimitLabels,
} as const;
export type RuleFigure = keyof typeof ruleFigureLabels;
export const RULE_FIGURES = keysOf(ruleFigureLabels);

export const ruleFigureUnits = {
  amount: '元',
  percent: '%',
  minimum: '元',
  dayMinutes: '分钟',
  flat: '元',
  diameterOverMm: 'mm',
  diameterUpToMm: 'mm',
  depthOverMm: 'mm',
  depthUpToMm: 'mm',
} as const satisfies Record<RuleFigure, string>;

/** The figures of each basis; a rule has no others. */
export const basisFigures: Readonly<
  Record<ChargeBasis, { needed: readonly ChargeFigure[]; optional: readonly ChargeFigure[] }>
> = {
  order: { needed: ['amount'], optional: [] },
  line: { needed: ['amount'], optional: [] },
  piece: { needed: ['amount'], optional: ['minimum'] },
  kg: { needed: ['amount'], optional: ['minimum'] },
  setup: { needed: ['amount'], optional: [] },
  hole: { needed: ['amount'], optional: [] },
  removed: { needed: ['amount'], optional: [] },
  surface: { needed: ['amount'], optional: [] },
  minute: { needed: ['amount'], optional: [] },
  days: { needed: ['dayMinutes'], optional: [] },
  percent: { needed: ['percent'], optional: ['minimum'] },
  orderMinimum: { needed: ['minimum'], optional: [] },
  finishMinimum: { needed: ['minimum'], optional: [] },
};

/** All figures of a rule, and the required ones. */
export function figuresOfRule({ basis, withoutModel }: Pick<ChargeTerms, 'basis' | 'withoutModel'>): {
  figures: readonly RuleFigure[];
  needed: ReadonlySet<RuleFigure>;
} {
  const { needed, optional } = basisFigures[basis];
  const flat: RuleFigure[] = withoutModel === 'flat' ? ['flat'] : [];
  const limits = basis === 'hole' ? HOLE_LIMITS : [];
  return { figures: [...needed, ...optional, ...flat, ...limits], needed: new Set([...needed, ...flat]) };
}

/** The field that identifies the parts of each scope. */
export const scopeTargets = {
  all: undefined,
  tag: 'materialTag',
  material: 'materialId',
  option: 'optionId',
} as const satisfies Record<ChargeScope, string | undefined>;

/** How a rule treats a line that repeats an earlier order of the same company. */
export const onRepeatLabels = { charged: '照收', waived: '免收' } as const;
export type OnRepeat = keyof typeof onRepeatLabels;
export const ON_REPEAT = keysOf(onRepeatLabels);

/** The bases whose charge may be waived for repeats. Not minimums: waived lines would only increase the shortfall. */
export const WAIVABLE_BASES: ReadonlySet<ChargeBasis> = new Set([
  'order',
  'line',
  'piece',
  'kg',
  ...MEASURED_BASES,
  'percent',
]);

/** The terms of a rule, whether it is enabled or not. */
export interface ChargeTerms extends Readonly<Record<HoleLimit, number | null>> {
  readonly kind: ChargeKind;
  /** The name that customers read; if empty, they read the name of the kind. */
  readonly label: string;
  readonly scope: ChargeScope;
  /** A value of the dictionary `material_tag`; empty for another scope. */
  readonly materialTag: string;
  readonly materialId: number | null;
  /** An option of the process tree. */
  readonly optionId: number | null;
  /** The id of a lead class, `STANDARD_ID` for 标准; null if the rule applies to every class. */
  readonly leadClassId: number | null;
  readonly basis: ChargeBasis;
  /** Per unit of the basis. */
  readonly amountFen: Fen | null;
  /** The smallest amount of the charge, or the minimum total. */
  readonly minimumFen: Fen | null;
  /** For each line without a model, whatever its quantity; null unless `withoutModel` is `flat`. */
  readonly flatFen: Fen | null;
  /** 0.01 to 100, two decimals. */
  readonly percent: number | null;
  /** A working day is added for each full period of this many minutes of machine time. */
  readonly dayMinutes: number | null;
  readonly machining: Machining;
  readonly withoutModel: WithoutModel;
  readonly onRepeat: OnRepeat;
  /** First and last day, `YYYY-MM-DD`; empty: unlimited. */
  readonly validFrom: string;
  readonly validTo: string;
}

/** An enabled rule. */
export interface ChargeRule extends ChargeTerms {
  readonly id: number;
  /** The factor of its lead class; null if it has no class or the class was deleted. */
  readonly leadFactor: number | null;
  /** The lead classes that it applies to, as customers read them; empty for all. */
  readonly leadTarget: string;
  /** Material, tag or option as customers read it; empty for all parts. */
  readonly target: string;
}

/** The name of a rule's charge on documents. */
export const chargeRuleName = ({ kind, label }: Pick<ChargeTerms, 'kind' | 'label'>): string =>
  label.trim() || CHARGE_LABELS[kind];

export const moneyText = (fen: Fen | null): string => formatFen(fen ?? 0);

/** The rule as text: `编程开机费：加急及更快，铝合金，每种零件 ¥50.00`. */
export function chargeRuleLabel(
  terms: ChargeTerms,
  { target, leadTarget }: Pick<ChargeRule, 'target' | 'leadTarget'>,
): string {
  return `${chargeRuleName(terms)}：${[leadTarget, target, termsText(terms)].filter(Boolean).join('，')}`;
}

/** The lead classes that a rule with this class applies to: `加急及更快`. */
export const leadTargetText = ({ kind }: Pick<ChargeTerms, 'kind'>, name: string): string =>
  `${name}及更${kind === 'discount' ? '慢' : '快'}`;

/**
 * Whether a rule applies to orders of a lead class. A charge of a class also applies to faster ones, and a discount to slower
 * ones, so that no rule makes a faster class cheaper.
 * @param lead default: 标准
 */
export function appliesToLead(
  { kind, leadClassId, leadFactor }: Pick<ChargeRule, 'kind' | 'leadClassId' | 'leadFactor'>,
  lead: Pick<OrderLead, 'id' | 'factor'> | undefined,
): boolean {
  if (leadClassId === null || leadClassId === (lead?.id ?? STANDARD_ID)) return true;
  if (leadFactor === null) return false;
  const { factor } = lead ?? STANDARD;
  return kind === 'discount' ? factor >= leadFactor : factor <= leadFactor;
}

function termsText(terms: ChargeTerms): string {
  const { basis, amountFen, percent, minimumFen, dayMinutes, withoutModel, flatFen, onRepeat } = terms;
  const suffix = [
    minimumFen === null ? '' : `，最低 ${moneyText(minimumFen)}`,
    withoutModel === 'flat' ? `，没有模型 ${moneyText(flatFen)}` : '',
    withoutModel === 'person' ? '，没有模型人工报价' : '',
    onRepeat === 'waived' ? '，返单免收' : '',
  ].join('');
  if (basis === 'percent') return `零件合计的 ${percent ?? 0}%${suffix}`;
  if (basis === 'orderMinimum' || basis === 'finishMinimum') return `不足 ${moneyText(minimumFen)} 补足`;
  const counted = [countedPartsText(terms), chargeBasisLabels[basis]].filter(Boolean).join('，');
  if (basis === 'days') return `${counted}，每满 ${dayMinutes ?? 0} 分钟加 1 个工作日${suffix}`;
  return `${counted} ${moneyText(amountFen)}${suffix}`;
}

/** The parts and holes that a rule counts: `铣削件，孔径 3–10 mm`; empty for all. */
export const countedPartsText = (terms: Pick<ChargeTerms, 'machining' | HoleLimit>): string =>
  [
    terms.machining === 'any' ? '' : machiningLabels[terms.machining],
    rangeText('孔径', terms.diameterOverMm, terms.diameterUpToMm),
    rangeText('孔深', terms.depthOverMm, terms.depthUpToMm),
  ]
    .filter(Boolean)
    .join('，');

function rangeText(name: string, over: number | null, upTo: number | null): string {
  if (over === null) return upTo === null ? '' : `${name} ≤ ${upTo} mm`;
  return upTo === null ? `${name} > ${over} mm` : `${name} ${over}–${upTo} mm`;
}

/** The last day, or a day after all others if there is none. */
export const lastDay = (validTo: string): string => validTo || '9999-12-31';

/** The rules in force on a day, `YYYY-MM-DD`. */
export const rulesOn = (rules: readonly ChargeRule[], day: string): ChargeRule[] =>
  rules.filter(({ validFrom, validTo }) => validFrom <= day && day <= lastDay(validTo));

/** Whether one of these rules counts measures; if none does, callers need not read the measures. */
export const countsMeasures = (rules: readonly Pick<ChargeRule, 'basis'>[]): boolean =>
  rules.some(({ basis }) => isMeasured(basis));

/** Whether one of these rules is waived for repeats; if none is, callers need not read earlier orders. */
export const waivesRepeats = (rules: readonly ChargeRule[]): boolean =>
  rules.some(({ onRepeat }) => onRepeat === 'waived');
