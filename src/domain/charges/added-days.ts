import { addedDays } from '#domain/pricing/charges.ts';
import type { TracedOption } from '#domain/pricing/types.ts';
import type { ChargeRule } from './charge-rule.ts';
import type { ChargedLine } from './charged-line.ts';
import { chargesOfSums } from './charges-by-rules.ts';
import { withChargedLine, sumsOf } from './rule-sums.ts';

/** Returns the working days that an order's charges add when a variant replaces one of its parts. */
export type AddedDaysFor = (
  materialId: number,
  num: number,
  options: () => readonly TracedOption[],
) => number;

/**
 * Returns a function for the variants of one part; undefined when no rule adds days. Variants have the measures of the
 * part; a variant with another material or other options is not a repeat order.
 * @param unchanged the part without changes
 */
export function createAddedDays(
  rules: readonly ChargeRule[],
  others: readonly ChargedLine[],
  unchanged: ChargedLine,
): AddedDaysFor | undefined {
  const dayRules = rules.filter(({ basis }) => basis === 'days');
  if (dayRules.length === 0) return undefined;
  const sums = sumsOf(dayRules, others.map(withoutAmount));
  const countsOptions = dayRules.some(({ scope, onRepeat }) => scope === 'option' || onRepeat === 'waived');
  const isUnchanged = (materialId: number, options: readonly TracedOption[]) =>
    materialId === unchanged.materialId && idsOf(options) === idsOf(unchanged.options);
  const part = { ...unchanged, fen: 0, isManual: false };
  const cache = new Map<string, number>();
  return (materialId, num, optionsOf) => {
    const options = countsOptions ? optionsOf() : [];
    const key = `${materialId} ${num} ${idsOf(options)}`;
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const isRepeat = unchanged.isRepeat === true && countsOptions && isUnchanged(materialId, options);
    const line = { ...part, materialId, num, options, isRepeat };
    const days = addedDays(chargesOfSums(withChargedLine(sums, line), undefined));
    cache.set(key, days);
    return days;
  };
}

/** Sets the amount to 0: days do not depend on amounts, and the sum of amounts could exceed the limits. */
const withoutAmount = (line: ChargedLine): ChargedLine => (line.fen === null ? line : { ...line, fen: 0 });

const idsOf = (options: readonly TracedOption[]): string => options.map(({ optionId }) => optionId).join();
