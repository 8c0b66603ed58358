import { chargeRules, type ChargeRuleInput } from '#contract/charge-rules.ts';
import type { ChargeRule } from '#domain/charges/charge-rule.ts';
import { chargedLine, chargesByRules, pieceMg } from '#domain/charges/charges-by-rules.ts';
import { ruleFaults } from '#domain/charges/rule-faults.ts';
import { fenFromYuan, type Fen } from '#domain/money.ts';
import { chargeTitle, type Charge } from '#domain/pricing/charges.ts';
import { priceItem } from '#domain/pricing/price-item.ts';
import { PricingError } from '#domain/pricing/pricing-error.ts';
import type { CncPrice, PartItem, PricedMaterial } from '#domain/pricing/types.ts';

/** The rule as entered, or a sentence about what it lacks. */
export function enteredRule(values: Readonly<Record<string, unknown>>, id: number): ChargeRule | string {
  const read = chargeRules.create.body.safeParse(values);
  if (!read.success) return read.error.issues[0]?.message ?? '请填写费用';
  const input: ChargeRuleInput = read.data;
  const [fault] = Object.values(ruleFaults(input));
  return fault ?? { ...input, id, target: '' };
}

/** An amount before and after the change; undefined where it is not charged. */
export interface TriedRow {
  key: number;
  title: string;
  reason: string;
  beforeFen: Fen | undefined;
  afterFen: Fen | undefined;
}

/** What an order of one part costs before and after the change of a rule. */
export interface TriedOrder {
  partFen: Fen;
  rows: TriedRow[];
  beforeFen: Fen;
  afterFen: Fen;
}

interface Tried {
  material: PricedMaterial & { density: number };
  part: PartItem;
  cncPrice: CncPrice;
  /** The rules in force, as saved and as they will be. */
  before: readonly ChargeRule[];
  after: readonly ChargeRule[];
}

/** Charges an order of one part in the browser; a sentence where the part has no price. */
export function triedOrder({ material, part, cncPrice, before, after }: Tried): TriedOrder | string {
  try {
    const { subTotalFen: fen, trace } = priceItem(material, part, cncPrice);
    const line = chargedLine(trace, { fen }, pieceMg(material.density, part));
    const [old, now] = [chargesByRules(before, [line]), chargesByRules(after, [line])];
    const sum = (charges: readonly Charge[]) =>
      charges.reduce((total, { amount }) => total + fenFromYuan(amount), fen);
    return { partFen: fen, rows: rowsOf(old, now), beforeFen: sum(old), afterFen: sum(now) };
  } catch (error) {
    if (error instanceof PricingError) return error.reason;
    throw error;
  }
}

function rowsOf(before: readonly Charge[], after: readonly Charge[]): TriedRow[] {
  const gone = before.filter(({ ruleId }) => !after.some((one) => one.ruleId === ruleId));
  return [...after, ...gone].map((charge) => {
    const fenIn = (charges: readonly Charge[]) => {
      const same = charges.find(({ ruleId }) => ruleId === charge.ruleId);
      return same && fenFromYuan(same.amount);
    };
    return {
      key: charge.ruleId ?? 0,
      title: chargeTitle(charge),
      reason: charge.reason,
      beforeFen: fenIn(before),
      afterFen: fenIn(after),
    };
  });
}
