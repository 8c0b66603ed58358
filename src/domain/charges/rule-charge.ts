import type { Fen } from '#domain/money.ts';
import type { Charge } from '#domain/pricing/charges.ts';
import { PricingError } from '#domain/pricing/pricing-error.ts';
import { FRACTIONS_PER_FEN } from '#domain/pricing/shares.ts';
import { chargeRuleName, countedPartsText, moneyText, type ChargeRule } from './charge-rule.ts';

/** Figures and texts of a rule, computed once for all orders. */
interface RuleFigures {
  name: string;
  /** The lead classes and parts, written before the reason: `加急及更快：铝合金：`; may be empty. */
  where: string;
  amountFen: Fen;
  minimumFen: Fen;
  /** `minimumFen` in 10^-16 fen. */
  minimumFractions: bigint;
  amountText: string;
  minimumText: string;
  flatFen: Fen;
  flatText: string;
}
const cache = new WeakMap<ChargeRule, RuleFigures>();

export function figuresOf(rule: ChargeRule): RuleFigures {
  const cached = cache.get(rule);
  if (cached) return cached;
  const { amountFen, flatFen } = rule;
  const minimumFen = rule.minimumFen ?? 0;
  const figures = {
    name: chargeRuleName(rule),
    where: [rule.leadTarget, rule.target, countedPartsText(rule)]
      .map((text) => (text === '' ? '' : `${text}：`))
      .join(''),
    amountFen: amountFen ?? 0,
    minimumFen,
    minimumFractions: BigInt(minimumFen) * FRACTIONS_PER_FEN,
    amountText: moneyText(amountFen),
    minimumText: moneyText(minimumFen),
    flatFen: rule.withoutModel === 'flat' ? (flatFen ?? 0) : 0,
    flatText: moneyText(flatFen),
  };
  cache.set(rule, figures);
  return figures;
}

/** A charge of this rule. Its reason names the lead classes and parts of the rule, then the basis. */
export const chargeOf = (rule: ChargeRule, fen: Fen, basisText: string): Charge => ({
  kind: rule.kind,
  label: figuresOf(rule).name,
  amountFen: assertSafe(fen),
  reason: `${figuresOf(rule).where}${basisText}`,
  by: '',
  ruleId: rule.id,
});

export function assertSafe(fen: number): Fen {
  if (!Number.isSafeInteger(fen)) throw new PricingError('total_out_of_range', `${fen} fen`);
  return fen;
}

/** A charge of this rule; undefined for an amount of 0. */
export const nonZeroCharge = (rule: ChargeRule, fen: Fen, basisText: string): Charge | undefined =>
  fen === 0 ? undefined : chargeOf(rule, fen, basisText);

/** The price of `units` at `fen` for each `size` of them, rounded half up. */
export function perUnit(units: number, fen: Fen, size: number): Fen {
  const product = assertSafe(units) * fen;
  // Below 2^52 the floor of the quotient is exact.
  if (product < 2 ** 52) return Math.floor((product + size / 2) / size);
  return Number((BigInt(units) * BigInt(fen) * 2n + BigInt(size)) / BigInt(2 * size));
}
