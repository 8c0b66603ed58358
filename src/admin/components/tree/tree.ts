export interface Branch<N> {
  readonly children: readonly N[];
}

export interface TreeRow<N> {
  node: N;
  id: number;
  /** From 1. */
  level: number;
  /** Among its siblings, from 0. */
  position: number;
  siblings: readonly N[];
  /** 0 for a root. */
  parentId: number;
}

type IdOf<N> = (node: N) => number;

/** The visible rows from top to bottom. */
export function visibleRows<N extends Branch<N>>(
  nodes: readonly N[],
  idOf: IdOf<N>,
  expandedIds: ReadonlySet<number>,
  parent: { id: number; level: number } = { id: 0, level: 0 },
): TreeRow<N>[] {
  const level = parent.level + 1;
  return nodes.flatMap((node, position) => {
    const id = idOf(node);
    const row = { node, id, level, position, siblings: nodes, parentId: parent.id };
    return expandedIds.has(id)
      ? [row, ...visibleRows(node.children, idOf, expandedIds, { id, level })]
      : [row];
  });
}

/** All nodes in pre-order. */
export function allNodes<N extends Branch<N>>(nodes: readonly N[]): N[] {
  return nodes.flatMap((node) => [node, ...allNodes(node.children)]);
}

/** The ids of the nodes with children, down to this level; default: all levels. */
export function branchIds<N extends Branch<N>>(
  nodes: readonly N[],
  idOf: IdOf<N>,
  levels = Number.POSITIVE_INFINITY,
): number[] {
  if (levels <= 0) return [];
  return nodes.flatMap((node) =>
    node.children.length > 0 ? [idOf(node), ...branchIds(node.children, idOf, levels - 1)] : [],
  );
}

/** The matching nodes with their ancestors and descendants. */
export function filterTree<N extends Branch<N>>(nodes: readonly N[], matches: (node: N) => boolean): N[] {
  return nodes.flatMap((node) => {
    if (matches(node)) return [node];
    const below = filterTree(node.children, matches);
    return below.length > 0 ? [{ ...node, children: below }] : [];
  });
}

/** The nodes from a root to the node with this id; empty if it does not exist. */
export function pathTo<N extends Branch<N>>(nodes: readonly N[], idOf: IdOf<N>, id: number): N[] {
  for (const node of nodes) {
    if (idOf(node) === id) return [node];
    const below = pathTo(node.children, idOf, id);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}

export interface Sortable {
  id: number;
  sort: number;
}

const SORT_GAP = 10;

/**
 * The sort orders to save in order to move a record one step up (-1) or down (1); empty if it cannot move. Swaps the
 * numbers of two records, or renumbers all siblings if their numbers do not increase.
 */
export function shiftedSortOrders(siblings: readonly Sortable[], id: number, step: -1 | 1): Sortable[] {
  const from = siblings.findIndex((sibling) => sibling.id === id);
  const moved = siblings[from];
  const other = siblings[from + step];
  if (!moved || !other) return [];
  const order = siblings.map((sibling) => (sibling === moved ? other : sibling === other ? moved : sibling));
  const isOrdered = siblings.every(
    (sibling, index) => index === 0 || sibling.sort > (siblings[index - 1]?.sort ?? 0),
  );
  return order.flatMap((sibling, index) => {
    const sort = isOrdered ? (siblings[index]?.sort ?? 0) : (index + 1) * SORT_GAP;
    return sort === sibling.sort ? [] : [{ id: sibling.id, sort }];
  });
}
