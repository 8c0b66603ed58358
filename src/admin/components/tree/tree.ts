/** A node of a tree as the wire sends it, with its children. */
export interface Branch<N> {
  readonly children: readonly N[];
}

/** A node and its position in the tree. */
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

/** The visible rows from top to bottom, given the open nodes. */
export function visibleRows<N extends Branch<N>>(
  nodes: readonly N[],
  idOf: IdOf<N>,
  open: ReadonlySet<number>,
  parent: { id: number; level: number } = { id: 0, level: 0 },
): TreeRow<N>[] {
  const level = parent.level + 1;
  return nodes.flatMap((node, position) => {
    const id = idOf(node);
    const row = { node, id, level, position, siblings: nodes, parentId: parent.id };
    return open.has(id) ? [row, ...visibleRows(node.children, idOf, open, { id, level })] : [row];
  });
}

/** Every node, each before its children. */
export function everyNode<N extends Branch<N>>(nodes: readonly N[]): N[] {
  return nodes.flatMap((node) => [node, ...everyNode(node.children)]);
}

/** The ids of the nodes that have children, down to this level; default: of all levels. */
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
export function narrowedTree<N extends Branch<N>>(
  nodes: readonly N[],
  matches: (node: N) => boolean,
  withChildren: (node: N, children: readonly N[]) => N,
): N[] {
  return nodes.flatMap((node) => {
    if (matches(node)) return [node];
    const below = narrowedTree(node.children, matches, withChildren);
    return below.length > 0 ? [withChildren(node, below)] : [];
  });
}

/** The nodes from a root down to the one with this id; empty if there is none. */
export function pathTo<N extends Branch<N>>(nodes: readonly N[], idOf: IdOf<N>, id: number): N[] {
  for (const node of nodes) {
    if (idOf(node) === id) return [node];
    const below = pathTo(node.children, idOf, id);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}

/** A record and its sort order among its siblings. */
export interface Sortable {
  id: number;
  sort: number;
}

const STEP = 10;

/**
 * The sort orders to save so that the record moves one step up (-1) or down (1); empty when it cannot move. A swap reuses
 * the two numbers and changes two records; siblings whose numbers do not increase are all renumbered.
 */
export function shiftedSortOrders(siblings: readonly Sortable[], id: number, step: -1 | 1): Sortable[] {
  const from = siblings.findIndex((one) => one.id === id);
  const moved = siblings[from];
  const other = siblings[from + step];
  if (!moved || !other) return [];
  const order = siblings.map((one) => (one === moved ? other : one === other ? moved : one));
  const isOrdered = siblings.every(
    (one, index) => index === 0 || one.sort > (siblings[index - 1]?.sort ?? 0),
  );
  return order.flatMap((one, index) => {
    const sort = isOrdered ? (siblings[index]?.sort ?? 0) : (index + 1) * STEP;
    return sort === one.sort ? [] : [{ id: one.id, sort }];
  });
}
