import type { Fen } from '#domain/money.ts';
import type { Charge, ChargeShare } from '#domain/pricing/charges.ts';
import { isMeasured, type ChargeRule } from './charge-rule.ts';
import type { ChargedLine } from './charged-line.ts';
import { measuredFen, lineReason } from './measured-charges.ts';
import { withChargedLine, sumsOf, type OrderSums, type RuleSums } from './rule-sums.ts';

/** Adds to each measured charge the shares of the lines. */
export const withShares = (
  charges: readonly Charge[],
  rules: readonly ChargeRule[],
  lines: readonly ChargedLine[],
): Charge[] =>
  charges.map((charge) => {
    const rule = rules.find(({ id }) => id === charge.ruleId);
    return rule && isMeasured(rule.basis) ? { ...charge, shares: sharesOf(rule, lines) } : charge;
  });

/** The amount that each line adds to the measured charges of an order. */
export function measuredFenByLine(
  charges: readonly Charge[],
  rules: readonly ChargeRule[],
  lines: readonly ChargedLine[],
): Fen[] {
  const measuredRules = charges.flatMap(({ ruleId }) => rules.filter(({ id }) => id === ruleId));
  const amounts = measuredRules
    .filter(({ basis }) => isMeasured(basis))
    .map((rule) => amountsOf(rule, lines));
  return lines.map((_, index) => amounts.reduce((sum, fens) => sum + (fens[index] ?? 0), 0));
}

function sharesOf(rule: ChargeRule, lines: readonly ChargedLine[]): ChargeShare[] {
  const orderSums = singleSums(sumsOf([rule], lines));
  const amounts = amountsOf(rule, lines);
  return lines.flatMap((line, index) => {
    const lineSums = singleSums(sumsOf([rule], [line]));
    const reason = lineReason(lineSums, orderSums);
    if (reason === '') return [];
    const share = { lineNo: index + 1, amountFen: amounts[index] ?? 0, reason };
    // With the basis `minute`, units are seconds.
    return [rule.basis === 'minute' && lineSums.units > 0 ? { ...share, seconds: lineSums.units } : share];
  });
}

/** A charge is rounded once, so the share of a line is what it adds to the charge for the lines before it. */
function amountsOf(rule: ChargeRule, lines: readonly ChargedLine[]): Fen[] {
  let sums = sumsOf([rule], []);
  let beforeFen = 0;
  return lines.map((line) => {
    sums = withChargedLine(sums, line);
    const amountFen = measuredFen(singleSums(sums));
    const addedFen = amountFen - beforeFen;
    beforeFen = amountFen;
    return addedFen;
  });
}

function singleSums({ byRule: [sums] }: OrderSums): RuleSums {
  if (!sums) throw new Error('expected the sums of one rule');
  return sums;
}
