import type { Fen } from '#domain/money.ts';
import { shareOf } from '#domain/pricing/shares.ts';
import { isMeasured, type ChargeRule, type HoleLimit, type MeasuredBasis } from './charge-rule.ts';
import type { ChargedLine } from './charged-line.ts';
import { pieceSeconds, type HoleSize, type MachineTime } from './machine-time.ts';

/** The sums of an order's lines that one rule counts. */
export interface RuleSums {
  readonly rule: ChargeRule;
  /** The number of lines that it charges. */
  lines: number;
  /** The number of lines in its scope that are not charged because they repeat an earlier line. */
  waived: number;
  /** The pieces of the charged lines. */
  pieces: number;
  /** Whole mg of these pieces. */
  mg: number;
  fen: Fen;
  /** For a measured basis: set-ups, holes, mm³, mm² or seconds. */
  units: number;
  /** The number of lines without the measure. */
  unmeasured: number;
  /** The number of lines that only the browser has measured. */
  unchecked: number;
  /** For the bases `minute` and `days`: `units` by kind of work. */
  time: MachineTime;
  /** For the minimum of a finish: its cost in all lines of the scope, in 10^-12 fen. */
  finish: bigint;
}

/** The sums that charges depend on. Lines are added one by one, so that variants of an order share the sums of the other lines. */
export interface OrderSums {
  /** The number of lines that have a price. */
  readonly count: number;
  readonly sumFen: Fen;
  readonly byRule: readonly RuleSums[];
}

const NO_TIME: MachineTime = { setup: 0, roughing: 0, finishing: 0, holes: 0, tools: 0 };

export const sumsOf = (rules: readonly ChargeRule[], lines: readonly ChargedLine[]): OrderSums =>
  withLines(
    0,
    0,
    rules.map((rule) => ({
      rule,
      lines: 0,
      waived: 0,
      pieces: 0,
      mg: 0,
      fen: 0,
      units: 0,
      unmeasured: 0,
      unchecked: 0,
      time: NO_TIME,
      finish: 0n,
    })),
    lines,
  );

/** Returns new sums with one more line. */
export const withChargedLine = ({ count, sumFen, byRule }: OrderSums, line: ChargedLine): OrderSums =>
  withLines(
    count,
    sumFen,
    // Copied field by field, because a spread takes a hundred times as long.
    byRule.map((sums) => ({
      rule: sums.rule,
      lines: sums.lines,
      waived: sums.waived,
      pieces: sums.pieces,
      mg: sums.mg,
      fen: sums.fen,
      units: sums.units,
      unmeasured: sums.unmeasured,
      unchecked: sums.unchecked,
      time: sums.time,
      finish: sums.finish,
    })),
    [line],
  );

/** Mutates `byRule`. */
function withLines(
  countBefore: number,
  sumBefore: Fen,
  byRule: RuleSums[],
  lines: readonly ChargedLine[],
): OrderSums {
  let count = countBefore;
  let sumFen = sumBefore;
  for (const line of lines) {
    if (line.fen === null) continue;
    count += 1;
    sumFen += line.fen;
    for (const sums of byRule) add(sums, line, line.fen);
  }
  return { count, sumFen, byRule };
}

function add(sums: RuleSums, line: ChargedLine, fen: Fen): void {
  const { rule } = sums;
  if (!isInScope(rule, line)) return;
  // Staff set the days of this line.
  if (rule.basis === 'days' && line.isManual) return;
  if (rule.basis === 'finishMinimum') sums.finish += BigInt(fen) * shareOfOption(line, rule);
  if (rule.onRepeat !== 'charged' && line.isRepeat === true) {
    sums.waived += 1;
    return;
  }
  sums.lines += 1;
  sums.pieces += line.num;
  sums.mg += line.pieceMg * line.num;
  sums.fen += fen;
  if (isMeasured(rule.basis)) addMeasures(sums, rule.basis, line);
}

function addMeasures(sums: RuleSums, basis: MeasuredBasis, line: ChargedLine): void {
  const units = unitsOf(sums.rule, basis, line);
  if (units === undefined) {
    sums.unmeasured += 1;
    return;
  }
  sums.units += units;
  if (line.measures?.isChecked === false) sums.unchecked += 1;
  const time = line.measures?.time;
  if ((basis !== 'minute' && basis !== 'days') || !time) return;
  sums.time = {
    setup: sums.time.setup + time.setup,
    roughing: sums.time.roughing + time.roughing * line.num,
    finishing: sums.time.finishing + time.finishing * line.num,
    holes: sums.time.holes + time.holes * line.num,
    tools: sums.time.tools + time.tools * line.num,
  };
}

/**
 * The units of a line that a rule counts, for all pieces: whole set-ups, holes, mm³, mm² or seconds; undefined where they were
 * not measured. Set-ups count once for all pieces.
 */
export function unitsOf(
  rule: Pick<ChargeRule, HoleLimit>,
  basis: MeasuredBasis,
  { measures, num }: Pick<ChargedLine, 'measures' | 'num'>,
): number | undefined {
  if (!measures) return undefined;
  const { setups, holes, time } = measures;
  switch (basis) {
    case 'setup':
      return setups;
    case 'hole': {
      if (!holes) return undefined;
      const count = countHoles(rule, holes);
      return (measures.otherHoles ? Math.max(count, countHoles(rule, measures.otherHoles)) : count) * num;
    }
    case 'removed':
      return measures.removedMm3 * num;
    case 'surface':
      return measures.areaMm2 * num;
    case 'minute':
    case 'days':
      return time && time.setup + pieceSeconds(time) * num;
    default:
      // Does not compile if a basis is not handled, which would leave every part unmeasured.
      return basis satisfies never;
  }
}

function countHoles(rule: Pick<ChargeRule, HoleLimit>, holes: readonly HoleSize[]): number {
  let total = 0;
  for (const { diameterMm, depthMm, count } of holes)
    if (
      isWithin(diameterMm, rule.diameterOverMm, rule.diameterUpToMm) &&
      isWithin(depthMm, rule.depthOverMm, rule.depthUpToMm)
    )
      total += count;
  return total;
}

/** A tolerance for noise, so that a measured hole of 10 mm does not count as larger than 10 mm. */
const TOLERANCE_MM = 1e-3;

const isWithin = (mm: number, over: number | null, upTo: number | null): boolean =>
  (over === null || mm > over + TOLERANCE_MM) && (upTo === null || mm <= upTo + TOLERANCE_MM);

/** Whether the scope of the rule includes this line, regardless of the line's price and of repeats. */
export function isInScope(
  { scope, materialTag, materialId, optionId, machining }: ChargeRule,
  line: Pick<ChargedLine, 'materialTag' | 'materialId' | 'options' | 'measures'>,
): boolean {
  if (machining !== 'any' && (machining === 'turned') !== (line.measures?.isTurned ?? false)) return false;
  switch (scope) {
    case 'all':
      return true;
    case 'tag':
      return line.materialTag === materialTag;
    case 'material':
      return line.materialId === materialId;
    case 'option':
      return line.options.some((option) => option.optionId === optionId);
  }
}

/** The share of an option in the price of one piece. */
function shareOfOption({ options, unit }: ChargedLine, { optionId }: ChargeRule): bigint {
  const price = options.reduce((sum, option) => (option.optionId === optionId ? sum + option.price : sum), 0);
  return shareOf(price, unit);
}
