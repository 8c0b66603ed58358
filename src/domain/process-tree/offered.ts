import type { PricedMaterial, ProcessSelections } from '#domain/pricing/types.ts';
import { appliesTo } from './process-tree.ts';
import { FilterType, type ProcessNode } from './types.ts';

/*
 * Whether a pair of material and option may be sold. The pricing kernel adds 0 for a pair without a price; these
 * functions decide before it, in browser and server alike, so that a missing price never becomes a free one.
 */

type Priced = Pick<PricedMaterial, 'id' | 'processConfig'>;

const pricedOptions = ({ processConfig }: Priced): ReadonlySet<number> =>
  new Set(processConfig.map(({ id }) => id));

/** The selected options that have no price for the material. A price of 0 is a price: the option is free. */
export function unpricedSelections(
  material: Priced,
  selections: Readonly<ProcessSelections>,
): { processId: number; optionId: number }[] {
  const priced = pricedOptions(material);
  return Object.entries(selections).flatMap(([key, optionId]) =>
    key.startsWith(PREFIX) && optionId !== undefined && !priced.has(optionId)
      ? [{ processId: Number(key.slice(PREFIX.length)), optionId }]
      : [],
  );
}

const PREFIX = 'process_';

/** A node of the process tree whose children are nodes of the same type. */
type Tree<N> = ProcessNode & { readonly children: readonly N[] };

/**
 * The tree as it is offered to customers: an option applies only to the materials that it has a price for. Other rules
 * stay as they are.
 */
export function offeredTree<N extends Tree<N>>(tree: readonly N[], materials: readonly Priced[]): N[] {
  const priced = materials.map((material) => ({ id: material.id, options: pricedOptions(material) }));
  const offer = (option: N): N => {
    const children = option.children.map(offer);
    const applicable = priced.filter(({ id }) => appliesTo(option, id));
    const offered = applicable.filter(({ options }) => options.has(option.id)).map(({ id }) => id);
    return offered.length === applicable.length
      ? { ...option, children }
      : { ...option, children, filterType: FilterType.enabledFor, materialIds: offered };
  };
  return tree.map((root) => ({ ...root, children: root.children.map(offer) }));
}

/** An option that applies to a material but has neither a price nor the mark 需人工. */
export interface PriceGap {
  optionId: number;
  /** `表面处理 阳极氧化`. */
  name: string;
}

/** The applicable options of a material without a price, in the order of the tree. */
export function priceGaps(
  tree: readonly ProcessNode[],
  material: Priced & { readonly manualOptions: readonly number[] },
): PriceGap[] {
  const known = new Set([...pricedOptions(material), ...material.manualOptions]);
  const visit = (process: ProcessNode): PriceGap[] =>
    process.children
      .filter((option) => appliesTo(option, material.id))
      .flatMap((option) => [
        ...(known.has(option.id) ? [] : [{ optionId: option.id, name: `${process.name} ${option.name}` }]),
        ...visit(option),
      ]);
  return tree.filter((root) => appliesTo(root, material.id)).flatMap(visit);
}
