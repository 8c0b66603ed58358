import type { Material } from '#contract/catalogue/material-list.ts';
import type { ProcessTreeNode } from '#contract/catalogue/process-tree.ts';
import type { CncPrice } from '#domain/pricing/types.ts';

/** The parts of the catalogue that the page reads. */
export interface QuoteCatalogue {
  readonly materials: readonly Material[];
  readonly tree: readonly ProcessTreeNode[];
  /** Machining price by material tag, yuan per piece. */
  readonly cncPrice: CncPrice;
}

export function findMaterial(catalogue: QuoteCatalogue, id: number | null): Material | undefined {
  return id === null ? undefined : catalogue.materials.find((material) => material.id === id);
}

/** Processes and options by id, options of options included. */
export function nodesById(tree: readonly ProcessTreeNode[]): Map<number, ProcessTreeNode> {
  const nodes = new Map<number, ProcessTreeNode>();
  const open = [...tree];
  for (let node = open.pop(); node; node = open.pop()) {
    nodes.set(node.id, node);
    open.push(...node.children);
  }
  return nodes;
}
