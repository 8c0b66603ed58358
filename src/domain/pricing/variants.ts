import type { AddedDaysFor } from '#domain/charges/added-days.ts';
import { leadFen } from '#domain/lead/lead-charge.ts';
import { leadErrors, STANDARD, type LeadClass } from '#domain/lead/lead-class.ts';
import { round2, type Fen } from '#domain/money.ts';
import { appliesTo, processesFor, processKey } from '#domain/process-tree/process-tree.ts';
import type { ProcessNode } from '#domain/process-tree/types.ts';
import {
  factorsOf,
  figuresFor,
  fromMillionths,
  quantityFactor,
  toMillionths,
  type PriceFactors,
} from './price-basis.ts';
import { basisOf } from './price-item.ts';
import { priceOrUndefined } from './pricing-error.ts';
import { shareOf } from './shares.ts';
import type {
  CncPrice,
  ItemFigures,
  PartItem,
  PricedMaterial,
  ProcessSelections,
  TracedOption,
} from './types.ts';

/** A part, and the choices for its variants. */
export interface VariantChoices {
  readonly item: PartItem;
  /** The materials on sale, including the item's own. */
  readonly materials: readonly PricedMaterial[];
  /** The process tree as offered to customers. */
  readonly tree: readonly ProcessNode[];
  readonly cncPrice: CncPrice;
  /** Other quantities that the customer accepts. */
  readonly quantities?: readonly number[];
  /** The lead class of the order; default: 标准. */
  readonly lead?: LeadClass | undefined;
  /** Other lead classes that the order can have, where undefined is 标准; default: none. */
  readonly otherLeads?: readonly (LeadClass | undefined)[];
  /** The days that the charges of the order add; default: none. */
  readonly addedDays?: AddedDaysFor | undefined;
}

/** Work that its caller may interrupt at each `yield`. */
export type Interruptible<T> = Generator<undefined, T, undefined>;

/** Runs work to its end. */
export function runToEnd<T>(work: Interruptible<T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/** One change of a part. `option` names another path through a process of the tree. */
export type Change =
  | { readonly kind: 'material'; readonly from: string; readonly to: string }
  | { readonly kind: 'quantity'; readonly from: number; readonly to: number }
  | { readonly kind: 'lead'; readonly from: string; readonly to: string }
  | { readonly kind: 'option'; readonly process: string; readonly from: string; readonly to: string };

/** One change; the same object in every variant that has it. */
export interface Step {
  /** The dimension that it changes: `material`, `quantity`, `lead`, or a process of the tree by its id. */
  readonly dimension: string;
  readonly change: Change;
}

/** `deliveryDays` include the factor of the lead class. */
export interface Variant extends ItemFigures {
  /** The sub-total with the surcharge of the lead class. */
  readonly amountFen: Fen;
  /** The days that the charges of the order add to `deliveryDays`. */
  readonly addedDays: number;
  readonly lead: LeadClass | undefined;
  readonly num: number;
  readonly steps: readonly Step[];
  /** Built on demand: most variants are discarded. */
  readonly toItem: () => PartItem;
}

/** A path through a process of the tree: its option, and the options of nested processes. */
interface Path {
  readonly options: readonly TracedOption[];
  readonly names: readonly string[];
}

/** A path other than the part's. */
interface Replacement {
  readonly root: Root;
  readonly path: Path;
  readonly step: Step;
  /** Differences from the part, in millionths of a yuan and of a day. */
  readonly unitMillionths: number;
  readonly daysMillionths: number;
}

/** A root process of the tree for one material. */
interface Root {
  /** The path of the part; undefined if the material does not have it. */
  readonly current: Path | undefined;
  readonly others: Replacement[];
}

/** With more options than this, pairs of changes would be tens of thousands of variants, so only single changes are tried. */
export const MAX_PAIRED_OPTIONS = 200;

const EMPTY_PATH: Path = { options: [], names: [] };

/**
 * The part and its variants with at most `maxChanges` changes; empty while the part has no price. The figures equal those of
 * `priceItem`: sums of millionths are exact, so each variant needs only an addition.
 */
export const variantsOf = (choices: VariantChoices, maxChanges: number): Variant[] =>
  runToEnd(findVariants(choices, maxChanges));

/** As `variantsOf`; yields for each material, quantity and lead class. */
export function* findVariants(
  { item, materials, tree, cncPrice, quantities = [], lead, otherLeads = [], addedDays }: VariantChoices,
  maxChanges: number,
): Interruptible<Variant[]> {
  const ownMaterial = materials.find(({ id }) => id === item.material);
  if (!ownMaterial || processesFor(tree, ownMaterial.id, item).some(({ selected }) => selected === undefined))
    return [];
  const ownPaths = tree.map((root) => pathsOf(root, ownMaterial).find((path) => isChosen(path, item)));
  if (ownPaths.some((path) => path === undefined)) return [];
  const stepTo = createSteps();
  const quantityChoices = [{ num: item.num, steps: [] }, ...otherQuantities(item.num, quantities)];
  const leadChoices: { lead: LeadClass | undefined; steps: Step[] }[] = [
    { lead, steps: [] },
    ...otherLeads.map((other) => ({ lead: other, steps: [leadStep(lead, other)] })),
  ];
  const variants: Variant[] = [];

  for (const material of materials.filter(({ materialTag }) => materialTag === ownMaterial.materialTag)) {
    const roots = tree.map((root, index) => rootOf(root, material, ownPaths[index] ?? EMPTY_PATH, stepTo));
    const currentOptions = roots.flatMap(({ current }) => current?.options ?? []);
    const factors = factorsOrNone(material, item, currentOptions, cncPrice);
    if (!factors) continue;
    const materialSteps: Step[] = material === ownMaterial ? [] : [materialStep(ownMaterial, material)];
    const options = roots.reduce((sum, { others }) => sum + others.length, 0);
    const limit = options > MAX_PAIRED_OPTIONS ? Math.min(maxChanges, 1) : maxChanges;
    for (const { num, steps } of quantityChoices) {
      const factor = quantityFactor(num);
      for (const { lead: variantLead, steps: leadSteps } of leadChoices) {
        const baseSteps = [...materialSteps, ...steps, ...leadSteps];
        if (baseSteps.length > limit) continue;
        const leadOffer = leadOfferFor(variantLead, roots, item, num);
        if (!leadOffer) continue;
        yield;
        const machiningPrice = cncPrice[material.materialTag] ?? 0;
        forEachReplacement(roots, limit - baseSteps.length, (replacements) => {
          if (!leadOffer.isOffered(replacements)) return;
          const figures = figuresOrNone(factors, replacements, num, factor);
          if (!figures) return;
          const { unitPriceFen, subTotalFen, deliveryDays } = figures;
          const allSteps =
            replacements.length === 0 ? baseSteps : [...baseSteps, ...replacements.map(({ step }) => step)];
          const toItem = () => itemWith(item, material, num, roots, replacements);
          variants.push({
            unitPriceFen,
            subTotalFen,
            amountFen:
              subTotalFen +
              leadSurchargeFen(variantLead, subTotalFen, machiningPrice, unitOf(factors, replacements)),
            deliveryDays: variantLead ? round2(deliveryDays * variantLead.factor) : deliveryDays,
            addedDays: addedDays?.(material.id, num, () => optionsWith(roots, replacements)) ?? 0,
            num,
            lead: variantLead,
            steps: allSteps,
            toItem,
          });
        });
      }
    }
  }
  return variants;
}

/** The applicable paths through a process whose options all have a price. */
function pathsOf(process: ProcessNode, material: PricedMaterial): Path[] {
  return appliesTo(process, material.id) ? pathsBelow(process, material) : [EMPTY_PATH];
}

function pathsBelow(process: ProcessNode, material: PricedMaterial): Path[] {
  const options = process.children.filter((option) => appliesTo(option, material.id));
  if (options.length === 0) return [EMPTY_PATH];
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

/** Returns a function that creates only one step for each path, as `Step` promises. */
function createSteps(): StepTo {
  const cache = new Map<string, Step>();
  return (root, from, to) => {
    const key = `${root.id} ${keyOf(to)}`;
    const step = cache.get(key) ?? {
      dimension: String(root.id),
      change: { kind: 'option', process: root.name, from: textOf(from), to: textOf(to) },
    };
    cache.set(key, step);
    return step;
  };
}

const textOf = ({ names }: Path): string => names.join('，') || '无';

function rootOf(root: ProcessNode, material: PricedMaterial, ownPath: Path, stepTo: StepTo): Root {
  const key = keyOf(ownPath);
  const paths = pathsOf(root, material);
  const current = paths.find((path) => keyOf(path) === key);
  const result: Root = { current, others: [] };
  for (const path of paths) {
    if (path === current) continue;
    const difference = (figureOf: (option: TracedOption) => number) =>
      sumOf(path, figureOf) - sumOf(current ?? EMPTY_PATH, figureOf);
    result.others.push({
      root: result,
      path,
      step: stepTo(root, ownPath, path),
      unitMillionths: difference(({ price }) => price),
      daysMillionths: difference(({ time }) => time),
    });
  }
  return result;
}

const sumOf = ({ options }: Path, figureOf: (option: TracedOption) => number): number =>
  options.reduce((sum, option) => sum + toMillionths(figureOf(option)), 0);

const materialStep = (from: PricedMaterial, to: PricedMaterial): Step => ({
  dimension: 'material',
  change: { kind: 'material', from: from.name, to: to.name },
});

const leadStep = (from: LeadClass | undefined, to: LeadClass | undefined): Step => ({
  dimension: 'lead',
  change: { kind: 'lead', from: (from ?? STANDARD).name, to: (to ?? STANDARD).name },
});

/**
 * Tells whether a lead class, which may exclude options, is offered for a variant with these replacements; undefined if no
 * variant of this size and quantity can have the class.
 */
function leadOfferFor(
  lead: LeadClass | undefined,
  roots: readonly Root[],
  { length, width, height }: PartItem,
  num: number,
): { isOffered: (replacements: readonly Replacement[]) => boolean } | undefined {
  if (!lead) return { isOffered: () => true };
  const longestEdgeMm = Math.max(length, width, height);
  if (leadErrors(lead, [{ num, longestEdgeMm, options: [] }]).length > 0) return undefined;
  const excluded = new Set(lead.excluded.map(({ id }) => id));
  if (excluded.size === 0) return { isOffered: () => true };
  const hasExcluded = (path: Path | undefined) =>
    path?.options.some(({ optionId }) => excluded.has(optionId)) ?? false;
  const excludedRoots = new Set(roots.filter(({ current }) => hasExcluded(current)));
  return {
    isOffered: (replacements) =>
      !replacements.some(({ path }) => hasExcluded(path)) &&
      [...excludedRoots].every((root) => replacements.some((replacement) => replacement.root === root)),
  };
}

/** The `unit` of the trace, in yuan. */
const unitOf = ({ unitPriceMillionths }: PriceFactors, replacements: readonly Replacement[]): number =>
  fromMillionths(
    replacements.reduce((sum, replacement) => sum + replacement.unitMillionths, unitPriceMillionths),
  );

const leadSurchargeFen = (
  lead: LeadClass | undefined,
  fen: Fen,
  machiningPrice: number,
  unit: number,
): Fen =>
  lead && lead.percent !== 0
    ? leadFen(lead, { sumFen: fen, machining: BigInt(fen) * shareOf(machiningPrice, unit) })
    : 0;

function otherQuantities(from: number, quantities: readonly number[]): { num: number; steps: Step[] }[] {
  const others = new Set(quantities);
  others.delete(from);
  return [...others].map((num) => ({
    num,
    steps: [{ dimension: 'quantity', change: { kind: 'quantity', from, to: num } }],
  }));
}

/** Visits all sets of at most `maxReplacements` replacements in different processes that give every process a path. */
function forEachReplacement(
  roots: readonly Root[],
  maxReplacements: number,
  visit: (replacements: readonly Replacement[]) => void,
): void {
  function visitFrom(
    first: number,
    remaining: number,
    pathless: number,
    replacements: readonly Replacement[],
  ): void {
    if (pathless === 0) visit(replacements);
    if (remaining <= 0 || pathless > remaining) return;
    for (let index = first; index < roots.length; index += 1) {
      const root = roots[index];
      if (!root) return;
      const lacksPath = root.current === undefined;
      for (const other of root.others)
        visitFrom(index + 1, remaining - 1, pathless - Number(lacksPath), [...replacements, other]);
      // Without a replacement here, the process would have no path.
      if (lacksPath) return;
    }
  }
  visitFrom(0, maxReplacements, roots.filter(({ current }) => current === undefined).length, []);
}

function factorsOrNone(
  material: PricedMaterial,
  { num, length, width, height }: PartItem,
  options: readonly TracedOption[],
  cncPrice: CncPrice,
): PriceFactors | undefined {
  return priceOrUndefined(() =>
    factorsOf({
      ...basisOf(material, { material: material.id, num, length, width, height }, cncPrice),
      options,
    }),
  );
}

function figuresOrNone(
  { unitPriceMillionths, daysMillionths, ratio, speed }: PriceFactors,
  replacements: readonly Replacement[],
  num: number,
  factor: number,
): ItemFigures | undefined {
  const factors = { unitPriceMillionths, daysMillionths, ratio, speed };
  for (const replacement of replacements) {
    factors.unitPriceMillionths += replacement.unitMillionths;
    factors.daysMillionths += replacement.daysMillionths;
  }
  return priceOrUndefined(() => figuresFor(factors, num, factor));
}

/** The options of a variant, in the order of the tree. */
const optionsWith = (roots: readonly Root[], replacements: readonly Replacement[]): TracedOption[] =>
  roots.flatMap(
    (root) =>
      (replacements.find((replacement) => replacement.root === root)?.path ?? root.current ?? EMPTY_PATH)
        .options,
  );

function itemWith(
  { length, width, height }: PartItem,
  material: PricedMaterial,
  num: number,
  roots: readonly Root[],
  replacements: readonly Replacement[],
): PartItem {
  const selections: ProcessSelections = {};
  for (const { processId, optionId } of optionsWith(roots, replacements)) {
    selections[processKey(processId)] = optionId;
  }
  return { material: material.id, num, length, width, height, ...selections };
}
