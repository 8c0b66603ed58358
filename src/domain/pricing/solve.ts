import type { Fen } from '#domain/money.ts';
import { appliesTo, processesFor, processKey } from '#domain/process-tree/process-tree.ts';
import type { ProcessNode } from '#domain/process-tree/types.ts';
import { priceItem } from './price-item.ts';
import { PricingError } from './pricing-error.ts';
import type {
  CncPrice,
  ItemFigures,
  PartItem,
  PricedMaterial,
  ProcessSelections,
  TracedOption,
} from './types.ts';

/** A part, and what its customer could choose instead. */
export interface Problem {
  readonly item: PartItem;
  /** What is on sale, the item's own material among it. */
  readonly materials: readonly PricedMaterial[];
  /** As it is offered to customers. */
  readonly tree: readonly ProcessNode[];
  readonly cncPrice: CncPrice;
  /** Quantities that the customer accepts as well. */
  readonly quantities?: readonly number[];
  /** Whether a variant can be ordered at once; any unless given. */
  readonly isAllowed?: (item: PartItem) => boolean;
}

/** What the customer wants: for all pieces, for one, or working days for all. */
export type Goal =
  | { readonly kind: 'total'; readonly fen: Fen }
  | { readonly kind: 'piece'; readonly fen: Fen }
  | { readonly kind: 'days'; readonly days: number };

/** One change of a part. `option` is another path through one process of the tree, in names. */
export type Change =
  | { readonly kind: 'material'; readonly from: string; readonly to: string }
  | { readonly kind: 'quantity'; readonly from: number; readonly to: number }
  | { readonly kind: 'option'; readonly process: string; readonly from: string; readonly to: string };

/** A variant of the part, with the figures that it has when it is chosen. */
export interface Proposal extends ItemFigures {
  readonly item: PartItem;
  readonly changes: readonly Change[];
}

export interface Solution {
  /** The part as it is; undefined while it cannot be priced. */
  readonly now?: ItemFigures;
  /** The part reaches the goal as it is. */
  readonly isReached: boolean;
  /** Cheapest first, none of which holds a change that another one does without. */
  readonly proposals: readonly Proposal[];
  /** The variant that comes nearest, where none reaches the goal and one is nearer than the part. */
  readonly nearest?: Proposal;
}

export const MAX_CHANGES = 2;
export const MAX_PROPOSALS = 5;
export const MAX_SAVINGS = 3;

const NO_PRICE: Solution = { isReached: false, proposals: [] };

/** The variants of a part with at most two changes that reach a goal. */
export function solve(problem: Problem, goal: Goal): Solution {
  const variants = variantsOf(problem);
  const now = variants.find(({ steps }) => steps.length === 0);
  if (!now) return NO_PRICE;
  const isReached = missing(goal, now) <= 0;
  if (isReached) return { now: figuresOf(now), isReached, proposals: [] };
  const { isAllowed = () => true } = problem;
  const isSold = ({ item }: Variant) => isAllowed(item);
  const reaching = variants.filter((variant) => missing(goal, variant) <= 0);
  const enough = new Set(
    reaching.filter((one) => one.steps.length === 1 && isSold(one)).map(({ steps }) => steps[0]),
  );
  const minimal = reaching.filter(
    ({ steps }) => steps.length === 1 || !steps.some((step) => enough.has(step)),
  );
  const order = orderFor(goal);
  const proposals = firstOf(minimal.toSorted(order), MAX_PROPOSALS, isSold).map(proposalOf);
  if (proposals.length > 0) return { now: figuresOf(now), isReached, proposals };
  const nearer = variants
    .filter((one) => missing(goal, one) < missing(goal, now))
    .toSorted((a, b) => missing(goal, a) - missing(goal, b) || order(a, b));
  const nearest = firstOf(nearer, 1, isSold).map(proposalOf)[0];
  return { now: figuresOf(now), isReached, proposals, ...(nearest ? { nearest } : {}) };
}

/** The single changes that save most at the same quantity: at most one of each process, and one of the material. */
export function savings(problem: Problem): Solution {
  const variants = variantsOf({ ...problem, quantities: [] });
  const now = variants.find(({ steps }) => steps.length === 0);
  if (!now) return NO_PRICE;
  const { isAllowed = () => true } = problem;
  const seen = new Set<string>();
  const isBest = ({ steps: [step], item }: Variant) => {
    if (step === undefined || seen.has(step.dimension) || !isAllowed(item)) return false;
    seen.add(step.dimension);
    return true;
  };
  const cheaper = variants
    .filter(({ steps, subTotalFen }) => steps.length === 1 && subTotalFen < now.subTotalFen)
    .toSorted(orderFor({ kind: 'total' }));
  return {
    now: figuresOf(now),
    isReached: false,
    proposals: firstOf(cheaper, MAX_SAVINGS, isBest).map(proposalOf),
  };
}

/** `表面处理由“阳极氧化”改为“喷砂”`. */
export function changeText(change: Change): string {
  switch (change.kind) {
    case 'material':
      return `材料由“${change.from}”改为“${change.to}”`;
    case 'quantity':
      return `数量由 ${change.from} 件改为 ${change.to} 件`;
    case 'option':
      return `${change.process}由“${change.from}”改为“${change.to}”`;
  }
}

/** One step away from the part: the same object in every variant that takes it. */
interface Step {
  /** What it changes: `material`, `quantity`, or a process of the tree by its id. */
  readonly dimension: string;
  readonly change: Change;
}

interface Variant extends ItemFigures {
  readonly item: PartItem;
  readonly steps: readonly Step[];
}

/** One way through a process of the tree: its option, and those of the processes nested in it. */
interface Path {
  readonly options: readonly TracedOption[];
  readonly names: readonly string[];
}

/** A process of the tree for one material. */
interface Root {
  /** The path of the part; undefined where the material does not have it. */
  readonly now: Path | undefined;
  readonly others: readonly { readonly path: Path; readonly step: Step }[];
}

const NOTHING: Path = { options: [], names: [] };

/** Every variant with at most two changes, and the part itself; nothing while the part has no price. */
function variantsOf({ item, materials, tree, cncPrice, quantities = [] }: Problem): Variant[] {
  const own = materials.find(({ id }) => id === item.material);
  if (!own || processesFor(tree, own.id, item).some(({ selected }) => selected === undefined)) return [];
  const present = tree.map((root) => pathsOf(root, own).find((path) => isChosen(path, item)));
  if (present.some((path) => path === undefined)) return [];
  const stepTo = rememberSteps();
  const kept = { num: item.num, steps: [] as Step[] };
  const numbers = [kept, ...otherQuantities(item.num, quantities)];
  const variants: Variant[] = [];

  for (const material of materials.filter(({ materialTag }) => materialTag === own.materialTag)) {
    const roots = tree.map((root, index) => rootFor(root, material, present[index] ?? NOTHING, stepTo));
    const first: Step[] = material === own ? [] : [materialStep(own, material)];
    for (const { num, steps } of numbers) {
      const before = [...first, ...steps];
      for (const { paths, taken } of combinations(roots, MAX_CHANGES - before.length)) {
        const selections: ProcessSelections = {};
        for (const { processId, optionId } of paths.flatMap(({ options }) => options)) {
          selections[processKey(processId)] = optionId;
        }
        const { length, width, height } = item;
        const changed: PartItem = { material: material.id, num, length, width, height, ...selections };
        const figures = figuresOrNone(material, changed, cncPrice);
        if (figures) variants.push({ ...figures, item: changed, steps: [...before, ...taken] });
      }
    }
  }
  return variants;
}

/** The applicable ways through a process whose options all have a price. */
function pathsOf(process: ProcessNode, material: PricedMaterial): Path[] {
  return appliesTo(process, material.id) ? pathsBelow(process, material) : [NOTHING];
}

function pathsBelow(process: ProcessNode, material: PricedMaterial): Path[] {
  const options = process.children.filter((option) => appliesTo(option, material.id));
  if (options.length === 0) return [NOTHING];
  return options.flatMap((option) => {
    const entry = material.processConfig.find(({ id }) => id === option.id);
    if (!entry) return [];
    const traced = { processId: process.id, optionId: option.id, price: entry.price, time: entry.time };
    return pathsBelow(option, material).map(({ options: nested, names }) => ({
      options: [traced, ...nested],
      names: [option.name, ...names],
    }));
  });
}

const isChosen = ({ options }: Path, item: ProcessSelections): boolean =>
  options.every(({ processId, optionId }) => item[processKey(processId)] === optionId);

const keyOf = ({ options }: Path): string => options.map(({ optionId }) => optionId).join();

type StepTo = (root: ProcessNode, from: Path, to: Path) => Step;

function rememberSteps(): StepTo {
  const known = new Map<string, Step>();
  return (root, from, to) => {
    const key = `${root.id} ${keyOf(to)}`;
    const step = known.get(key) ?? {
      dimension: String(root.id),
      change: { kind: 'option', process: root.name, from: textOf(from), to: textOf(to) },
    };
    known.set(key, step);
    return step;
  };
}

const textOf = ({ names }: Path): string => names.join('，') || '无';

function rootFor(root: ProcessNode, material: PricedMaterial, present: Path, stepTo: StepTo): Root {
  const key = keyOf(present);
  const paths = pathsOf(root, material);
  return {
    now: paths.find((path) => keyOf(path) === key),
    others: paths
      .filter((path) => keyOf(path) !== key)
      .map((path) => ({ path, step: stepTo(root, present, path) })),
  };
}

const materialStep = (from: PricedMaterial, to: PricedMaterial): Step => ({
  dimension: 'material',
  change: { kind: 'material', from: from.name, to: to.name },
});

function otherQuantities(from: number, quantities: readonly number[]): { num: number; steps: Step[] }[] {
  const others = new Set(quantities);
  others.delete(from);
  return [...others].map((num) => ({
    num,
    steps: [{ dimension: 'quantity', change: { kind: 'quantity', from, to: num } }],
  }));
}

interface Combination {
  paths: Path[];
  taken: Step[];
}

/** One path of each process, of which at most `changes` differ from the part's. */
function combinations(roots: readonly Root[], changes: number): Combination[] {
  if (changes < 0) return [];
  let found: Combination[] = [{ paths: [], taken: [] }];
  for (const { now, others } of roots) {
    found = found.flatMap(({ paths, taken }) => [
      ...(now ? [{ paths: [...paths, now], taken }] : []),
      ...(taken.length < changes
        ? others.map(({ path, step }) => ({ paths: [...paths, path], taken: [...taken, step] }))
        : []),
    ]);
  }
  return found;
}

function figuresOrNone(
  material: PricedMaterial,
  item: PartItem,
  cncPrice: CncPrice,
): ItemFigures | undefined {
  try {
    const { unitPriceFen, subTotalFen, deliveryDays } = priceItem(material, item, cncPrice);
    return { unitPriceFen, subTotalFen, deliveryDays };
  } catch (error) {
    if (error instanceof PricingError) return undefined;
    throw error;
  }
}

/** By how much a variant misses the goal; 0 or less reaches it. Fen for all pieces of a given quantity, or days. */
function missing(goal: Goal, { subTotalFen, deliveryDays, item: { num } }: Variant): number {
  if (goal.kind === 'days') return deliveryDays - goal.days;
  return goal.kind === 'piece' ? subTotalFen / num - goal.fen : subTotalFen - goal.fen;
}

/** Cheapest first, by the piece where the goal is the price of one; then the fewest changes, then the fastest. */
function orderFor({ kind }: Pick<Goal, 'kind'>): (a: Variant, b: Variant) => number {
  const price = ({ subTotalFen, item: { num } }: Variant) =>
    kind === 'piece' ? subTotalFen / num : subTotalFen;
  return (a, b) => price(a) - price(b) || a.steps.length - b.steps.length || a.deliveryDays - b.deliveryDays;
}

function firstOf(
  variants: readonly Variant[],
  count: number,
  isWanted: (one: Variant) => boolean,
): Variant[] {
  const found: Variant[] = [];
  for (const variant of variants) {
    if (found.length === count) break;
    if (isWanted(variant)) found.push(variant);
  }
  return found;
}

const figuresOf = ({ unitPriceFen, subTotalFen, deliveryDays }: Variant): ItemFigures => ({
  unitPriceFen,
  subTotalFen,
  deliveryDays,
});

const proposalOf = (variant: Variant): Proposal => ({
  ...figuresOf(variant),
  item: variant.item,
  changes: variant.steps.map(({ change }) => change),
});
