import { chargeRules, ruleInFen, type ChargeRuleInput } from '#contract/catalogue/charge-rules.ts';
import type { LeadOption } from '#contract/catalogue/lead-options.ts';
import type { ChargeRule } from '#domain/charges/charge-rule.ts';
import { chargedLine, partFacts } from '#domain/charges/charged-line.ts';
import { chargesByRules } from '#domain/charges/charges-by-rules.ts';
import type { PartMeasures } from '#domain/charges/part-measures.ts';
import { LEAD_LABEL, STANDARD_ID } from '#domain/lead/lead-class.ts';
import { ruleErrors } from '#domain/charges/rule-errors.ts';
import type { Fen } from '#domain/money.ts';
import { chargeTitle, chargeValueText, sumOfCharges, type Charge } from '#domain/pricing/charges.ts';
import { lineOf } from '#domain/pricing/line.ts';
import { priceItem } from '#domain/pricing/price-item.ts';
import { PricingError } from '#domain/pricing/pricing-error.ts';
import type { CncPrice, PartItem, PricedMaterial } from '#domain/pricing/types.ts';

/** Parses the entered rule; returns an error message if it is invalid. */
export function parseRule(
  values: Readonly<Record<string, unknown>>,
  id: number,
  leads: readonly LeadOption[],
): ChargeRule | string {
  const parsed = chargeRules.create.body.safeParse(values);
  if (!parsed.success) return parsed.error.issues[0]?.message ?? '请填写费用';
  const input: ChargeRuleInput = parsed.data;
  const terms = ruleInFen(input);
  const [error] = Object.values(ruleErrors(terms));
  const lead = leads.find((candidate) => candidate.id === input.leadClassId);
  return error ?? { ...terms, id, target: '', leadFactor: lead?.factor ?? null, leadTarget: '' };
}

/** A charge before and after the change; undefined where it does not apply. */
export interface TrialRow {
  key: string;
  title: string;
  reason: string;
  before: string | undefined;
  after: string | undefined;
}

export interface TrialOrder {
  partFen: Fen;
  rows: TrialRow[];
  beforeFen: Fen;
  afterFen: Fen;
}

interface TrialInput {
  material: PricedMaterial & { density: number };
  part: PartItem;
  /** Undefined without a model. */
  measures: PartMeasures | undefined;
  cncPrice: CncPrice;
  /** The active rules before and after the change. */
  before: readonly ChargeRule[];
  after: readonly ChargeRule[];
  lead: LeadOption | undefined;
}

/** Prices an order of one part in the browser; returns an error message if the part has no price. */
export function priceTrialOrder({
  material,
  part,
  measures,
  cncPrice,
  before,
  after,
  lead: chosen,
}: TrialInput): TrialOrder | string {
  try {
    const price = priceItem(material, part, cncPrice);
    const fen = price.subTotalFen;
    const line = chargedLine(price.trace, lineOf(price), {
      ...partFacts(material.density, part),
      measures,
    });
    const lead = chosen?.id === STANDARD_ID ? undefined : chosen;
    const [chargesBefore, chargesAfter] = [
      chargesByRules(before, [line], lead),
      chargesByRules(after, [line], lead),
    ];
    return {
      partFen: fen,
      rows: rowsOf(chargesBefore, chargesAfter),
      beforeFen: fen + sumOfCharges(chargesBefore),
      afterFen: fen + sumOfCharges(chargesAfter),
    };
  } catch (error) {
    if (error instanceof PricingError) return error.reason;
    throw error;
  }
}

function rowsOf(before: readonly Charge[], after: readonly Charge[]): TrialRow[] {
  const removed = before.filter(({ ruleId }) => !after.some((charge) => charge.ruleId === ruleId));
  return [...after, ...removed].map((charge) => {
    const valueIn = (charges: readonly Charge[]) => {
      const sameCharge = charges.find(({ ruleId }) => ruleId === charge.ruleId);
      return sameCharge && chargeValueText(sameCharge);
    };
    return {
      // The charge of a lead class has no rule.
      key: String(charge.ruleId ?? LEAD_LABEL),
      title: chargeTitle(charge),
      reason: charge.reason,
      before: valueIn(before),
      after: valueIn(after),
    };
  });
}
