import { at } from '../vectors.ts';
import { forEachEdge, isForward, nextInTriangle, sortHalfEdges, triangleOf } from './edges.ts';
import type { TriangleMesh } from './triangle-mesh.ts';
import { closeGaps, weld } from './weld.ts';

export interface Shell {
  mesh: TriangleMesh;
  /** Whether every edge has as many triangles in one direction as in the other. */
  isClosed: boolean;
  /** Number of its first triangle in the part. */
  firstTriangle: number;
}

/** Splits a part into shells that are connected by edges and consistently oriented. All open pieces form one open shell. */
export function splitShells(part: TriangleMesh): Shell[] {
  const welded = withoutDuplicates(weld(part));
  const exact = connect(welded);
  if (exact.openVertices.length === 0) return exact.shells();
  const withGapsClosed = connect(withoutDuplicates(closeGaps(welded, exact.openVertices)));
  return withGapsClosed.openVertices.length < exact.openVertices.length
    ? withGapsClosed.shells()
    : exact.shells();
}

/** Collapses duplicate triangles with the same orientation. */
function withoutDuplicates({ points, indices }: TriangleMesh): TriangleMesh {
  const sorted = sortHalfEdges(indices, points.length / 3);
  const cleaned = indices.slice();
  forEachEdge(indices, sorted, (from, to) => {
    if (to - from <= 2) return;
    const knownKeys = new Set<number>();
    for (const h of sorted.subarray(from, to)) {
      const opposite = at(indices, nextInTriangle(nextInTriangle(h)));
      const key = opposite * 2 + Number(isForward(indices, h));
      if (knownKeys.has(key)) cleaned.fill(at(indices, h), triangleOf(h) * 3, triangleOf(h) * 3 + 3);
      knownKeys.add(key);
    }
  });
  return { points, indices: cleaned };
}

const NO_MATE = -1;
const NO_PIECE = -1;

function connect(mesh: TriangleMesh): { openVertices: number[]; shells: () => Shell[] } {
  const { points, indices } = mesh;
  const sorted = sortHalfEdges(indices, points.length / 3);
  const mates = new Int32Array(indices.length).fill(NO_MATE);
  forEachEdge(indices, sorted, (from, to) => {
    if (to - from !== 2 || isDegenerate(indices, at(sorted, from))) return;
    mates[at(sorted, from)] = at(sorted, from + 1);
    mates[at(sorted, from + 1)] = at(sorted, from);
  });
  const pieces = floodPieces(indices, mates);
  const { rootOf, unbalanced } = joinPieces(indices, sorted, pieces);
  const openRoots = new Set<number>(pieces.nonOrientable.map((piece) => rootOf(piece)));
  const openVertices: number[] = [];
  forEachEdge(indices, sorted, (from, to) => {
    if (to - from === 2 && at(mates, at(sorted, from)) !== NO_MATE) return;
    const range = sorted.subarray(from, to).filter((h) => !isDegenerate(indices, h));
    const open = unbalanced(range, rootOf);
    for (const openRoot of open) openRoots.add(openRoot);
    if (open.length > 0)
      openVertices.push(at(indices, at(range, 0)), at(indices, nextInTriangle(at(range, 0))));
  });
  return { openVertices, shells: () => collectShells(mesh, pieces, rootOf, openRoots) };
}

/** Whether the triangle of a half-edge has no area because two of its vertices coincide. */
function isDegenerate(indices: Uint32Array, halfEdge: number): boolean {
  const t = triangleOf(halfEdge) * 3;
  const [a, b, c] = [at(indices, t), at(indices, t + 1), at(indices, t + 2)];
  return a === b || b === c || a === c;
}

interface Pieces {
  /** Number of the piece of each triangle; -1 for a degenerate triangle. */
  pieceOfTriangle: Int32Array;
  /** 1 for each triangle that must be flipped. */
  isFlipped: Uint8Array;
  count: number;
  /** Non-orientable pieces, such as a Möbius strip. */
  nonOrientable: number[];
}

/** Finds pieces connected by edges of two triangles, and the triangles that must be flipped. */
function floodPieces(indices: Uint32Array, mates: Int32Array): Pieces {
  const triangles = indices.length / 3;
  const pieceOfTriangle = new Int32Array(triangles).fill(NO_PIECE);
  const isFlipped = new Uint8Array(triangles);
  const queue = new Uint32Array(triangles);
  const nonOrientable = new Set<number>();
  let count = 0;
  for (let start = 0; start < triangles; start++) {
    if (at(pieceOfTriangle, start) !== NO_PIECE || isDegenerate(indices, start * 3)) continue;
    let end = 1;
    queue[0] = start;
    pieceOfTriangle[start] = count;
    for (let i = 0; i < end; i++) {
      const t = at(queue, i);
      for (let h = 3 * t; h < 3 * t + 3; h++) {
        const mate = at(mates, h);
        if (mate === NO_MATE) continue;
        const next = triangleOf(mate);
        const mustFlip = at(isFlipped, t) ^ Number(isForward(indices, h) === isForward(indices, mate));
        if (at(pieceOfTriangle, next) === NO_PIECE) {
          pieceOfTriangle[next] = count;
          isFlipped[next] = mustFlip;
          queue[end++] = next;
        } else if (at(isFlipped, next) !== mustFlip) nonOrientable.add(count);
      }
    }
    count++;
  }
  return { pieceOfTriangle, isFlipped, count, nonOrientable: [...nonOrientable] };
}

/**
 * Joins pieces at edges of more than two triangles if each piece has a border there. Pieces that only touch there stay separate.
 */
function joinPieces(
  indices: Uint32Array,
  sorted: Uint32Array,
  { pieceOfTriangle, isFlipped, count }: Pieces,
) {
  const parents = Int32Array.from({ length: count }, (_, i) => i);
  /** The piece that represents all pieces joined with this one. */
  const rootOf = (member: number): number => {
    let root = member;
    while (at(parents, root) !== root) root = at(parents, root);
    for (let i = member; i !== root;) {
      const parent = at(parents, i);
      parents[i] = root;
      i = parent;
    }
    return root;
  };
  /** The groups of pieces whose triangles on one edge do not cancel out in direction. */
  const unbalanced = (range: Uint32Array, groupOf: (piece: number) => number): number[] => {
    const balance = new Map<number, number>();
    for (const h of range) {
      const t = triangleOf(h);
      const group = groupOf(at(pieceOfTriangle, t));
      const direction = isForward(indices, h) === Boolean(at(isFlipped, t)) ? -1 : 1;
      balance.set(group, (balance.get(group) ?? 0) + direction);
    }
    return [...balance].filter(([, sum]) => sum !== 0).map(([group]) => group);
  };
  forEachEdge(indices, sorted, (from, to) => {
    if (to - from <= 2) return;
    const [first, ...others] = unbalanced(
      sorted.subarray(from, to).filter((h) => !isDegenerate(indices, h)),
      (pieceNumber) => pieceNumber,
    );
    for (const other of others) if (first !== undefined) parents[rootOf(other)] = rootOf(first);
  });
  return { rootOf, unbalanced };
}

function collectShells(
  mesh: TriangleMesh,
  { pieceOfTriangle, isFlipped }: Pieces,
  rootOf: (piece: number) => number,
  openRoots: ReadonlySet<number>,
): Shell[] {
  const OPEN = -1;
  const trianglesByShell = new Map<number, number[]>();
  for (const [t, pieceNumber] of pieceOfTriangle.entries()) {
    if (pieceNumber === NO_PIECE) continue;
    const shell = openRoots.has(rootOf(pieceNumber)) ? OPEN : rootOf(pieceNumber);
    const list = trianglesByShell.get(shell);
    if (list) list.push(t);
    else trianglesByShell.set(shell, [t]);
  }
  return [...trianglesByShell].map(([shell, list]) => ({
    mesh: extract(mesh, list, isFlipped),
    isClosed: shell !== OPEN,
    firstTriangle: at(list, 0),
  }));
}

/** Extracts triangles with the vertices that they use. */
function extract(
  { points, indices }: TriangleMesh,
  triangles: readonly number[],
  isFlipped: Uint8Array,
): TriangleMesh {
  const numbers = new Map<number, number>();
  const usedVertices: number[] = [];
  const newIndices = new Uint32Array(triangles.length * 3);
  for (const [i, t] of triangles.entries()) {
    for (let k = 0; k < 3; k++) {
      const vertex = at(indices, t * 3 + (at(isFlipped, t) ? 2 - k : k));
      let number = numbers.get(vertex);
      if (number === undefined) {
        number = usedVertices.push(vertex) - 1;
        numbers.set(vertex, number);
      }
      newIndices[i * 3 + k] = number;
    }
  }
  const usedPoints = new Float64Array(usedVertices.length * 3);
  for (const [i, vertex] of usedVertices.entries())
    usedPoints.set(points.subarray(vertex * 3, vertex * 3 + 3), i * 3);
  return { points: usedPoints, indices: newIndices };
}
