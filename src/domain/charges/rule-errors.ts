import { CHARGE_LABELS } from '#domain/pricing/charges.ts';
import {
  basisFigures,
  CHARGE_FIGURES,
  chargeBasisLabels,
  chargeFigureLabels,
  chargeRuleLabel,
  chargeRuleName,
  chargeScopeLabels,
  HOLE_LIMITS,
  holeLimitLabels,
  isMeasured,
  lastDay,
  scopeTargets,
  WAIVABLE_BASES,
  type ChargeRule,
  type ChargeTerms,
  type RuleFigure,
} from './charge-rule.ts';

/** Errors by form field. A field for an amount has the name of its figure: `amount` for `amountFen`. */
type RuleErrors = Partial<Record<keyof ChargeTerms | RuleFigure, string>>;

/** The errors of a rule; empty for a valid one. */
export function ruleErrors(terms: ChargeTerms): RuleErrors {
  return {
    ...figureErrors(terms),
    ...targetErrors(terms),
    ...basisErrors(terms),
    ...measureErrors(terms),
    ...repeatErrors(terms),
    ...dayErrors(terms),
  };
}

function figureErrors(terms: ChargeTerms): RuleErrors {
  const errors: RuleErrors = {};
  const { needed, optional } = basisFigures[terms.basis];
  const label = `按${chargeBasisLabels[terms.basis]}收取的规则`;
  const values = { ...terms, amount: terms.amountFen, minimum: terms.minimumFen };
  for (const figure of CHARGE_FIGURES) {
    const isSet = values[figure] !== null;
    if (needed.includes(figure) && !isSet) errors[figure] = `${label}必须填写${chargeFigureLabels[figure]}`;
    if (isSet && ![...needed, ...optional].includes(figure))
      errors[figure] = `${label}没有${chargeFigureLabels[figure]}，请留空`;
  }
  if (terms.kind === 'discount' && terms.minimumFen !== null) errors.minimum = '折扣没有最低金额，请留空';
  return errors;
}

function targetErrors(terms: ChargeTerms): RuleErrors {
  const errors: RuleErrors = {};
  const requiredField = scopeTargets[terms.scope];
  for (const scope of ['tag', 'material', 'option'] as const) {
    const field = scopeTargets[scope];
    const isSet = terms[field] !== null && terms[field] !== '';
    if (field === requiredField && !isSet) errors[field] = `请选择${chargeScopeLabels[scope]}`;
    if (field !== requiredField && isSet)
      errors[field] = `适用范围是${chargeScopeLabels[terms.scope]}，${chargeScopeLabels[scope]}请留空`;
  }
  return errors;
}

function basisErrors({ kind, basis, scope, leadClassId }: ChargeTerms): RuleErrors {
  if (kind === 'discount' && basis !== 'percent')
    return { basis: '折扣只能按零件合计的百分比计算，请改为百分比' };
  if (kind === 'discount' && scope !== 'all')
    return { scope: '折扣针对全部零件的合计，适用范围请选全部零件' };
  if ((kind === 'minimum') !== (basis === 'orderMinimum'))
    return { basis: '起订补足只能按订单起订金额计算，订单起订金额也只用于起订补足' };
  if ((kind === 'days') !== (basis === 'days'))
    return {
      basis: `${CHARGE_LABELS.days}只能${chargeBasisLabels.days}，${chargeBasisLabels.days}也只用于${CHARGE_LABELS.days}`,
    };
  // If a rule added days in some classes only, a faster class could ship later than a slower one.
  if (basis === 'days' && leadClassId !== null)
    return { leadClassId: `${CHARGE_LABELS.days}对全部档位相同，交期档位请留空` };
  if (basis === 'orderMinimum' && scope !== 'all')
    return { scope: '起订金额针对整个订单，适用范围请选全部零件' };
  if (basis === 'finishMinimum' && kind !== 'finish') return { basis: '工艺起订金额只用于表面处理起订费' };
  if (basis === 'finishMinimum' && scope !== 'option')
    return { scope: '工艺起订金额针对一个工艺选项，请选择适用范围为工艺选项' };
  return {};
}

function measureErrors(terms: ChargeTerms): RuleErrors {
  const { basis, machining, withoutModel, flatFen } = terms;
  const errors: RuleErrors = {};
  const label = `按${chargeBasisLabels[basis]}收取的规则`;
  if (!isMeasured(basis)) {
    if (machining !== 'any') errors.machining = `${label}不区分车削与铣削`;
    if (withoutModel !== 'free') errors.withoutModel = `${label}不看三维模型，请选择不计`;
  }
  if (basis === 'days' && withoutModel === 'flat')
    errors.withoutModel = `${CHARGE_LABELS.days}只加天数，没有固定金额，请选择不计或人工报价`;
  if (withoutModel === 'flat' && flatFen === null) errors.flat = '请填写没有模型时的固定金额';
  if (withoutModel !== 'flat' && flatFen !== null) errors.flat = '没有模型时不按固定金额收取，固定金额请留空';
  for (const limit of HOLE_LIMITS)
    if (basis !== 'hole' && terms[limit] !== null)
      errors[limit] = `${label}没有${holeLimitLabels[limit]}，请留空`;
  const { diameterOverMm, diameterUpToMm, depthOverMm, depthUpToMm } = terms;
  if ((diameterOverMm ?? 0) >= (diameterUpToMm ?? Infinity)) errors.diameterUpToMm ??= '孔径的上限应大于下限';
  if ((depthOverMm ?? 0) >= (depthUpToMm ?? Infinity)) errors.depthUpToMm ??= '孔深的上限应大于下限';
  return errors;
}

function repeatErrors({ kind, basis, onRepeat }: ChargeTerms): RuleErrors {
  if (onRepeat === 'charged' || (kind !== 'discount' && WAIVABLE_BASES.has(basis))) return {};
  return { onRepeat: '起订金额与折扣不能返单免收，请选择照收' };
}

function dayErrors({ validFrom, validTo }: ChargeTerms): RuleErrors {
  if (validFrom <= lastDay(validTo)) return {};
  return { validTo: `截止日期 ${validTo} 早于开始日期 ${validFrom}` };
}

/** Describes the first conflict of an enabled rule with other enabled ones; undefined without one. */
export function chargeConflict(rule: ChargeRule, others: readonly ChargeRule[]): string | undefined {
  for (const other of others) {
    if (other.id === rule.id || !periodsOverlap(rule, other)) continue;
    const otherRule = `编号 ${other.id} 的规则（${chargeRuleLabel(other, other)}）`;
    const conflict = conflictBetween(rule, other);
    if (conflict !== undefined) return `${otherRule}${conflict}：请修改原有规则，或先停用它，或错开有效期`;
  }
  return undefined;
}

const periodsOverlap = (a: ChargeTerms, b: ChargeTerms): boolean =>
  a.validFrom <= lastDay(b.validTo) && b.validFrom <= lastDay(a.validTo);

function conflictBetween(rule: ChargeRule, other: ChargeRule): string | undefined {
  // Discounts and minimums of different lead classes do not conflict: the largest applies.
  const isSameLeadClass = rule.leadClassId === other.leadClassId;
  if (rule.kind === 'discount' && other.kind === 'discount')
    return isSameLeadClass ? '已有折扣，同一时间只能有一个折扣' : undefined;
  if (rule.basis !== other.basis) return undefined;
  if (rule.basis === 'orderMinimum')
    return isSameLeadClass ? '已有起订金额，同一时间只能有一个起订金额' : undefined;
  const isSameTarget =
    rule.scope === other.scope &&
    rule.materialTag === other.materialTag &&
    rule.materialId === other.materialId &&
    rule.optionId === other.optionId;
  if (!isSameTarget) return undefined;
  if (rule.basis === 'finishMinimum') return isSameLeadClass ? '已有该工艺的起订金额' : undefined;
  // Charges of different lead classes conflict too: all of them apply to the fastest class.
  const isSameCharge = rule.kind === other.kind && chargeRuleName(rule) === chargeRuleName(other);
  return isSameCharge && mayCountSameParts(rule, other) ? '收取同样的费用，会重复收取' : undefined;
}

/** Whether two rules with the same basis may count the same parts and holes. */
function mayCountSameParts(a: ChargeTerms, b: ChargeTerms): boolean {
  const isSameMachining = a.machining === b.machining || a.machining === 'any' || b.machining === 'any';
  return (
    isSameMachining &&
    rangesOverlap(a.diameterOverMm, a.diameterUpToMm, b.diameterOverMm, b.diameterUpToMm) &&
    rangesOverlap(a.depthOverMm, a.depthUpToMm, b.depthOverMm, b.depthUpToMm)
  );
}

const rangesOverlap = (
  aOver: number | null,
  aUpTo: number | null,
  bOver: number | null,
  bUpTo: number | null,
) => (aOver ?? 0) < (bUpTo ?? Infinity) && (bOver ?? 0) < (aUpTo ?? Infinity);
