import type { Fen } from '#domain/money.ts';
import { edgesOf } from '#domain/parts/part-code.ts';
import { EDGES, type ReviewedCart, type ReviewedLine, type Edge } from './reviewed-cart.ts';
import {
  defaultSentences,
  envelopeOf,
  figureText,
  threadWords,
  wholeYuanText,
  type ReviewRuleKind,
  type ReviewRule,
  type PriceDisplay,
} from './review-rule.ts';
import { findFewerPieces, findSplit, fitsEnvelope, type Lift } from './lifts.ts';

/** A reason why an order needs a manual review. */
export interface ReviewReason {
  /** Null when the reason is not a rule: the price table has no price, a charge needs a model, or the customer asks. */
  readonly ruleId: number | null;
  readonly kind: ReviewRuleKind | 'unpriced' | 'asked';
  /** From 1; null for the whole order. */
  readonly lineNo: number | null;
  /** For the customer. */
  readonly sentence: string;
  /** The finding: `长 2000 mm 超过 1000 mm`. Never a price, which may be hidden. Empty if the sentence suffices. */
  readonly fact: string;
  /** How to display the automatic price of the line, or of all lines. */
  readonly priceDisplay: PriceDisplay;
  /** The smallest change that removes the reason; null when there is none. */
  readonly lift: Lift | null;
}

/**
 * The review reasons of an order, line by line, then those of the whole order; the same in browser and server. An order
 * without a reason can be placed at once. There is at most one reason per rule and line.
 */
export function findReviewReasons(rules: readonly ReviewRule[], cart: ReviewedCart): ReviewReason[] {
  const hasLineReasons =
    rules.length > 0 ||
    cart.lines.some(({ unpriced, unmeasured }) => unpriced !== undefined || unmeasured !== undefined);
  return [
    ...(hasLineReasons ? cart.lines.flatMap((line, index) => findLineReasons(rules, line, index + 1)) : []),
    ...findOrderReasons(rules, cart),
  ];
}

/** The finding of a rule. The search for a lift prices many quantities, so it only runs when the reason is shown. */
interface Finding {
  fact: string;
  findLift?: () => Lift | null;
}

/** Whether an order needs a review: `findReviewReasons` without the search for lifts. */
export const needsReview = (rules: readonly ReviewRule[], cart: ReviewedCart): boolean =>
  cart.isReviewRequested === true ||
  cart.lines.some(
    (line, index) =>
      line.unpriced !== undefined ||
      line.unmeasured !== undefined ||
      rules.some((rule) => findInLine(rule, line, index + 1) !== undefined),
  ) ||
  rules.some((rule) => findInOrder(rule, cart) !== undefined);

export function findLineReasons(
  rules: readonly ReviewRule[],
  line: ReviewedLine,
  lineNo: number,
): ReviewReason[] {
  const reasons: ReviewReason[] = [];
  for (const rule of rules) {
    const finding = findInLine(rule, line, lineNo);
    if (finding) reasons.push(reasonOf(rule, lineNo, finding));
  }
  const { unpriced, unmeasured } = line;
  if (unmeasured !== undefined) reasons.push(reasonWithoutRule('model', lineNo, unmeasured));
  return unpriced === undefined ? reasons : [reasonWithoutRule('unpriced', lineNo, unpriced), ...reasons];
}

export function findOrderReasons(rules: readonly ReviewRule[], cart: ReviewedCart): ReviewReason[] {
  const reasons: ReviewReason[] = [];
  for (const rule of rules) {
    const finding = findInOrder(rule, cart);
    if (finding) reasons.push(reasonOf(rule, null, finding));
  }
  return cart.isReviewRequested ? [...reasons, ASKED_REASON] : reasons;
}

const reasonOf = (rule: ReviewRule, lineNo: number | null, { fact, findLift }: Finding): ReviewReason => ({
  ruleId: rule.id,
  kind: rule.kind,
  lineNo,
  sentence: rule.sentence.trim() || defaultSentences[rule.kind],
  priceDisplay: rule.priceDisplay,
  fact,
  lift: findLift?.() ?? null,
});

function reasonWithoutRule(
  kind: 'unpriced' | 'model' | 'asked',
  lineNo: number | null,
  sentence: string,
): ReviewReason {
  const priceDisplay = kind === 'unpriced' ? 'hidden' : 'reference';
  return { ruleId: null, kind, lineNo, sentence, fact: '', priceDisplay, lift: null };
}

function findInLine(rule: ReviewRule, line: ReviewedLine, lineNo: number): Finding | undefined {
  switch (rule.kind) {
    case 'envelope':
      return checkEnvelope(rule, line, lineNo);
    case 'smallest':
      return checkSmallest(rule, line);
    case 'weight':
      return checkWeight(rule, line, lineNo);
    case 'pieces': {
      const num = rule.pieces ?? 0;
      if (line.num <= num) return undefined;
      return {
        fact: `数量 ${line.num} 件超过 ${num} 件`,
        findLift: () => ({ kind: 'pieces', lineNo, num }),
      };
    }
    case 'tolerance': {
      const limit = rule.toleranceMm ?? 0;
      return findUndrawnWork(line, lineNo, (work) => (toleranceMm(work) ?? Infinity) <= limit);
    }
    case 'thread': {
      const words = threadWords(rule);
      return findUndrawnWork(line, lineNo, (work) => words.some((word) => work.includes(word)));
    }
    case 'model':
      return line.holds.length === 0 ? undefined : { fact: line.holds.join('；') };
    case 'amount':
    case 'newCustomer':
      return undefined;
  }
}

function findInOrder(rule: ReviewRule, cart: ReviewedCart): Finding | undefined {
  if (rule.kind === 'newCustomer') return cart.isNewCustomer ? { fact: '' } : undefined;
  if (rule.kind !== 'amount') return undefined;
  const yuan = rule.amountYuan ?? 0;
  const limitFen: Fen = yuan * 100;
  const totalFen = cart.lines.reduce((sum, { subTotalFen = 0 }) => sum + subTotalFen, 0);
  if (totalFen <= limitFen) return undefined;
  const fact = `订单金额超过 ${wholeYuanText(yuan)}`;
  return { fact, findLift: () => findFewerPieces(cart, totalFen, limitFen) };
}

const edgeNames: Record<Edge, string> = { length: '长', width: '宽', height: '高' };

function checkEnvelope(rule: ReviewRule, line: ReviewedLine, lineNo: number): Finding | undefined {
  const limits = envelopeOf(rule);
  if (fitsEnvelope(edgesOf(line), limits)) return undefined;
  const facts = EDGES.toSorted((a, b) => line[b] - line[a]).flatMap((edge, n) => {
    const limit = limits[n] ?? 0;
    return line[edge] > limit
      ? [`${edgeNames[edge]} ${figureText(line[edge])} mm 超过 ${figureText(limit)} mm`]
      : [];
  });
  return {
    fact: facts.join('、'),
    findLift: () => findSplit(line, lineNo, (part) => fitsEnvelope(edgesOf(part), limits)),
  };
}

function checkSmallest(rule: ReviewRule, line: ReviewedLine): Finding | undefined {
  const limit = rule.smallestMm ?? 0;
  const facts = EDGES.filter((edge) => line[edge] < limit).map(
    (edge) => `${edgeNames[edge]} ${figureText(line[edge])} mm 小于 ${figureText(limit)} mm`,
  );
  return facts.length === 0 ? undefined : { fact: facts.join('、') };
}

/** The weight in kg of a volume in mm³, with a density in g/cm³. */
const kilograms = (volumeMm3: number, density: number): number => (volumeMm3 * density) / 1e6;

function checkWeight(rule: ReviewRule, line: ReviewedLine, lineNo: number): Finding | undefined {
  const { density, volumeMm3, length, width, height } = line;
  const limit = rule.weightKg ?? 0;
  const kg = kilograms(volumeMm3 ?? length * width * height, density);
  if (!(kg > limit)) return undefined;
  const basis = volumeMm3 === undefined ? '按外形计' : '按模型计';
  return {
    fact: `${basis}重 ${kg.toFixed(kg < limit + 0.1 ? 3 : 1)} kg，超过 ${figureText(limit)} kg`,
    findLift: () =>
      findSplit(line, lineNo, (part) => kilograms(part.length * part.width * part.height, density) <= limit),
  };
}

/** Work that needs a drawing, if the line has none. */
function findUndrawnWork(
  { optionTexts, hasDrawing }: ReviewedLine,
  lineNo: number,
  needsDrawing: (optionText: string) => boolean,
): Finding | undefined {
  if (hasDrawing) return undefined;
  const undrawn = optionTexts.filter(needsDrawing);
  return undrawn.length === 0
    ? undefined
    : { fact: `${undrawn.join('、')}，还没有图纸`, findLift: () => ({ kind: 'drawing', lineNo }) };
}

/** One unit in mm; 丝 is a hundredth of a millimetre. */
const unitsMm: Readonly<Record<string, number>> = {
  mm: 1,
  毫米: 1,
  μm: 0.001,
  µm: 0.001,
  um: 0.001,
  丝: 0.01,
};

/** The tightest tolerance in the name of an option, ±mm: 0.01 for `公差 ±0.01 mm`. */
export function toleranceMm(work: string): number | undefined {
  if (!work.includes('±')) return undefined;
  const tolerances = [...work.matchAll(/±\s*(\d+(?:\.\d+)?)\s*(mm|毫米|μm|µm|um|丝)?/gi)].map(
    ([, figure, unit = 'mm']) => Number(figure) * (unitsMm[unit.toLowerCase()] ?? 1),
  );
  return Math.min(...tolerances);
}

/** A review reason in one line: `零件 2：长 2000 mm 超过 1000 mm`. */
export const reviewReasonText = ({ lineNo, fact, sentence }: ReviewReason): string =>
  `${lineNo === null ? '' : `零件 ${lineNo}：`}${fact === '' ? sentence : fact}`;

export const ASKED_REASON: ReviewReason = reasonWithoutRule('asked', null, '客户请我们人工报价');

/** The lines whose price is hidden by these reasons: their numbers from 1, or `all`. */
export function hiddenLines(reasons: readonly ReviewReason[]): { all: boolean; lines: ReadonlySet<number> } {
  const hidden = reasons.filter(({ priceDisplay }) => priceDisplay === 'hidden');
  return {
    all: hidden.some(({ lineNo }) => lineNo === null),
    lines: new Set(hidden.flatMap(({ lineNo }) => lineNo ?? [])),
  };
}
