import { everyNode, type Branch } from './tree.ts';
import type { CheckState } from './tree-table-row.tsx';

/** What can be chosen in a tree, and what is. */
export interface TreeChoice<N> {
  idOf: (node: N) => number;
  /** Stands for something itself; the others only hold what is below them. */
  isOwn: (node: N) => boolean;
  /** Its choice may not be changed. */
  isLocked: (node: N) => boolean;
  chosen: ReadonlySet<number>;
}

const ownOf = <N extends Branch<N>>(node: N, { isOwn }: TreeChoice<N>) => everyNode([node]).filter(isOwn);

/** Is all of it chosen, some, or nothing? The node itself counts with what is below. */
export function checkState<N extends Branch<N>>(node: N, choice: TreeChoice<N>): CheckState {
  const own = ownOf(node, choice);
  const count = own.filter((one) => choice.chosen.has(choice.idOf(one))).length;
  if (count === 0) return 'none';
  return count === own.length ? 'all' : 'some';
}

/**
 * The choice after a click: all of the branch, or none of it when all that may be chosen was. `path` are the
 * ancestors that are chosen along with it: what is below a page can't be reached without the page.
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

/** The choice with the node itself and nothing below it. */
export function onlyItself<N extends Branch<N>>(node: N, choice: TreeChoice<N>): Set<number> {
  const { idOf, isLocked, chosen } = choice;
  const next = new Set(chosen);
  for (const one of everyNode(node.children)) if (!isLocked(one)) next.delete(idOf(one));
  if (!isLocked(node)) next.add(idOf(node));
  return next;
}

/** Ids to store, ascending: what is chosen, and the holders all of whose content is. */
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
