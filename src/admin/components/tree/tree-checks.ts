import { everyNode, type Branch } from './tree.ts';

export type CheckState = 'all' | 'some' | 'none';

/** The nodes of a tree that can be chosen, and those that are. */
export interface TreeChoice<N> {
  idOf: (node: N) => number;
  /** True for nodes that can be stored; others only group their descendants. */
  isOwn: (node: N) => boolean;
  /** Its state cannot be changed. */
  isLocked: (node: N) => boolean;
  chosen: ReadonlySet<number>;
}

const ownOf = <N extends Branch<N>>(node: N, { isOwn }: TreeChoice<N>) => everyNode([node]).filter(isOwn);

/** Are the node and its descendants all chosen, some of them, or none? */
export function checkState<N extends Branch<N>>(node: N, choice: TreeChoice<N>): CheckState {
  const own = ownOf(node, choice);
  const count = own.filter((one) => choice.chosen.has(choice.idOf(one))).length;
  if (count === 0) return 'none';
  return count === own.length ? 'all' : 'some';
}

/**
 * Toggles a branch: checks all of it, or unchecks it when everything selectable was checked. Also checks the ancestors
 * in `path`, because the content of a page needs the page.
 */
export function toggled<N extends Branch<N>>(
  node: N,
  choice: TreeChoice<N>,
  path: readonly N[] = [],
): Set<number> {
  const { idOf, isOwn, isLocked, chosen } = choice;
  const open = ownOf(node, choice).filter((one) => !isLocked(one));
  const isAll = open.every((one) => chosen.has(idOf(one)));
  const next = new Set(chosen);
  if (isAll) for (const one of open) next.delete(idOf(one));
  else {
    const along = path.filter((one) => isOwn(one) && !isLocked(one));
    for (const one of [...along, ...open]) next.add(idOf(one));
  }
  return next;
}

/** The choice with the node and without its descendants. */
export function onlyItself<N extends Branch<N>>(node: N, choice: TreeChoice<N>): Set<number> {
  const { idOf, isLocked, chosen } = choice;
  const next = new Set(chosen);
  for (const one of everyNode(node.children)) if (!isLocked(one)) next.delete(idOf(one));
  if (!isLocked(node)) next.add(idOf(node));
  return next;
}

/** The ids to store, ascending: chosen nodes, and groups whose whole content is chosen. */
export function storedIds<N extends Branch<N>>(nodes: readonly N[], choice: TreeChoice<N>): number[] {
  return everyNode(nodes)
    .filter((node) =>
      choice.isOwn(node)
        ? choice.chosen.has(choice.idOf(node))
        : node.children.length > 0 && checkState(node, choice) === 'all',
    )
    .map(choice.idOf)
    .toSorted((a, b) => a - b);
}
