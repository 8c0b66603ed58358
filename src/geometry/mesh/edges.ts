import { at } from '../vectors.ts';

/**
 * Sorts half-edges of triangles so that those on the same two vertices are adjacent. Half-edge 3t + k goes from corner k
 * of triangle t to the next corner. Linear time for any file: two passes of a counting sort.
 */
export function sortHalfEdges(indices: Uint32Array, vertexCount: number): Uint32Array {
  const all = new Uint32Array(indices.length);
  const highs = new Uint32Array(indices.length);
  const lows = new Uint32Array(indices.length);
  for (let h = 0; h < indices.length; h++) {
    all[h] = h;
    highs[h] = highEnd(indices, h);
    lows[h] = lowEnd(indices, h);
  }
  return countingSort(countingSort(all, highs, vertexCount), lows, vertexCount);
}

const lowEnd = (indices: Uint32Array, h: number): number =>
  Math.min(at(indices, h), at(indices, nextInTriangle(h)));

const highEnd = (indices: Uint32Array, h: number): number =>
  Math.max(at(indices, h), at(indices, nextInTriangle(h)));

function countingSort(order: Uint32Array, keys: Uint32Array, keyCount: number): Uint32Array {
  const starts = new Uint32Array(keyCount + 1);
  for (const h of order) {
    const slot = at(keys, h) + 1;
    starts[slot] = at(starts, slot) + 1;
  }
  for (let key = 1; key <= keyCount; key++) starts[key] = at(starts, key) + at(starts, key - 1);
  const sorted = new Uint32Array(order.length);
  for (const h of order) {
    const key = at(keys, h);
    const slot = at(starts, key);
    sorted[slot] = h;
    starts[key] = slot + 1;
  }
  return sorted;
}

export const nextInTriangle = (halfEdge: number): number =>
  halfEdge % 3 === 2 ? halfEdge - 2 : halfEdge + 1;

export const triangleOf = (halfEdge: number): number => (halfEdge / 3) | 0;

/** Whether the half-edge goes from the lower to the higher vertex. */
export const isForward = (indices: Uint32Array, halfEdge: number): boolean =>
  at(indices, halfEdge) < at(indices, nextInTriangle(halfEdge));

/** Calls `visit` for each edge with the range of its half-edges in `sorted`. */
export function forEachEdge(
  indices: Uint32Array,
  sorted: Uint32Array,
  visit: (from: number, to: number) => void,
): void {
  let from = 0;
  for (let i = 1; i <= sorted.length; i++) {
    const first = at(sorted, from);
    const current = at(sorted, i);
    if (
      i < sorted.length &&
      lowEnd(indices, current) === lowEnd(indices, first) &&
      highEnd(indices, current) === highEnd(indices, first)
    )
      continue;
    visit(from, i);
    from = i;
  }
}
