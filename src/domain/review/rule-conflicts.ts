import { MAX_EDGE_MM, MAX_PIECES } from './reviewed-cart.ts';
import { envelopeOf, reviewRuleLabel, threadWords, type ReviewRule } from './review-rule.ts';

/** Why an enabled rule can never be triggered; undefined if it can. */
export function neverTriggeredReason(rule: ReviewRule): string | undefined {
  const { kind, length, width, height, pieces } = rule;
  const allowsAllSizes = [length, width, height].every((edge) => (edge ?? 0) >= MAX_EDGE_MM);
  if (kind === 'envelope' && allowsAllSizes)
    return `零件最大只能填写 ${MAX_EDGE_MM} mm，这条规则不会触发，请减小尺寸`;
  if (kind === 'pieces' && (pieces ?? 0) >= MAX_PIECES)
    return `数量最多只能填写 ${MAX_PIECES} 件，这条规则不会触发，请减小数量`;
  return undefined;
}

/** Describes the first conflict of an enabled rule with other enabled ones; undefined without one. */
export function reviewRuleConflict(rule: ReviewRule, others: readonly ReviewRule[]): string | undefined {
  for (const other of others) {
    if (other.kind !== rule.kind || other.id === rule.id) continue;
    const otherRule = `编号 ${other.id} 的规则（${reviewRuleLabel(other)}）`;
    const [isNarrower, isWider] = [implies(rule, other), implies(other, rule)];
    if (isNarrower && isWider) return `与${otherRule}的条件相同，请修改原有规则，或先停用它`;
    if (isNarrower && other.priceDisplay === 'hidden' && rule.priceDisplay === 'reference')
      return `${otherRule}已隐藏价格，这条规则的参考价不会显示：请改为隐藏价格，或调整限值`;
    if (isWider && rule.priceDisplay === 'hidden' && other.priceDisplay === 'reference')
      return `${otherRule}显示参考价，与这条隐藏价格的规则矛盾：请先将其改为隐藏价格或停用`;
  }
  return undefined;
}

/** Whether each part that triggers `rule` also triggers `other`, of the same kind. */
function implies(rule: ReviewRule, other: ReviewRule): boolean {
  switch (rule.kind) {
    case 'envelope': {
      const [edges, otherEdges] = [envelopeOf(rule), envelopeOf(other)];
      return edges.every((edge, n) => edge >= (otherEdges[n] ?? 0));
    }
    case 'smallest':
      return (rule.smallestMm ?? 0) <= (other.smallestMm ?? 0);
    case 'weight':
      return (rule.weightKg ?? 0) >= (other.weightKg ?? 0);
    case 'amount':
      return (rule.amountYuan ?? 0) >= (other.amountYuan ?? 0);
    case 'pieces':
      return (rule.pieces ?? 0) >= (other.pieces ?? 0);
    case 'tolerance':
      return (rule.toleranceMm ?? 0) <= (other.toleranceMm ?? 0);
    case 'thread':
      return threadWords(rule).every((word) =>
        threadWords(other).some((otherWord) => word.includes(otherWord)),
      );
    case 'model':
    case 'newCustomer':
      return true;
  }
}
