import { appliesTo } from '#domain/process-tree/process-tree.ts';
import type { ProcessNode } from '#domain/process-tree/types.ts';

/** A process with those of its options that a material may have. */
export interface OptionGroup {
  processId: number;
  /** Includes the parent processes: `表面处理 / 阳极氧化`. */
  name: string;
  options: readonly { id: number; name: string }[];
}

/** The options that a material may have a price for, in tree order: those that apply and whose ancestors apply. */
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

/** The names of the processes and options that do not apply to a material, without those below them: `表面处理 · 发黑`. */
export function inapplicableNames(tree: readonly ProcessNode[], materialId: number): string[] {
  const visit = (process: ProcessNode, name: string): string[] =>
    process.children.flatMap((option) =>
      appliesTo(option, materialId)
        ? visit(option, `${name} / ${option.name}`)
        : [`${name} · ${option.name}`],
    );
  return tree.flatMap((root) => (appliesTo(root, materialId) ? visit(root, root.name) : [root.name]));
}
