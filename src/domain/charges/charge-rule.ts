import { fenFromYuan, formatFen } from '#domain/money.ts';
import { CHARGE_LABELS, type ChargeKind } from '#domain/pricing/charges.ts';

/** What a rule counts. */
export const CHARGE_BASES = [
  'order',
  'line',
  'piece',
  'kg',
  'percent',
  'orderMinimum',
  'finishMinimum',
] as const;
export type ChargeBasis = (typeof CHARGE_BASES)[number];

export const chargeBasisLabels = {
  order: '每单',
  line: '每种零件',
  piece: '每件',
  kg: '每公斤',
  percent: '零件合计的百分比',
  orderMinimum: '订单起订金额',
  finishMinimum: '工艺起订金额',
} as const satisfies Record<ChargeBasis, string>;

/** The parts that a rule applies to. */
export const CHARGE_SCOPES = ['all', 'tag', 'material', 'option'] as const;
export type ChargeScope = (typeof CHARGE_SCOPES)[number];

export const chargeScopeLabels = {
  all: '全部零件',
  tag: '材料分类',
  material: '材料',
  option: '工艺选项',
} as const satisfies Record<ChargeScope, string>;

export const CHARGE_FIGURES = ['amount', 'percent', 'minimum'] as const;
export type ChargeFigure = (typeof CHARGE_FIGURES)[number];

export const chargeFigureLabels = {
  amount: '金额',
  percent: '百分比',
  minimum: '最低金额',
} as const satisfies Record<ChargeFigure, string>;

/** The figures of each basis; a rule has those that are needed and no others but the optional ones. */
export const basisFigures: Readonly<
  Record<ChargeBasis, { needed: readonly ChargeFigure[]; optional: readonly ChargeFigure[] }>
> = {
  order: { needed: ['amount'], optional: [] },
  line: { needed: ['amount'], optional: [] },
  piece: { needed: ['amount'], optional: ['minimum'] },
  kg: { needed: ['amount'], optional: ['minimum'] },
  percent: { needed: ['percent'], optional: ['minimum'] },
  orderMinimum: { needed: ['minimum'], optional: [] },
  finishMinimum: { needed: ['minimum'], optional: [] },
};

/** The field that names the parts of each scope. */
export const scopeTargets = {
  all: undefined,
  tag: 'materialTag',
  material: 'materialId',
  option: 'optionId',
} as const satisfies Record<ChargeScope, string | undefined>;

/** What a rule charges, in yuan. */
export interface ChargeTerms {
  readonly kind: ChargeKind;
  /** Its name for the customer; empty for that of the kind. */
  readonly label: string;
  readonly scope: ChargeScope;
  /** A key of the dictionary `material_tag`; empty for another scope. */
  readonly materialTag: string;
  readonly materialId: number | null;
  /** A node of the process tree: the value of a process. */
  readonly optionId: number | null;
  readonly basis: ChargeBasis;
  /** Yuan per unit of the basis. */
  readonly amount: number | null;
  /** 0.01 to 100, two decimals. */
  readonly percent: number | null;
  /** Yuan: the least that is charged, or what a total is filled up to. */
  readonly minimum: number | null;
  /** First and last day, `YYYY-MM-DD`; empty: open. */
  readonly validFrom: string;
  readonly validTo: string;
}

/** A rule that is on. */
export interface ChargeRule extends ChargeTerms {
  readonly id: number;
  /** Material, tag or option as customers read it; empty for all parts. */
  readonly target: string;
}

/** The name of a rule's charge on papers. */
export const chargeRuleName = ({ kind, label }: Pick<ChargeTerms, 'kind' | 'label'>): string =>
  label.trim() || CHARGE_LABELS[kind];

/** ¥50.00 of yuan. */
export const money = (yuan: number | null): string => formatFen(fenFromYuan(yuan ?? 0));

/** The rule in words: 编程开机费：铝合金，每种零件 ¥50.00. */
export function chargeRuleLabel(terms: ChargeTerms, target: string): string {
  return `${chargeRuleName(terms)}：${[target, termsText(terms)].filter(Boolean).join('，')}`;
}

function termsText({ basis, amount, percent, minimum }: ChargeTerms): string {
  const least = minimum === null ? '' : `，最低 ${money(minimum)}`;
  switch (basis) {
    case 'percent':
      return `零件合计的 ${percent ?? 0}%${least}`;
    case 'orderMinimum':
    case 'finishMinimum':
      return `不足 ${money(minimum)} 补足`;
    case 'order':
    case 'line':
    case 'piece':
    case 'kg':
      return `${chargeBasisLabels[basis]} ${money(amount)}${least}`;
  }
}

/** Later than every day where the end is open. */
export const lastDay = (validTo: string): string => validTo || '9999-12-31';

/** The rules in force on a day, `YYYY-MM-DD`. */
export const rulesOn = (rules: readonly ChargeRule[], day: string): ChargeRule[] =>
  rules.filter(({ validFrom, validTo }) => validFrom <= day && day <= lastDay(validTo));
