/** Adds each node to its parent's `children` and returns the roots, in order. Omits nodes whose parent is missing. */
export function linkChildren<N extends { parentId: number; children: N[] }>(
  nodes: ReadonlyMap<number, N>,
): N[] {
  const roots: N[] = [];
  for (const node of nodes.values()) {
    if (node.parentId === 0) roots.push(node);
    else nodes.get(node.parentId)?.children.push(node);
  }
  return roots;
}

/** The ids of a path such as `/0/3/12/`, nearest first: 12, 3. */
export const idsOfPath = (path: string): number[] =>
  path
    .split('/')
    .filter(Boolean)
    .map(Number)
    .filter((id) => id > 0)
    .reverse();
