/** The roots of nodes by id, with their children, in the given order; nodes without their parent are left out. */
export function rootsOf<N extends { parentId: number; children: N[] }>(nodes: ReadonlyMap<number, N>): N[] {
  const roots: N[] = [];
  for (const node of nodes.values()) {
    if (node.parentId === 0) roots.push(node);
    else nodes.get(node.parentId)?.children.push(node);
  }
  return roots;
}
