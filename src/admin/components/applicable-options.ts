import { appliesTo } from '#domain/process-tree/process-tree.ts';
import type { ProcessNode } from '#domain/process-tree/types.ts';

/** A process with those of its options that a material may have. */
export interface OptionGroup {
  processId: number;
  /** With the processes around it: `表面处理 / 阳极氧化`. */
  name: string;
  options: readonly { id: number; name: string }[];
}

/**
 * What a material may have a price for, in the order of the tree: every option that applies together with everything
 * above it.
 */
export function applicableOptions(tree: readonly ProcessNode[], materialId: number): OptionGroup[] {
  const visit = (node: ProcessNode, name: string): OptionGroup[] => {
    const options = node.children.filter((option) => appliesTo(option, materialId));
    if (options.length === 0) return [];
    return [
      { processId: node.id, name, options: options.map(({ id, name }) => ({ id, name })) },
      ...options.flatMap((option) => visit(option, `${name} / ${option.name}`)),
    ];
  };
  return tree.filter((root) => appliesTo(root, materialId)).flatMap((root) => visit(root, root.name));
}
