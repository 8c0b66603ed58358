import type { Fen } from '#domain/money.ts';
import { shareOf } from '#domain/pricing/shares.ts';
import type { ChargeRule } from './charge-rule.ts';
import type { ChargedLine } from './charged-line.ts';

/** What a rule finds in the lines of an order. */
export interface RuleSums {
  readonly rule: ChargeRule;
  /** Lines that it charges. */
  lines: number;
  /** Lines of its scope that it spares, because they repeat an earlier one. */
  waived: number;
  /** In the lines that it charges. */
  pieces: number;
  /** Whole mg of these pieces. */
  mg: number;
  fen: Fen;
  /** For the minimum of a finish: what the finish costs in all lines of the scope, in 10^-12 fen. */
  finish: bigint;
}

/** What charges depend on of the lines of an order: lines are added one by one, so that orders with most lines in common share the work. */
export interface OrderSums {
  /** Lines that have a price. */
  readonly count: number;
  readonly sumFen: Fen;
  readonly byRule: readonly RuleSums[];
}

/** The sums of these lines. */
export const sumsOf = (rules: readonly ChargeRule[], lines: readonly ChargedLine[]): OrderSums =>
  withLines(
    0,
    0,
    rules.map((rule) => ({ rule, lines: 0, waived: 0, pieces: 0, mg: 0, fen: 0, finish: 0n })),
    lines,
  );

/** The sums with one more line; those given stay as they are. */
export const plusChargedLine = ({ count, sumFen, byRule }: OrderSums, line: ChargedLine): OrderSums =>
  withLines(
    count,
    sumFen,
    // Field by field: a spread takes a hundred times as long.
    byRule.map((one) => ({
      rule: one.rule,
      lines: one.lines,
      waived: one.waived,
      pieces: one.pieces,
      mg: one.mg,
      fen: one.fen,
      finish: one.finish,
    })),
    [line],
  );

/** Adds the lines to `byRule` itself. */
function withLines(
  countBefore: number,
  fenBefore: Fen,
  byRule: RuleSums[],
  lines: readonly ChargedLine[],
): OrderSums {
  let count = countBefore;
  let sumFen = fenBefore;
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
  if (rule.basis === 'finishMinimum') sums.finish += BigInt(fen) * shareOfOption(line, rule);
  if (rule.onRepeat !== 'charged' && line.isRepeat === true) {
    sums.waived += 1;
    return;
  }
  sums.lines += 1;
  sums.pieces += line.num;
  sums.mg += line.pieceMg * line.num;
  sums.fen += fen;
}

/** Does the rule apply to this line, as far as the line's price and history do not matter? */
export function isInScope(
  { scope, materialTag, materialId, optionId }: ChargeRule,
  line: Pick<ChargedLine, 'materialTag' | 'materialId' | 'options'>,
): boolean {
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

/** The part of a line that an option costs: its price in the price of one piece. */
function shareOfOption({ options, unit }: ChargedLine, { optionId }: ChargeRule): bigint {
  const price = options.reduce((sum, option) => (option.optionId === optionId ? sum + option.price : sum), 0);
  return shareOf(price, unit);
}
