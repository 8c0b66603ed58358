import { fenFromYuan, formatFen, yuanFromFen, type Fen } from '#domain/money.ts';
import { percentOf, type Charge } from '#domain/pricing/charges.ts';
import type { Line } from '#domain/pricing/line.ts';
import { PricingError } from '#domain/pricing/pricing-error.ts';
import type { PriceTrace } from '#domain/pricing/types.ts';
import { partShape } from '#domain/stock/part-shape.ts';
import { chargeRuleName, money, type ChargeRule } from './charge-rule.ts';

/** A line of an order, as far as charges depend on it. */
export interface ChargedLine extends Pick<
  PriceTrace,
  'materialId' | 'materialTag' | 'options' | 'unit' | 'num'
> {
  /** What the line counts for; null without a price: it is not charged. */
  readonly fen: Fen | null;
  /** Whole mg of one piece; 0 where the density is not known. */
  readonly pieceMg: number;
}

/** A line that counts. */
type Counted = ChargedLine & { readonly fen: Fen };

export const chargedLine = (
  { materialId, materialTag, options, unit, num }: PriceTrace,
  { fen }: Pick<Line, 'fen'>,
  pieceMg: number,
): ChargedLine => ({ materialId, materialTag, options, unit, num, fen, pieceMg });

/**
 * Whole mg of one piece: by its model's volume while the size is the model's, otherwise by its outline. Density in g/cm³, sizes
 * in mm.
 */
export function pieceMg(
  density: number,
  size: { length: number; width: number; height: number },
  model?: Parameters<typeof partShape>[1],
): number {
  const volume = partShape(size, model).volumeMm3 ?? size.length * size.width * size.height;
  return Math.round(volume * density);
}

/** What is read of a rule for every order, computed once. */
interface Figures {
  name: string;
  amountFen: Fen;
  leastFen: Fen;
  /** `leastFen` in `PARTS`. */
  leastParts: bigint;
  amountText: string;
  leastText: string;
}
const known = new WeakMap<ChargeRule, Figures>();

function figuresOf(rule: ChargeRule): Figures {
  const found = known.get(rule);
  if (found) return found;
  const leastFen = fenFromYuan(rule.minimum ?? 0);
  const figures = {
    name: chargeRuleName(rule),
    amountFen: fenFromYuan(rule.amount ?? 0),
    leastFen,
    leastParts: BigInt(leastFen) * PARTS,
    amountText: money(rule.amount),
    leastText: money(rule.minimum),
  };
  known.set(rule, figures);
  return figures;
}

/** The order of application; the charges come back in it. */
const FIRST = new Set(['order', 'line', 'piece', 'kg']);

/**
 * The charges of an order by these rules, the same in browser and server. In order: amounts per order, part, piece and kg; the
 * minimum of each finish, of what it costs after the discount; percentages of the lines; the discount on the lines; the minimum
 * of the order last. Percentages and discounts never count other charges. Of several discounts, or minimums of one finish, the largest counts.
 * Without a rule or a priced line there are none; one that comes to 0 is left out.
 * @throws PricingError `total_out_of_range`
 */
export function chargesByRules(rules: readonly ChargeRule[], lines: readonly ChargedLine[]): Charge[] {
  if (rules.length === 0) return [];
  const counted = lines.filter((line): line is Counted => line.fen !== null);
  if (counted.length === 0) return [];
  const sumFen = safe(sumOf(counted));
  const discount = largestDiscount(rules);
  const charges = [
    ...rules.filter(({ basis }) => FIRST.has(basis)).map((rule) => amountCharge(rule, counted)),
    ...finishCharges(rules, counted, { sumFen, percent: discount?.percent ?? 0 }),
    ...rules
      .filter(({ basis, kind }) => basis === 'percent' && kind !== 'discount')
      .map((rule) => percentCharge(rule, counted)),
    discount && discountCharge(discount, sumFen),
  ].filter((charge) => charge !== undefined);
  let totalFen = charges.reduce((sum, { amount }) => sum + fenFromYuan(amount), sumFen);
  for (const rule of rules) {
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
  amount: yuanFromFen(safe(fen)),
  reason: rule.target === '' ? basis : `${rule.target}：${basis}`,
  by: '',
  ruleId: rule.id,
});

function safe(fen: number): Fen {
  if (!Number.isSafeInteger(fen)) throw new PricingError('total_out_of_range', `${fen} fen`);
  return fen;
}

function sumOf(lines: readonly Counted[]): Fen {
  let sum = 0;
  for (const { fen } of lines) sum += fen;
  return sum;
}

/** The lines that a rule applies to. */
function linesOf(
  { scope, materialTag, materialId, optionId }: ChargeRule,
  lines: readonly Counted[],
): readonly Counted[] {
  switch (scope) {
    case 'all':
      return lines;
    case 'tag':
      return lines.filter((line) => line.materialTag === materialTag);
    case 'material':
      return lines.filter((line) => line.materialId === materialId);
    case 'option':
      return lines.filter(({ options }) => options.some((option) => option.optionId === optionId));
  }
}

function amountCharge(rule: ChargeRule, all: readonly Counted[]): Charge | undefined {
  const lines = linesOf(rule, all);
  if (lines.length === 0) return undefined;
  const { amountFen: unitFen, amountText: each } = figuresOf(rule);
  if (rule.basis === 'order') return positive(rule, unitFen, `每单 ${each}`);
  if (rule.basis === 'line')
    return positive(rule, unitFen * lines.length, `${lines.length} 种零件 × ${each}`);
  if (rule.basis === 'piece') {
    const pieces = lines.reduce((sum, { num }) => sum + num, 0);
    return atLeast(rule, unitFen * pieces, `${pieces} 件 × ${each}`);
  }
  const mg = lines.reduce((sum, line) => sum + line.pieceMg * line.num, 0);
  if (mg === 0) return undefined;
  return atLeast(rule, perKg(mg, unitFen), `${Math.round(mg / 1e3) / 1e3} kg × ${each}/kg`);
}

/** Fen for so many mg at so many fen a kg, rounded half up. */
function perKg(mg: number, fen: Fen): Fen {
  const product = safe(mg) * fen;
  // Quotients of this size are exact enough for their whole part.
  if (product < 2 ** 52) return Math.floor((product + 500_000) / 1_000_000);
  return Number((BigInt(mg) * BigInt(fen) + 500_000n) / 1_000_000n);
}

function percentCharge(rule: ChargeRule, all: readonly Counted[]): Charge | undefined {
  const lines = linesOf(rule, all);
  if (lines.length === 0) return undefined;
  const sumFen = sumOf(lines);
  const percent = rule.percent ?? 0;
  return atLeast(rule, percentOf(sumFen, percent), `零件合计 ${formatFen(sumFen)} 的 ${percent}%`);
}

const positive = (rule: ChargeRule, fen: Fen, basis: string): Charge | undefined =>
  fen === 0 ? undefined : chargeOf(rule, fen, basis);

function atLeast(rule: ChargeRule, fen: Fen, basis: string): Charge | undefined {
  const { leastFen, leastText } = figuresOf(rule);
  return fen >= leastFen
    ? positive(rule, fen, basis)
    : chargeOf(rule, leastFen, `${basis}，最低 ${leastText}`);
}

function largestDiscount(rules: readonly ChargeRule[]): ChargeRule | undefined {
  let largest: ChargeRule | undefined;
  for (const rule of rules)
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

/** The share of an option in a line is counted in 10^-12, the same for every quantity. */
const SHARES = 1e12;
/** Amounts of finishes: 10^16 a fen, from shares and percentages in hundredths. */
const PARTS = 10n ** 16n;
const ALMOST_HALF = PARTS / 2n - 1n;

/**
 * What each finish costs is its share of the lines, less the discount. It is filled up exactly, and the sum of lines, discount and fills is
 * rounded once, half down as the discount is half up: rounding each fill by itself could make a larger quantity a fen cheaper.
 */
function finishCharges(
  rules: readonly ChargeRule[],
  all: readonly Counted[],
  { sumFen, percent }: { sumFen: Fen; percent: number },
): (Charge | undefined)[] {
  const minimums = rules.filter(
    (rule) => rule.basis === 'finishMinimum' && largestMinimum(rules, rule.optionId) === rule,
  );
  if (minimums.length === 0) return [];
  const kept = BigInt(10_000 - Math.round(percent * 100));
  const rounded = (parts: bigint) => (parts + ALMOST_HALF) / PARTS;
  let parts = BigInt(sumFen) * kept * BigInt(SHARES);
  let roundedFen = rounded(parts);
  return minimums.map((rule) => {
    const lines = linesOf(rule, all);
    if (lines.length === 0) return undefined;
    const cost = lines.reduce((sum, line) => sum + BigInt(line.fen) * shareOf(line, rule), 0n) * kept;
    const missing = figuresOf(rule).leastParts - cost;
    if (missing <= 0n) return undefined;
    const before = roundedFen;
    parts += missing;
    roundedFen = rounded(parts);
    // For the text alone.
    const costFen = Math.round(Number(cost) / Number(PARTS));
    return positive(
      rule,
      Number(roundedFen - before),
      `合计 ${formatFen(costFen)}${percent > 0 ? '（折后）' : ''}，起订金额 ${figuresOf(rule).leastText}`,
    );
  });
}

function largestMinimum(rules: readonly ChargeRule[], optionId: number | null): ChargeRule | undefined {
  let largest: ChargeRule | undefined;
  for (const rule of rules)
    if (
      rule.basis === 'finishMinimum' &&
      rule.optionId === optionId &&
      (rule.minimum ?? 0) > (largest?.minimum ?? 0)
    )
      largest = rule;
  return largest;
}

/** The part of a line that an option costs: its price in the price of one piece. */
function shareOf({ options, unit }: Counted, { optionId }: ChargeRule): bigint {
  if (unit === 0) return 0n;
  const price = options.reduce((sum, option) => (option.optionId === optionId ? sum + option.price : sum), 0);
  return BigInt(Math.floor((price / unit) * SHARES));
}
