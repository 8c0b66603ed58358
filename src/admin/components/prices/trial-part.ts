import type { PartItem, ProcessSelections } from '#domain/pricing/types.ts';
import { dropInapplicable, processesFor, processKey } from '#domain/process-tree/process-tree.ts';
import type { ProcessNode } from '#domain/process-tree/types.ts';

/** Sizes in mm, and a quantity. */
export interface SizeAndQuantity {
  num: number;
  length: number;
  width: number;
  height: number;
}

export const initialSize: SizeAndQuantity = { num: 10, length: 100, width: 100, height: 20 };

/**
 * Makes a part that can be priced: drops selections that do not apply to the material, and selects the first option of
 * each process without a selection.
 */
export function completeSelections(
  tree: readonly ProcessNode[],
  materialId: number,
  selections: Readonly<ProcessSelections>,
): ProcessSelections {
  const { applicable } = dropInapplicable(tree, materialId, selections);
  for (;;) {
    // A selection may make another process applicable.
    const unselected = processesFor(tree, materialId, applicable).find(
      (choice) => choice.selected === undefined,
    );
    const [first] = unselected?.options ?? [];
    if (!unselected || !first) return applicable;
    applicable[processKey(unselected.process.id)] = first.id;
  }
}

export function partOf(material: number, size: SizeAndQuantity, selections: ProcessSelections): PartItem {
  return { ...selections, ...size, material };
}
