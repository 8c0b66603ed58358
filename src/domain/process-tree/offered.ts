import type { PricedMaterial, ProcessSelections } from '#domain/pricing/types.ts';
import { appliesTo, isProcessKey, processIdOf } from './process-tree.ts';
import { FilterType, type ProcessNode } from './types.ts';

/*
 * The pricing kernel adds 0 for a material and option without a price. These functions run before it, in browser and server, so
 * that an option without a price never becomes free.
 */

type Priced = Pick<PricedMaterial, 'id' | 'processConfig'>;
/** `manualOptions`: options that staff price, marked 需人工. */
type Offering = Priced & { readonly manualOptions: readonly number[] };

const pricedOptions = ({ processConfig }: Priced): ReadonlySet<number> =>
  new Set(processConfig.map(({ id }) => id));

/** The selected options that have no price for the material. A price of 0 is a price: the option is free. */
export function unpricedSelections(
  material: Priced,
  selections: Readonly<ProcessSelections>,
): { processId: number; optionId: number }[] {
  const priced = pricedOptions(material);
  return Object.entries(selections).flatMap(([key, optionId]) =>
    isProcessKey(key) && optionId !== undefined && !priced.has(optionId)
      ? [{ processId: processIdOf(key), optionId }]
      : [],
  );
}

/** A node of the process tree whose children are nodes of the same type. */
type TreeNode<N> = ProcessNode & { readonly children: readonly N[] };

/**
 * The tree as offered to customers: an option applies only to materials with a price for it, or to materials that mark it 需人工
 * and have a price for another option of the process, so that no process forces a manual review. Other rules do not change.
 */
export function offeredTree<N extends TreeNode<N>>(tree: readonly N[], materials: readonly Offering[]): N[] {
  const offerings = materials.map((material) => ({
    id: material.id,
    priced: pricedOptions(material),
    manual: new Set(material.manualOptions),
  }));
  const offerAll = (options: readonly N[]): N[] => {
    const pricedMaterialIds = new Set(
      offerings
        .filter(({ id, priced }) => options.some((option) => appliesTo(option, id) && priced.has(option.id)))
        .map(({ id }) => id),
    );
    return options.map((option) => {
      const children = offerAll(option.children);
      const applicable = offerings.filter(({ id }) => appliesTo(option, id));
      const offered = applicable
        .filter(
          ({ id, priced, manual }) =>
            priced.has(option.id) || (manual.has(option.id) && pricedMaterialIds.has(id)),
        )
        .map(({ id }) => id);
      return offered.length === applicable.length
        ? { ...option, children }
        : { ...option, children, filterType: FilterType.enabledFor, materialIds: offered };
    });
  };
  return tree.map((root) => ({ ...root, children: offerAll(root.children) }));
}

/** An option that applies to a material but has no price and is not marked 需人工. */
export interface PriceGap {
  optionId: number;
  /** Such as `表面处理 阳极氧化`. */
  name: string;
}

/** The applicable options of a material without a price, in the order of the tree. */
export function priceGaps(tree: readonly ProcessNode[], material: Offering): PriceGap[] {
  const acceptable = new Set([...pricedOptions(material), ...material.manualOptions]);
  const visit = (process: ProcessNode): PriceGap[] =>
    process.children
      .filter((option) => appliesTo(option, material.id))
      .flatMap((option) => [
        ...(acceptable.has(option.id)
          ? []
          : [{ optionId: option.id, name: `${process.name} ${option.name}` }]),
        ...visit(option),
      ]);
  return tree.filter((root) => appliesTo(root, material.id)).flatMap(visit);
}
