import type { Fen } from '#domain/money.ts';
import type { Charge } from '#domain/pricing/charges.ts';
import { chargeRuleName, isMeasured, type ChargeRule, type MeasuredBasis } from './charge-rule.ts';
import type { ChargedLine } from './charged-line.ts';
import { machineTimeLabels, TIME_ERROR, type MachineTime } from './machine-time.ts';
import { chargeOf, figuresOf, perUnit, nonZeroCharge, assertSafe } from './rule-charge.ts';
import { isInScope, unitsOf, type RuleSums } from './rule-sums.ts';

type PricedBasis = Exclude<MeasuredBasis, 'days'>;

/** For each basis: how many units of `RuleSums` make one charged unit, and how to write it. */
const measuredUnits: Record<PricedBasis, { size: number; text: (count: string) => string; each: string }> = {
  setup: { size: 1, text: (count) => `${count} 次装夹`, each: '' },
  hole: { size: 1, text: (count) => `${count} 个孔`, each: '' },
  removed: { size: 1_000, text: (count) => `去除 ${count} cm³`, each: '/cm³' },
  surface: { size: 10_000, text: (count) => `表面 ${count} dm²`, each: '/dm²' },
  minute: { size: 60, text: (count) => `机时 ${count} 分钟`, each: '/分钟' },
};

/** A measured charge, with a flat amount for parts without a model. Its reason contains the figure, the rate and the source. */
export function measuredCharge(sums: RuleSums, basis: PricedBasis): Charge | undefined {
  const { rule, units, unmeasured } = sums;
  const { flatFen, flatText } = figuresOf(rule);
  const texts = units > 0 ? [countedText(sums, basis)] : [];
  const unmeasuredParts = unmeasuredText(unmeasured, basis);
  if (unmeasured > 0 && flatFen > 0) texts.push(`${unmeasuredParts} × ${flatText}`);
  if (unmeasured > 0 && rule.withoutModel === 'free') texts.push(`${unmeasuredParts}不收`);
  return nonZeroCharge(rule, measuredFen(sums), texts.join('；'));
}

/** `3 次装夹 × ¥30.00（按三维模型测量）` */
function countedText({ rule, units, unchecked, time }: RuleSums, basis: PricedBasis): string {
  const { size, text, each } = measuredUnits[basis];
  const estimate = basis === 'minute' ? `，${timeText(time)}` : '';
  return `${text(quotientText(units, size))} × ${figuresOf(rule).amountText}${each}（${sourceText(unchecked)}${estimate}）`;
}

const sourceText = (unchecked: number) => (unchecked > 0 ? '三维模型的读数，待核对' : '按三维模型测量');
/** The name of what each basis measures. A mesh has only a surface and a volume. */
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
 * Explains to the customer how a rule counts the measures of a line; empty when it adds nothing.
 * @param lineSums sums of this line
 * @param orderSums sums of its order
 */
export function lineReason(lineSums: RuleSums, orderSums: RuleSums): string {
  const { rule, units, unmeasured, unchecked, waived } = lineSums;
  if (!isMeasured(rule.basis)) return '';
  if (waived > 0) return '返单免收';
  const { where, flatFen, flatText } = figuresOf(rule);
  if (unmeasured > 0) {
    const without = `没有能测出${measuredNames[rule.basis]}的模型，`;
    if (flatFen > 0) return `${where}${without}${flatText}`;
    return rule.withoutModel === 'free' ? `${without}${rule.basis === 'days' ? '不计' : '不收'}` : '';
  }
  if (units === 0) return '';
  if (rule.basis !== 'days') return `${where}${countedText(lineSums, rule.basis)}`;
  const total = orderSums.units > units ? `全部零件 ${quotientText(orderSums.units, 60)} 分钟，` : '';
  const days = daysOf(orderSums);
  const rateText = `${total}每满 ${rule.dayMinutes ?? 0} 分钟加 1 个工作日，共加 ${days} 个`;
  return `${where}${measuredUnits.minute.text(quotientText(units, 60))}（${sourceText(unchecked)}，估算 ±${TIME_ERROR}%）；${rateText}`;
}

/** The amount of a measured charge. */
export function measuredFen({ rule, units, unmeasured }: RuleSums): Fen {
  if (!isMeasured(rule.basis) || rule.basis === 'days') return 0;
  const { amountFen, flatFen } = figuresOf(rule);
  return perUnit(units, amountFen, measuredUnits[rule.basis].size) + assertSafe(unmeasured * flatFen);
}

const daysOf = ({ rule: { dayMinutes }, units }: RuleSums): number =>
  dayMinutes ? Math.floor(units / 60 / dayMinutes) : 0;

/** A working day for each full `dayMinutes` of machine time. */
export function daysCharge(sums: RuleSums): Charge | undefined {
  const { rule, units, unmeasured, unchecked, time } = sums;
  const days = daysOf(sums);
  if (days === 0) return undefined;
  const minutes = rule.dayMinutes ?? 0;
  const counted = `${measuredUnits.minute.text(quotientText(units, 60))}，每满 ${minutes} 分钟加 1 个工作日`;
  const suffix = unmeasured > 0 ? `；${unmeasuredText(unmeasured, 'days')}不计` : '';
  const charge = chargeOf(rule, 0, `${counted}（${sourceText(unchecked)}，${timeText(time)}）${suffix}`);
  return Object.assign(charge, { days });
}

/** The quotient with at most three decimals. Formats whole numbers, which is faster than formatting fractions. */
export function quotientText(units: number, size: number): string {
  const thousandths = Math.round((units / size) * 1e3);
  const whole = Math.floor(thousandths / 1e3);
  const remainder = thousandths - whole * 1e3;
  if (remainder === 0) return String(whole);
  if (remainder % 100 === 0) return `${whole}.${remainder / 100}`;
  const decimals = String(1e3 + remainder);
  return `${whole}.${remainder % 10 === 0 ? decimals.slice(1, 3) : decimals.slice(1)}`;
}

const WORK_KINDS = Object.keys(machineTimeLabels) as (keyof MachineTime)[];

/** Caches the last text: all rules of an order format the same time. */
let lastText: { time: MachineTime; text: string } | undefined;

/** `估算 ±25%：装夹 30、粗加工 12.5、换刀 2 分钟` */
function timeText(time: MachineTime): string {
  if (lastText && WORK_KINDS.every((kind) => lastText?.time[kind] === time[kind])) return lastText.text;
  let details = '';
  for (const kind of WORK_KINDS) {
    const tenths = Math.round(time[kind] / 6);
    if (tenths === 0) continue;
    details += `${details === '' ? '：' : '、'}${machineTimeLabels[kind]} ${quotientText(tenths, 10)}`;
  }
  lastText = { time, text: `估算 ±${TIME_ERROR}%${details && `${details} 分钟`}` };
  return lastText.text;
}

/**
 * Explains to the customer that a line needs a manual price because a rule counts a measure that its model lacks; undefined
 * without such a rule.
 */
export function unmeasuredReason(rules: readonly ChargeRule[], line: ChargedLine): string | undefined {
  for (const rule of rules) {
    if (rule.withoutModel !== 'person' || !isMeasured(rule.basis) || !isInScope(rule, line)) continue;
    const isWaived = rule.onRepeat === 'waived' && line.isRepeat === true;
    if (!isWaived && unitsOf(rule, rule.basis, line) === undefined)
      return `${chargeRuleName(rule)}按三维模型计算，这个零件没有能测出${measuredNames[rule.basis]}的模型，由我们人工报价`;
  }
  return undefined;
}
