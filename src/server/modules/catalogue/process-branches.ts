import type { ProcessRecord } from '#contract/catalogue/process-tree.ts';

/** Roots are level 1. */
export const MAX_LEVELS = 6;

export type BranchNode = Pick<ProcessRecord, 'id' | 'parentId' | 'name'>;

/** The node and all its descendants, itself first. */
export function branchOf<T extends BranchNode>(nodes: readonly T[], id: number): T[] {
  const branch = nodes.filter((node) => node.id === id);
  // The list grows during the loop.
  for (const parent of branch) branch.push(...nodes.filter((node) => node.parentId === parent.id));
  return branch;
}

/** The ids from the root down to the node, inclusive; empty for 0 and for unknown ids. */
export function pathTo(nodes: readonly BranchNode[], id: number): number[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const path: number[] = [];
  for (let node = byId.get(id); node; node = byId.get(node.parentId)) path.unshift(node.id);
  return path;
}

/** The number of levels of the branch; 1 for a node without children. */
export function heightOf(nodes: readonly BranchNode[], id: number): number {
  const above = pathTo(nodes, id).length - 1;
  return Math.max(...branchOf(nodes, id).map((node) => pathTo(nodes, node.id).length)) - above;
}

/**
 * Why a node cannot have this parent, as a sentence; undefined if it can.
 * @param nodes every node that is not deleted
 * @param id the moved node, undefined for a new one
 * @param parentId 0 for a root
 */
export function parentProblem(
  nodes: readonly BranchNode[],
  id: number | undefined,
  parentId: number,
): string | undefined {
  if (parentId === 0) return undefined;
  const path = pathTo(nodes, parentId);
  if (path.length === 0) return '上级工艺不存在';
  if (id !== undefined && path.includes(id)) return '不能移到自己或自己的下级之下';
  const height = id === undefined ? 1 : heightOf(nodes, id);
  return path.length + height > MAX_LEVELS ? `工艺最多${MAX_LEVELS}级` : undefined;
}

/** Why these nodes cannot be deleted, as a sentence: one has a child that is not among them. Undefined if they can. */
export function childrenProblem(nodes: readonly BranchNode[], ids: readonly number[]): string | undefined {
  const deleted = new Set(ids);
  const orphans = nodes.filter((node) => deleted.has(node.parentId) && !deleted.has(node.id));
  const [first] = orphans;
  if (!first) return undefined;
  const parent = nodes.find((node) => node.id === first.parentId);
  const names = orphans.filter((node) => node.parentId === first.parentId).map((node) => node.name);
  const shown = names.slice(0, 3).join('、') + (names.length > 3 ? ` 等${names.length}项` : '');
  return `${parent?.name ?? ''} 下还有 ${shown}，请先删除或一并选择`;
}
