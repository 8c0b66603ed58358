import type { PartItem, ProcessSelections } from '#domain/pricing/types.ts';
import { dropInapplicable, processesFor, processKey } from '#domain/process-tree/process-tree.ts';
import type { ProcessNode } from '#domain/process-tree/types.ts';

/** A part without material and processes: sizes in mm and a quantity. */
export interface PartSize {
  num: number;
  length: number;
  width: number;
  height: number;
}

export const initialSize: PartSize = { num: 10, length: 100, width: 100, height: 20 };

/** The selections that apply to the material. A process without one gets its first option, so that the part can be priced. */
export function completeSelections(
  tree: readonly ProcessNode[],
  materialId: number,
  selections: Readonly<ProcessSelections>,
): ProcessSelections {
  const { kept } = dropInapplicable(tree, materialId, selections);
  for (;;) {
    // A choice may open a further process.
    const open = processesFor(tree, materialId, kept).find((choice) => choice.selected === undefined);
    const [first] = open?.options ?? [];
    if (!open || !first) return kept;
    kept[processKey(open.process.id)] = first.id;
  }
}

export function partOf(material: number, size: PartSize, selections: ProcessSelections): PartItem {
  return { ...selections, ...size, material };
}
