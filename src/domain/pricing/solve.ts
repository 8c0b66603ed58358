import { LEAD_LABEL, type LeadClass } from '#domain/lead/lead-class.ts';
import { round2, type Fen } from '#domain/money.ts';
import { pick } from '#domain/pick.ts';
import type { ItemFigures, PartItem } from './types.ts';
import {
  findVariants,
  runToEnd,
  type VariantChoices,
  type Change,
  type Interruptible,
  type Step,
  type Variant,
} from './variants.ts';

export type { Change } from './variants.ts';

/** A part that the customer wants cheaper or earlier. */
export interface Problem extends VariantChoices {
  /** Whether a variant can be ordered without a review; by default, every variant can. */
  readonly isAllowed?: (item: PartItem) => boolean;
  /**
   * The total of the whole order with a variant in a lead class; undefined beyond the limits of the price kernel. Absent where the
   * total does not depend on charges.
   */
  readonly orderFen?: ((item: PartItem, lead: LeadClass | undefined) => Fen | undefined) | undefined;
}

/** The customer's goal: a price for all pieces or per piece, or working days, including those that charges add. */
export type Goal =
  | { readonly kind: 'total'; readonly fen: Fen }
  | { readonly kind: 'piece'; readonly fen: Fen }
  | { readonly kind: 'days'; readonly days: number };

/** The figures of a part in a lead class; the days include its factor. */
export interface SuggestionFigures extends ItemFigures {
  /** The sub-total with the surcharge of the class. */
  readonly amountFen: Fen;
  /** Working days that the charges of the order add. */
  readonly addedDays: number;
  /** The total of the order with its charges; absent unless the problem has `orderFen`. */
  readonly orderFen?: Fen;
}

/** A variant of the part and its figures. */
export interface Suggestion extends SuggestionFigures {
  /** The lead class of the whole order; undefined for 标准. */
  readonly lead: LeadClass | undefined;
  readonly item: PartItem;
  readonly changes: readonly Change[];
}

export interface Solution {
  /** The unchanged part; undefined while it cannot be priced. */
  readonly now?: SuggestionFigures;
  /** Whether the part already reaches the goal. */
  readonly isReached: boolean;
  /** The customer's own quantity first, then the cheapest. None has a superfluous change. */
  readonly suggestions: readonly Suggestion[];
  /** The variant closest to the goal when none reaches it; absent when none is closer than the part. */
  readonly nearest?: Suggestion;
}

export const MAX_CHANGES = 2;
export const MAX_SUGGESTIONS = 5;
export const MAX_SAVINGS = 3;
/** Limits the checks against the review rules, because all variants may need a review. */
const MAX_CHECKED = 500;

const NO_PRICE: Solution = { isReached: false, suggestions: [] };

/** Finds variants of a part with at most two changes that reach a goal. */
export const solve = (problem: Problem, goal: Goal): Solution => runToEnd(solveInSteps(problem, goal));

/**
 * Finds the single changes that save the most at the same quantity: at most one each for a process, the material and lead class.
 * Savings are those of the whole order if the problem has `orderFen`.
 */
export const findSavings = (problem: Problem): Solution => runToEnd(findSavingsInSteps(problem));

/** As `solve`; yields before each call of the problem's functions. */
export function* solveInSteps(problem: Problem, goal: Goal): Interruptible<Solution> {
  const variants = yield* findVariants(problem, MAX_CHANGES);
  const now = variants.find(({ steps }) => steps.length === 0);
  if (!now) return NO_PRICE;
  const figures = withOrderTotal(figuresOf(now), now, problem);
  const isReached = shortfall(goal, now) <= 0;
  if (isReached) return { now: figures, isReached, suggestions: [] };
  const { isAllowed = () => true } = problem;
  const canOrder = ({ toItem }: Variant) => isAllowed(toItem());
  const candidates = yield* withoutReviewed(variants, now, canOrder);
  const reaching = candidates.filter((variant) => shortfall(goal, variant) <= 0);
  const singleChanges = reaching.filter((variant) => variant.steps.length === 1);
  const sufficient = new Set((yield* filterVariants(singleChanges, canOrder)).map(({ steps }) => steps[0]));
  const minimal = keepBestQuantities(
    reaching.filter(({ steps }) => steps.length === 1 || !steps.some((step) => sufficient.has(step))),
    goal,
    now,
  );
  const toSuggestion = (variant: Variant) => withOrderTotal(suggestionOf(variant), variant, problem);
  const suggestions = (yield* filterVariants(
    minimal.toSorted(ownQuantityFirst),
    canOrder,
    MAX_SUGGESTIONS,
  )).map(toSuggestion);
  if (suggestions.length > 0) return { now: figures, isReached, suggestions };
  const nearer = candidates
    .filter((variant) => shortfall(goal, variant) < shortfall(goal, now))
    .toSorted(
      (a, b) =>
        Number(isOtherQuantity(a)) - Number(isOtherQuantity(b)) ||
        shortfall(goal, a) - shortfall(goal, b) ||
        byAmount(a, b),
    );
  const nearest = (yield* filterVariants(nearer, canOrder, 1)).map(toSuggestion)[0];
  return { now: figures, isReached, suggestions, ...(nearest ? { nearest } : {}) };
}

/**
 * Drops combinations with a single change that needs a review, to limit the number of checks. If the part itself needs a review,
 * nothing is dropped: either of two changes may remove the reason.
 */
function* withoutReviewed(
  variants: readonly Variant[],
  now: Variant,
  canOrder: (variant: Variant) => boolean,
): Interruptible<readonly Variant[]> {
  if (!canOrder(now)) return variants;
  const singleChanges = variants.filter((variant) => variant.steps.length === 1);
  const reviewed = new Set(
    (yield* filterVariants(singleChanges, (variant) => !canOrder(variant))).map(({ steps }) => steps[0]),
  );
  return reviewed.size === 0
    ? variants
    : variants.filter(({ steps }) => !steps.some((step) => reviewed.has(step)));
}

/** As `findSavings`; yields before each call of the problem's functions. */
export function* findSavingsInSteps(problem: Problem): Interruptible<Solution> {
  const variants = yield* findVariants({ ...problem, quantities: [] }, 1);
  const now = variants.find(({ steps }) => steps.length === 0);
  if (!now) return NO_PRICE;
  const { isAllowed = () => true } = problem;
  const seenDimensions = new Set<string>();
  const isFirstOfDimension = ({ steps: [step], toItem }: Variant) => {
    if (step === undefined || seenDimensions.has(step.dimension) || !isAllowed(toItem())) return false;
    seenDimensions.add(step.dimension);
    return true;
  };
  const amountNow = amountFor(now, problem) ?? 0;
  const singleChanges = variants.filter(({ steps }) => steps.length === 1).toSorted(byAmount);
  const totals: { variant: Variant; totalFen: Fen }[] = [];
  for (const variant of singleChanges.slice(0, MAX_CHECKED)) {
    yield;
    totals.push({ variant, totalFen: amountFor(variant, problem) ?? amountNow });
  }
  const cheaper = totals
    .filter(({ totalFen }) => totalFen < amountNow)
    .toSorted((a, b) => a.totalFen - b.totalFen || byAmount(a.variant, b.variant))
    .map(({ variant }) => variant);
  return {
    now: withOrderTotal(figuresOf(now), now, problem),
    isReached: false,
    suggestions: (yield* filterVariants(cheaper, isFirstOfDimension, MAX_SAVINGS)).map((variant) =>
      withOrderTotal(suggestionOf(variant), variant, problem),
    ),
  };
}

/** The total of the order if the problem has `orderFen`, otherwise the amount of the part. */
const amountFor = ({ amountFen, lead, toItem }: Variant, { orderFen }: Problem): Fen | undefined =>
  orderFen ? orderFen(toItem(), lead) : amountFen;

function withOrderTotal<F extends SuggestionFigures>(
  figures: F,
  { lead, toItem }: Variant,
  { orderFen }: Problem,
): F {
  const fen = orderFen?.(toItem(), lead);
  return fen === undefined ? figures : { ...figures, orderFen: fen };
}

/** `表面处理由“阳极氧化”改为“喷砂”`. */
export function changeText(change: Change): string {
  switch (change.kind) {
    case 'material':
      return `材料由“${change.from}”改为“${change.to}”`;
    case 'lead':
      return `整单${LEAD_LABEL}由“${change.from}”改为“${change.to}”`;
    case 'quantity':
      return `数量由 ${change.from} 件改为 ${change.to} 件`;
    case 'option':
      return `${change.process}由“${change.from}”改为“${change.to}”`;
  }
}

/** The days until a part ships, including those that charges add. */
export const daysWithCharges = ({
  deliveryDays,
  addedDays,
}: Pick<SuggestionFigures, 'deliveryDays' | 'addedDays'>): number => round2(deliveryDays + addedDays);

/** By how much a variant misses the goal, in fen or days; at 0 or less, it reaches the goal. */
function shortfall(goal: Goal, { amountFen, num, ...days }: Variant): number {
  if (goal.kind === 'days') return daysWithCharges(days) - goal.days;
  return goal.kind === 'piece' ? amountFen / num - goal.fen : amountFen - goal.fen;
}

/**
 * Cheapest first, then the fewest changes, then the fastest. Compares amounts for all pieces even if the goal is
 * a price per piece, because a larger quantity has a lower price per piece but costs more.
 */
const byAmount = (a: Variant, b: Variant): number =>
  a.amountFen - b.amountFen || a.steps.length - b.steps.length || daysWithCharges(a) - daysWithCharges(b);

const isOtherQuantity = ({ steps }: Variant): boolean =>
  steps.some(({ dimension }) => dimension === 'quantity');

/** The customer's own quantity first, then `byAmount`. */
const ownQuantityFirst = (a: Variant, b: Variant): number =>
  Number(isOtherQuantity(a)) - Number(isOtherQuantity(b)) || byAmount(a, b);

/**
 * Of variants that differ only in quantity, keeps the one closest to the customer's quantity, with more pieces for a lower piece
 * price, or with fewer for a lower total or an earlier day.
 */
function keepBestQuantities(variants: readonly Variant[], goal: Goal, now: Variant): readonly Variant[] {
  const wantsMore = goal.kind === 'piece';
  const ids = new Map<Step, number>();
  const idOf = (step: Step) => {
    const number = ids.get(step) ?? ids.size;
    ids.set(step, number);
    return number;
  };
  const nearest = new Map<string, Variant>();
  for (const variant of variants) {
    if (!isOtherQuantity(variant) || variant.num > now.num !== wantsMore) continue;
    const others = variant.steps.filter(({ dimension }) => dimension !== 'quantity').map(idOf);
    const key = others.toSorted((a, b) => a - b).join();
    const best = nearest.get(key);
    if (!best || Math.abs(variant.num - now.num) < Math.abs(best.num - now.num)) nearest.set(key, variant);
  }
  const nearestVariants = new Set(nearest.values());
  return variants.filter((variant) => !isOtherQuantity(variant) || nearestVariants.has(variant));
}

/** Filters variants, yielding before each; with `limit`, returns at most that many and checks at most `MAX_CHECKED`. */
function* filterVariants(
  variants: readonly Variant[],
  predicate: (variant: Variant) => boolean,
  limit?: number,
): Interruptible<Variant[]> {
  const result: Variant[] = [];
  for (const variant of limit === undefined ? variants : variants.slice(0, MAX_CHECKED)) {
    if (result.length === limit) break;
    yield;
    if (predicate(variant)) result.push(variant);
  }
  return result;
}

const figuresOf = (variant: Variant): SuggestionFigures =>
  pick(variant, ['unitPriceFen', 'subTotalFen', 'amountFen', 'deliveryDays', 'addedDays']);

const suggestionOf = (variant: Variant): Suggestion => ({
  ...figuresOf(variant),
  lead: variant.lead,
  item: variant.toItem(),
  changes: variant.steps.map(({ change }) => change),
});
