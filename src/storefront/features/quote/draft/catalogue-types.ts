import type { Material } from '#contract/catalogue/material-list.ts';
import type { ProcessTreeNode } from '#contract/catalogue/process-tree.ts';
import type { CncPrice } from '#domain/pricing/types.ts';

/** The slice of the catalogue that the page needs. */
export interface QuoteCatalogue {
  readonly materials: readonly Material[];
  readonly tree: readonly ProcessTreeNode[];
  /** Machining price by material tag, yuan per piece. */
  readonly cncPrice: CncPrice;
}

export function findMaterial(catalogue: QuoteCatalogue, id: number | null): Material | undefined {
  return id === null ? undefined : catalogue.materials.find((material) => material.id === id);
}

/** Processes and options by id, including nested options. */
export function nodesById(tree: readonly ProcessTreeNode[]): Map<number, ProcessTreeNode> {
  const nodes = new Map<number, ProcessTreeNode>();
  const pending = [...tree];
  for (let node = pending.pop(); node; node = pending.pop()) {
    nodes.set(node.id, node);
    pending.push(...node.children);
  }
  return nodes;
}
