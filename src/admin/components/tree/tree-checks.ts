import { allNodes, type Branch } from './tree.ts';

export type CheckState = 'all' | 'some' | 'none';

export interface TreeChoice<N> {
  idOf: (node: N) => number;
  /** True for nodes that can be stored; others only group their descendants. */
  isStorable: (node: N) => boolean;
  /** True for nodes that the user cannot change. */
  isLocked: (node: N) => boolean;
  chosen: ReadonlySet<number>;
}

const storableNodes = <N extends Branch<N>>(node: N, { isStorable }: TreeChoice<N>) =>
  allNodes([node]).filter(isStorable);

/** Whether all, some or none of the node and its descendants are chosen. */
export function checkState<N extends Branch<N>>(node: N, choice: TreeChoice<N>): CheckState {
  const storable = storableNodes(node, choice);
  const count = storable.filter((storableNode) => choice.chosen.has(choice.idOf(storableNode))).length;
  if (count === 0) return 'none';
  return count === storable.length ? 'all' : 'some';
}

/**
 * Checks a whole branch, or unchecks it if everything that can change was checked. Checking also checks the ancestors
 * in `path`: in a tree of menus, for example, the buttons of a page are useless without the page.
 */
export function toggleBranch<N extends Branch<N>>(
  node: N,
  choice: TreeChoice<N>,
  path: readonly N[] = [],
): Set<number> {
  const { idOf, isStorable, isLocked, chosen } = choice;
  const changeable = storableNodes(node, choice).filter((branchNode) => !isLocked(branchNode));
  const areAllChosen = changeable.every((changeableNode) => chosen.has(idOf(changeableNode)));
  const next = new Set(chosen);
  if (areAllChosen) for (const changeableNode of changeable) next.delete(idOf(changeableNode));
  else {
    const ancestors = path.filter((ancestor) => isStorable(ancestor) && !isLocked(ancestor));
    for (const checkedNode of [...ancestors, ...changeable]) next.add(idOf(checkedNode));
  }
  return next;
}

/** Chooses the node without its descendants; locked nodes do not change. */
export function chooseOnly<N extends Branch<N>>(node: N, choice: TreeChoice<N>): Set<number> {
  const { idOf, isLocked, chosen } = choice;
  const next = new Set(chosen);
  for (const descendant of allNodes(node.children)) if (!isLocked(descendant)) next.delete(idOf(descendant));
  if (!isLocked(node)) next.add(idOf(node));
  return next;
}

/** The ids to store, ascending: chosen nodes, and groups with all descendants chosen. */
export function storedIds<N extends Branch<N>>(nodes: readonly N[], choice: TreeChoice<N>): number[] {
  return allNodes(nodes)
    .filter((node) =>
      choice.isStorable(node)
        ? choice.chosen.has(choice.idOf(node))
        : node.children.length > 0 && checkState(node, choice) === 'all',
    )
    .map(choice.idOf)
    .toSorted((a, b) => a - b);
}
