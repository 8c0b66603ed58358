import { formatFen, type Fen } from '#domain/money.ts';
import {
  leadCharge,
  longestDays,
  NO_LINES,
  orderDays,
  withLine,
  type LeadSums,
} from '#domain/lead/lead-charge.ts';
import { STANDARD, type OrderLead } from '#domain/lead/lead-class.ts';
import { percentOf, sumOfCharges, totalWithCharges, type Charge } from '#domain/pricing/charges.ts';
import { fenOfFractions, hundredthsOf, FRACTIONS_PER_FEN, SHARES_PER_PRICE } from '#domain/pricing/shares.ts';
import type { OrderPrice } from '#domain/pricing/types.ts';
import type { ChargedLine } from './charged-line.ts';
import { appliesToLead, isMeasured, MEASURED_BASES, type ChargeRule } from './charge-rule.ts';
import { daysCharge, measuredCharge } from './measured-charges.ts';
import { chargeOf, figuresOf, perUnit, nonZeroCharge, assertSafe } from './rule-charge.ts';
import { sumsOf, type OrderSums, type RuleSums } from './rule-sums.ts';

/** The bases that are applied and returned first. */
const FIRST_BASES = new Set(['order', 'line', 'piece', 'kg', ...MEASURED_BASES]);

/**
 * The charges of an order by these rules, the same in browser and server. In order: amounts per order, part, piece, kg and
 * measure; the minimum of each finish, after the discount; percentages of the lines; the discount on the lines; the lead class's
 * percentage of the machining; the minimum of the order. Percentages and discounts never include other charges. Of several
 * discounts, or minimums of one finish, the largest counts. A rule that is waived for repeats does not count repeated lines.
 * Returns no charges if there is neither a rule nor a lead class, or no priced line. A charge of 0 is left out, unless it was
 * waived, so that the customer sees the waiver. Days for machine time are returned as charges too.
 * @param rules rules in force; those of other lead classes are ignored
 * @param lead lead class of the order; default: 标准
 * @throws PricingError `total_out_of_range`
 */
export const chargesByRules = (
  rules: readonly ChargeRule[],
  lines: readonly ChargedLine[],
  lead?: OrderLead,
): Charge[] => chargesOfSums(sumsOf(rules, lines), lead && { lead, sums: lines.reduce(withLine, NO_LINES) });

/** The lead class of an order, and the sums of its lines that the class depends on. */
export interface LeadBasis {
  lead: OrderLead;
  sums: LeadSums;
}

/** As `chargesByRules`, for lines that are already summed. */
export function chargesOfSums({ count, sumFen, byRule }: OrderSums, leadBasis?: LeadBasis): Charge[] {
  const inForce = byRule.some(({ rule }) => rule.leadClassId !== null)
    ? byRule.filter(({ rule }) => appliesToLead(rule, leadBasis?.lead))
    : byRule;
  if (count === 0 || (inForce.length === 0 && !leadBasis)) return [];
  assertSafe(sumFen);
  const discount = largestBy(inForce, (rule) => (rule.kind === 'discount' ? rule.percent : 0));
  const percent = discount?.percent ?? 0;
  const finishes = finishCharges(inForce, { sumFen, percent });
  const charges = [
    ...inForce.filter(({ rule }) => FIRST_BASES.has(rule.basis)).map(amountCharge),
    ...finishes.charges,
    ...inForce.filter(({ rule }) => rule.basis === 'percent' && rule.kind !== 'discount').map(percentCharge),
    discount && discountCharge(discount, sumFen),
    leadBasis && leadCharge(leadBasis.lead, leadBasis.sums, { percent, fractions: finishes.fractions }),
  ].filter((charge) => charge !== undefined);
  let totalFen = sumFen + sumOfCharges(charges);
  for (const { rule } of inForce) {
    if (rule.basis !== 'orderMinimum') continue;
    const { minimumFen, minimumText } = figuresOf(rule);
    if (totalFen >= minimumFen) continue;
    charges.push(
      chargeOf(rule, minimumFen - totalFen, `订单金额 ${formatFen(totalFen)}，起订金额 ${minimumText}`),
    );
    totalFen = minimumFen;
  }
  return charges;
}

/** Mentions waived lines in the reason of a charge, unless it is per order. The charge is 0 when it is waived for all lines. */
function withWaiver(rule: ChargeRule, charge: Charge | undefined, waived: number): Charge | undefined {
  if (waived === 0) return charge;
  if (!charge) return chargeOf(rule, 0, '返单免收');
  return rule.basis === 'order'
    ? charge
    : { ...charge, reason: `${charge.reason}，另有 ${waived} 种零件返单免收` };
}

function amountCharge(sums: RuleSums): Charge | undefined {
  const { rule, lines, waived } = sums;
  return withWaiver(rule, lines === 0 ? undefined : chargeBeforeWaiver(sums), waived);
}

function chargeBeforeWaiver(sums: RuleSums): Charge | undefined {
  const { rule, lines, pieces, mg } = sums;
  if (rule.basis === 'days') return daysCharge(sums);
  if (isMeasured(rule.basis)) return measuredCharge(sums, rule.basis);
  const { amountFen: unitFen, amountText: unitText } = figuresOf(rule);
  if (rule.basis === 'order') return nonZeroCharge(rule, unitFen, `每单 ${unitText}`);
  if (rule.basis === 'line') return nonZeroCharge(rule, unitFen * lines, `${lines} 种零件 × ${unitText}`);
  if (rule.basis === 'piece') return atLeast(rule, unitFen * pieces, `${pieces} 件 × ${unitText}`);
  if (mg === 0) return undefined;
  return atLeast(rule, perUnit(mg, unitFen, 1_000_000), `${Math.round(mg / 1e3) / 1e3} kg × ${unitText}/kg`);
}

function percentCharge({ rule, lines, waived, fen }: RuleSums): Charge | undefined {
  const percent = rule.percent ?? 0;
  const basis = `零件合计 ${formatFen(fen)} 的 ${percent}%`;
  return withWaiver(rule, lines === 0 ? undefined : atLeast(rule, percentOf(fen, percent), basis), waived);
}

function atLeast(rule: ChargeRule, fen: Fen, basis: string): Charge | undefined {
  const { minimumFen, minimumText } = figuresOf(rule);
  return fen >= minimumFen
    ? nonZeroCharge(rule, fen, basis)
    : chargeOf(rule, minimumFen, `${basis}，最低 ${minimumText}`);
}

/** The rule with the largest figure; undefined if no figure is positive. */
function largestBy(
  inForce: readonly RuleSums[],
  figureOf: (rule: ChargeRule) => number | null,
): ChargeRule | undefined {
  let largest: ChargeRule | undefined;
  let largestFigure = 0;
  for (const { rule } of inForce) {
    const figure = figureOf(rule) ?? 0;
    if (figure <= largestFigure) continue;
    largest = rule;
    largestFigure = figure;
  }
  return largest;
}

/** The percentage is stored, so that `chargeFen` can rebuild the amount. */
function discountCharge(rule: ChargeRule, sumFen: Fen): Charge | undefined {
  const percent = rule.percent ?? 0;
  const fen = percentOf(sumFen, percent);
  if (fen === 0) return undefined;
  const charge = chargeOf(rule, -fen, `零件合计 ${formatFen(sumFen)} 的 ${percent}%`);
  return Object.assign(charge, { percent });
}

/**
 * Raises each finish to its minimum. A finish costs its share of the lines, less the discount. The added amounts are exact, and
 * the sum of lines, discount and added amounts is rounded once, half down because the discount is rounded half up: rounding
 * each amount could make a larger quantity a fen cheaper.
 */
function finishCharges(
  inForce: readonly RuleSums[],
  { sumFen, percent }: { sumFen: Fen; percent: number },
): { charges: (Charge | undefined)[]; fractions: bigint | undefined } {
  const minimumOf = (optionId: number | null) => (rule: ChargeRule) =>
    rule.basis === 'finishMinimum' && rule.optionId === optionId ? rule.minimumFen : 0;
  const minimums = inForce.filter(
    ({ rule }) => rule.basis === 'finishMinimum' && largestBy(inForce, minimumOf(rule.optionId)) === rule,
  );
  if (minimums.length === 0) return { charges: [], fractions: undefined };
  const paidShare = hundredthsOf(100 - percent);
  let fractions = BigInt(sumFen) * paidShare * BigInt(SHARES_PER_PRICE);
  let roundedFen = fenOfFractions(fractions);
  const charges = minimums.map(({ rule, lines, waived, finish }) => {
    if (lines + waived === 0) return undefined;
    const cost = finish * paidShare;
    const missing = figuresOf(rule).minimumFractions - cost;
    if (missing <= 0n) return undefined;
    const before = roundedFen;
    fractions += missing;
    roundedFen = fenOfFractions(fractions);
    // For the text only.
    const costFen = Math.round(Number(cost) / Number(FRACTIONS_PER_FEN));
    return nonZeroCharge(
      rule,
      Number(roundedFen - before),
      `合计 ${formatFen(costFen)}${percent > 0 ? '（折后）' : ''}，起订金额 ${figuresOf(rule).minimumText}`,
    );
  });
  return { charges, fractions };
}

export interface OrderCharges {
  charges: Charge[];
  total: OrderPrice;
}

/**
 * Charges and price of an order in a lead class; default: 标准.
 * @throws PricingError `total_out_of_range`
 */
export function priceWithRules(
  rules: readonly ChargeRule[],
  lines: readonly ChargedLine[],
  lead?: OrderLead,
): OrderCharges {
  const charges = chargesByRules(rules, lines, lead);
  const total = totalWithCharges(lines, charges);
  return {
    charges,
    total: { ...total, deliveryDays: orderDays(longestDays(lead ?? STANDARD, lines), charges) },
  };
}
