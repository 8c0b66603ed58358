import { appliesTo } from '#domain/process-tree/process-tree.ts';
import { FilterType, type ProcessNode } from '#domain/process-tree/types.ts';

/** A process with its options for a material. */
export interface OptionGroup {
  processId: number;
  /** Includes the parent processes: `表面处理 / 阳极氧化`. */
  name: string;
  options: readonly { id: number; name: string }[];
}

/** The options that apply to a material and whose ancestors apply, in tree order. */
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

export interface InapplicableNode {
  id: number;
  /** Includes the parent processes: `表面处理 · 发黑`. */
  name: string;
  /** True if the node's rule lists the materials that it applies to, so that this one can be added. */
  hasMaterialList: boolean;
}

/** The processes and options that do not apply to a material, without their descendants. */
export function inapplicableNodes(tree: readonly ProcessNode[], materialId: number): InapplicableNode[] {
  const leaf = ({ id, filterType }: ProcessNode, name: string): InapplicableNode[] => [
    { id, name, hasMaterialList: filterType === FilterType.enabledFor },
  ];
  const visit = (process: ProcessNode, name: string): InapplicableNode[] =>
    process.children.flatMap((option) =>
      appliesTo(option, materialId)
        ? visit(option, `${name} / ${option.name}`)
        : leaf(option, `${name} · ${option.name}`),
    );
  return tree.flatMap((root) =>
    appliesTo(root, materialId) ? visit(root, root.name) : leaf(root, root.name),
  );
}
