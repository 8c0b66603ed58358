import { formatFen, type Fen } from '#domain/money.ts';
import {
  leadCharge,
  longestDays,
  NO_LINES,
  orderDays,
  plusLine,
  type LeadSums,
} from '#domain/lead/lead-charge.ts';
import { STANDARD, type OrderLead } from '#domain/lead/lead-class.ts';
import { percentOf, sumOfCharges, totalWithCharges, type Charge } from '#domain/pricing/charges.ts';
import { PricingError } from '#domain/pricing/pricing-error.ts';
import { fenOfParts, hundredthsOf, PARTS, SHARES } from '#domain/pricing/shares.ts';
import type { OrderPrice } from '#domain/pricing/types.ts';
import type { ChargedLine } from './charged-line.ts';
import {
  chargeRuleName,
  countsIn,
  isMeasured,
  machinedText,
  MEASURED_BASES,
  money,
  type ChargeRule,
  type MeasuredBasis,
} from './charge-rule.ts';
import { machineTimeLabels, TIME_ERROR, type MachineTime } from './machine-time.ts';
import { isInScope, sumsOf, unitsOf, type OrderSums, type RuleSums } from './rule-sums.ts';

/** What is read of a rule for every order, computed once. */
interface Figures {
  name: string;
  /** Classes and parts before the reason: `加急及更快：铝合金：`; may be empty. */
  where: string;
  amountFen: Fen;
  leastFen: Fen;
  /** `leastFen` in `PARTS`. */
  leastParts: bigint;
  amountText: string;
  leastText: string;
  flatFen: Fen;
  flatText: string;
}
const known = new WeakMap<ChargeRule, Figures>();

function figuresOf(rule: ChargeRule): Figures {
  const found = known.get(rule);
  if (found) return found;
  const { amountFen, minimumFen, flatFen } = rule;
  const leastFen = minimumFen ?? 0;
  const figures = {
    name: chargeRuleName(rule),
    where: [rule.leadTarget, rule.target, machinedText(rule)]
      .map((text) => (text === '' ? '' : `${text}：`))
      .join(''),
    amountFen: amountFen ?? 0,
    leastFen,
    leastParts: BigInt(leastFen) * PARTS,
    amountText: money(amountFen),
    leastText: money(minimumFen),
    flatFen: rule.withoutModel === 'flat' ? (flatFen ?? 0) : 0,
    flatText: money(flatFen),
  };
  known.set(rule, figures);
  return figures;
}

/** The order of application; the charges come back in it. */
const FIRST = new Set(['order', 'line', 'piece', 'kg', ...MEASURED_BASES]);

/**
 * The charges of an order by these rules, the same in browser and server. In order: amounts per order, part, piece, kg and what was
 * measured; the minimum of each finish, of what it costs after the discount; percentages of the lines; the discount on the lines; what the lead
 * class adds to the machining; the minimum of the order last. Percentages and discounts never count other charges. Among several
 * discounts, or minimums of one finish, the largest counts. A rule that is waived on repeat does not count lines that are one.
 * Without a rule and a class, or without a priced line, there are none; one that comes to 0 is left out unless it is waived: then
 * the customer reads so. Days for machine time are named like amounts.
 * @param rules those in force, of which those of other classes do not count
 * @param lead the class of the order; default: 标准
 * @throws PricingError `total_out_of_range`
 */
export const chargesByRules = (
  rules: readonly ChargeRule[],
  lines: readonly ChargedLine[],
  lead?: OrderLead,
): Charge[] => chargesOfSums(sumsOf(rules, lines), lead && { lead, sums: lines.reduce(plusLine, NO_LINES) });

/** The class of an order, and what of its lines the class counts. */
export interface LeadCount {
  lead: OrderLead;
  sums: LeadSums;
}

/** `chargesByRules` of lines that are counted already. */
export function chargesOfSums({ count, sumFen, byRule }: OrderSums, counted?: LeadCount): Charge[] {
  const inForce = byRule.some(({ rule }) => rule.leadClassId !== null)
    ? byRule.filter(({ rule }) => countsIn(rule, counted?.lead))
    : byRule;
  if (count === 0 || (inForce.length === 0 && !counted)) return [];
  safe(sumFen);
  const discount = largestDiscount(inForce);
  const percent = discount?.percent ?? 0;
  const finishes = finishCharges(inForce, { sumFen, percent });
  const charges = [
    ...inForce.filter(({ rule }) => FIRST.has(rule.basis)).map(amountCharge),
    ...finishes.charges,
    ...inForce.filter(({ rule }) => rule.basis === 'percent' && rule.kind !== 'discount').map(percentCharge),
    discount && discountCharge(discount, sumFen),
    counted && leadCharge(counted.lead, counted.sums, { percent, parts: finishes.parts }),
  ].filter((charge) => charge !== undefined);
  let totalFen = sumFen + sumOfCharges(charges);
  for (const { rule } of inForce) {
    if (rule.basis !== 'orderMinimum') continue;
    const { leastFen, leastText } = figuresOf(rule);
    if (totalFen >= leastFen) continue;
    charges.push(
      chargeOf(rule, leastFen - totalFen, `订单金额 ${formatFen(totalFen)}，起订金额 ${leastText}`),
    );
    totalFen = leastFen;
  }
  return charges;
}

const chargeOf = (rule: ChargeRule, fen: Fen, basis: string): Charge => ({
  kind: rule.kind,
  label: figuresOf(rule).name,
  amountFen: safe(fen),
  reason: `${figuresOf(rule).where}${basis}`,
  by: '',
  ruleId: rule.id,
});

function safe(fen: number): Fen {
  if (!Number.isSafeInteger(fen)) throw new PricingError('total_out_of_range', `${fen} fen`);
  return fen;
}

/** A charge that is waived for some lines, as text; 0 where it is waived for all. */
function withWaiver(rule: ChargeRule, charge: Charge | undefined, waived: number): Charge | undefined {
  if (waived === 0) return charge;
  if (!charge) return chargeOf(rule, 0, '返单免收');
  return rule.basis === 'order'
    ? charge
    : { ...charge, reason: `${charge.reason}，另有 ${waived} 种零件返单免收` };
}

function amountCharge(sums: RuleSums): Charge | undefined {
  const { rule, lines, waived } = sums;
  return withWaiver(rule, lines === 0 ? undefined : amountOf(sums), waived);
}

function amountOf(sums: RuleSums): Charge | undefined {
  const { rule, lines, pieces, mg } = sums;
  if (rule.basis === 'days') return daysCharge(sums);
  if (isMeasured(rule.basis)) return measuredCharge(sums, rule.basis);
  const { amountFen: unitFen, amountText: each } = figuresOf(rule);
  if (rule.basis === 'order') return positive(rule, unitFen, `每单 ${each}`);
  if (rule.basis === 'line') return positive(rule, unitFen * lines, `${lines} 种零件 × ${each}`);
  if (rule.basis === 'piece') return atLeast(rule, unitFen * pieces, `${pieces} 件 × ${each}`);
  if (mg === 0) return undefined;
  return atLeast(rule, perUnit(mg, unitFen, 1_000_000), `${Math.round(mg / 1e3) / 1e3} kg × ${each}/kg`);
}

/** Fen for a number of units at a price in fen for `size` of them, rounded half up. */
function perUnit(units: number, fen: Fen, size: number): Fen {
  const product = safe(units) * fen;
  // Quotients of this size are exact enough for their whole part.
  if (product < 2 ** 52) return Math.floor((product + size / 2) / size);
  return Number((BigInt(units) * BigInt(fen) * 2n + BigInt(size)) / BigInt(2 * size));
}

type PricedBasis = Exclude<MeasuredBasis, 'days'>;

/** How each basis is counted: units of `RuleSums` in one that is charged, and how it is written. */
const measuredUnits: Record<PricedBasis, { size: number; text: (count: string) => string; each: string }> = {
  setup: { size: 1, text: (count) => `${count} 次装夹`, each: '' },
  hole: { size: 1, text: (count) => `${count} 个孔`, each: '' },
  removed: { size: 1_000, text: (count) => `去除 ${count} cm³`, each: '/cm³' },
  surface: { size: 10_000, text: (count) => `表面 ${count} dm²`, each: '/dm²' },
  minute: { size: 60, text: (count) => `机时 ${count} 分钟`, each: '/分钟' },
};

/** What was measured, and a flat amount for parts without a model; the reason says figure, rate and where the figure is from. */
function measuredCharge(sums: RuleSums, basis: PricedBasis): Charge | undefined {
  const { rule, units, unmeasured } = sums;
  const { flatFen, flatText } = figuresOf(rule);
  const texts = units > 0 ? [countedText(sums, basis)] : [];
  const parts = unmeasuredText(unmeasured, basis);
  if (unmeasured > 0 && flatFen > 0) texts.push(`${parts} × ${flatText}`);
  if (unmeasured > 0 && rule.withoutModel === 'free') texts.push(`${parts}不收`);
  return positive(rule, measuredFen(sums), texts.join('；'));
}

/** 3 次装夹 × ¥30.00（按三维模型测量） */
function countedText({ rule, units, unchecked, time }: RuleSums, basis: PricedBasis): string {
  const { size, text, each } = measuredUnits[basis];
  const estimate = basis === 'minute' ? `，${timeText(time)}` : '';
  return `${text(quotientText(units, size))} × ${figuresOf(rule).amountText}${each}（${sourceText(unchecked)}${estimate}）`;
}

const sourceText = (unchecked: number) => (unchecked > 0 ? '三维模型的读数，待核对' : '按三维模型测量');
/** What is measured of a model for each basis; a mesh has only surface and volume. */
const measuredNames: Record<MeasuredBasis, string> = {
  setup: '装夹',
  hole: '孔',
  removed: '去除体积',
  surface: '表面积',
  minute: '机时',
  days: '机时',
};
const unmeasuredText = (unmeasured: number, basis: MeasuredBasis) =>
  `${unmeasured} 种测不出${measuredNames[basis]}的零件`;

/**
 * How one line counts in a rule by measures, in words for its customer; empty where it adds nothing.
 * @param alone the sums of this line
 * @param all those of its order
 */
export function shareReason(alone: RuleSums, all: RuleSums): string {
  const { rule, units, unmeasured, unchecked, waived } = alone;
  if (!isMeasured(rule.basis)) return '';
  if (waived > 0) return '返单免收';
  const { where, flatFen, flatText } = figuresOf(rule);
  if (unmeasured > 0) {
    const without = `没有能测出${measuredNames[rule.basis]}的模型，`;
    if (flatFen > 0) return `${where}${without}${flatText}`;
    return rule.withoutModel === 'free' ? `${without}${rule.basis === 'days' ? '不计' : '不收'}` : '';
  }
  if (units === 0) return '';
  if (rule.basis !== 'days') return `${where}${countedText(alone, rule.basis)}`;
  const total = all.units > units ? `全部零件 ${quotientText(all.units, 60)} 分钟，` : '';
  const days = daysOf(all);
  const each = `${total}每满 ${rule.dayMinutes ?? 0} 分钟加 1 个工作日，共加 ${days} 个`;
  return `${where}${measuredUnits.minute.text(quotientText(units, 60))}（${sourceText(unchecked)}，估算 ±${TIME_ERROR}%）；${each}`;
}

/** The amount of a rule by measures. */
export function measuredFen({ rule, units, unmeasured }: RuleSums): Fen {
  if (!isMeasured(rule.basis) || rule.basis === 'days') return 0;
  const { amountFen, flatFen } = figuresOf(rule);
  return perUnit(units, amountFen, measuredUnits[rule.basis].size) + safe(unmeasured * flatFen);
}

const daysOf = ({ rule: { dayMinutes }, units }: RuleSums): number =>
  dayMinutes ? Math.floor(units / 60 / dayMinutes) : 0;

/** A working day for each full `dayMinutes` of machine time. */
function daysCharge(sums: RuleSums): Charge | undefined {
  const { rule, units, unmeasured, unchecked, time } = sums;
  const days = daysOf(sums);
  if (days === 0) return undefined;
  const minutes = rule.dayMinutes ?? 0;
  const counted = `${measuredUnits.minute.text(quotientText(units, 60))}，每满 ${minutes} 分钟加 1 个工作日`;
  const rest = unmeasured > 0 ? `；${unmeasuredText(unmeasured, 'days')}不计` : '';
  const charge = chargeOf(rule, 0, `${counted}（${sourceText(unchecked)}，${timeText(time)}）${rest}`);
  return Object.assign(charge, { days });
}

/** The quotient with at most three decimals. Written from whole numbers: the engine takes longer for fractions. */
function quotientText(units: number, size: number): string {
  const thousandths = Math.round((units / size) * 1e3);
  const whole = Math.floor(thousandths / 1e3);
  const rest = thousandths - whole * 1e3;
  if (rest === 0) return String(whole);
  if (rest % 100 === 0) return `${whole}.${rest / 100}`;
  const decimals = String(1e3 + rest);
  return `${whole}.${rest % 10 === 0 ? decimals.slice(1, 3) : decimals.slice(1)}`;
}

const TIME_PARTS = Object.keys(machineTimeLabels) as (keyof MachineTime)[];

/** The last text: rules of one order write the same time. */
let written: { time: MachineTime; text: string } | undefined;

/** 估算 ±25%：装夹 30、粗加工 12.5、换刀 2 分钟 */
function timeText(time: MachineTime): string {
  if (written && TIME_PARTS.every((part) => written?.time[part] === time[part])) return written.text;
  let parts = '';
  for (const part of TIME_PARTS) {
    const tenths = Math.round(time[part] / 6);
    if (tenths === 0) continue;
    parts += `${parts === '' ? '：' : '、'}${machineTimeLabels[part]} ${quotientText(tenths, 10)}`;
  }
  written = { time, text: `估算 ±${TIME_ERROR}%${parts && `${parts} 分钟`}` };
  return written.text;
}

function percentCharge({ rule, lines, waived, fen }: RuleSums): Charge | undefined {
  const percent = rule.percent ?? 0;
  const basis = `零件合计 ${formatFen(fen)} 的 ${percent}%`;
  return withWaiver(rule, lines === 0 ? undefined : atLeast(rule, percentOf(fen, percent), basis), waived);
}

const positive = (rule: ChargeRule, fen: Fen, basis: string): Charge | undefined =>
  fen === 0 ? undefined : chargeOf(rule, fen, basis);

function atLeast(rule: ChargeRule, fen: Fen, basis: string): Charge | undefined {
  const { leastFen, leastText } = figuresOf(rule);
  return fen >= leastFen
    ? positive(rule, fen, basis)
    : chargeOf(rule, leastFen, `${basis}，最低 ${leastText}`);
}

function largestDiscount(inForce: readonly RuleSums[]): ChargeRule | undefined {
  let largest: ChargeRule | undefined;
  for (const { rule } of inForce)
    if (rule.kind === 'discount' && (rule.percent ?? 0) > (largest?.percent ?? 0)) largest = rule;
  return largest;
}

/** It keeps its percentage, from which `chargeFen` rebuilds it. */
function discountCharge(rule: ChargeRule, sumFen: Fen): Charge | undefined {
  const percent = rule.percent ?? 0;
  const fen = percentOf(sumFen, percent);
  if (fen === 0) return undefined;
  const charge = chargeOf(rule, -fen, `零件合计 ${formatFen(sumFen)} 的 ${percent}%`);
  return Object.assign(charge, { percent });
}

/**
 * What each finish costs is its share of the lines, less the discount. It is filled up exactly, and the sum of lines, discount and fills is
 * rounded once, half down as the discount is half up: rounding each fill by itself could make a larger quantity a fen cheaper.
 */
function finishCharges(
  inForce: readonly RuleSums[],
  { sumFen, percent }: { sumFen: Fen; percent: number },
): { charges: (Charge | undefined)[]; parts: bigint | undefined } {
  const minimums = inForce.filter(
    ({ rule }) => rule.basis === 'finishMinimum' && largestMinimum(inForce, rule.optionId) === rule,
  );
  if (minimums.length === 0) return { charges: [], parts: undefined };
  const kept = hundredthsOf(100 - percent);
  let parts = BigInt(sumFen) * kept * BigInt(SHARES);
  let roundedFen = fenOfParts(parts);
  const charges = minimums.map(({ rule, lines, waived, finish }) => {
    if (lines + waived === 0) return undefined;
    const cost = finish * kept;
    const missing = figuresOf(rule).leastParts - cost;
    if (missing <= 0n) return undefined;
    const before = roundedFen;
    parts += missing;
    roundedFen = fenOfParts(parts);
    // For the text only.
    const costFen = Math.round(Number(cost) / Number(PARTS));
    return positive(
      rule,
      Number(roundedFen - before),
      `合计 ${formatFen(costFen)}${percent > 0 ? '（折后）' : ''}，起订金额 ${figuresOf(rule).leastText}`,
    );
  });
  return { charges, parts };
}

function largestMinimum(inForce: readonly RuleSums[], optionId: number | null): ChargeRule | undefined {
  let largest: ChargeRule | undefined;
  for (const { rule } of inForce)
    if (
      rule.basis === 'finishMinimum' &&
      rule.optionId === optionId &&
      (rule.minimumFen ?? 0) > (largest?.minimumFen ?? 0)
    )
      largest = rule;
  return largest;
}

/** An order with its charges. */
export interface OrderCharges {
  charges: Charge[];
  total: OrderPrice;
}

/**
 * Charges and price of an order in a class; in 标准 unless one is given.
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

/** Why staff price a line: a rule counts what its model does not tell. For the customer; undefined where none does. */
export function whyUnmeasured(rules: readonly ChargeRule[], line: ChargedLine): string | undefined {
  for (const rule of rules) {
    if (rule.withoutModel !== 'person' || !isMeasured(rule.basis) || !isInScope(rule, line)) continue;
    const isSpared = rule.onRepeat === 'waived' && line.isRepeat === true;
    if (!isSpared && unitsOf(rule, rule.basis, line) === undefined)
      return `${chargeRuleName(rule)}按三维模型计算，这个零件没有能测出${measuredNames[rule.basis]}的模型，由我们人工报价`;
  }
  return undefined;
}
