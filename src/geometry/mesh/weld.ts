import { at, boundsOf, lengthOf, subtract } from '../vectors.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

/** Merges vertices with equal coordinates. Triangles keep their order, including degenerate ones. */
export function weld({ points, indices }: TriangleMesh): TriangleMesh {
  const count = points.length / 3;
  const slots = 2 ** Math.ceil(Math.log2(Math.max(16, 2 * count)));
  const table = new Int32Array(slots).fill(-1);
  const weldedVertexOf = new Uint32Array(count);
  const welded = new Float64Array(points.length);
  const scratch = new Float64Array(3);
  const words = new Uint32Array(scratch.buffer);
  let vertexCount = 0;
  for (let i = 0; i < count; i++) {
    // Adding 0 turns −0 into 0, which has different bits.
    for (let axis = 0; axis < 3; axis++) scratch[axis] = at(points, i * 3 + axis) + 0;
    let slot = hash(words) & (slots - 1);
    let vertex = at(table, slot);
    while (vertex >= 0 && !isAt(welded, vertex, scratch)) {
      slot = (slot + 1) & (slots - 1);
      vertex = at(table, slot);
    }
    if (vertex < 0) {
      vertex = vertexCount++;
      table[slot] = vertex;
      welded.set(scratch, vertex * 3);
    }
    weldedVertexOf[i] = vertex;
  }
  return {
    points: welded.slice(0, vertexCount * 3),
    indices: indices.map((index) => at(weldedVertexOf, index)),
  };
}

const isAt = (points: Float64Array, vertex: number, point: Float64Array): boolean =>
  at(points, vertex * 3) === at(point, 0) &&
  at(points, vertex * 3 + 1) === at(point, 1) &&
  at(points, vertex * 3 + 2) === at(point, 2);

function hash(words: Uint32Array): number {
  let value = 0;
  for (const word of words) value = Math.imul(value ^ word, 0x9e3779b1) ^ (value >>> 15);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}

/** Largest gap that rounding leaves, as a fraction of the diagonal of the box. */
const GAP = 1e-5;
/** More open vertices than this belong to an open surface, not to gaps. */
const MAX_OPEN_VERTICES = 100_000;

/** Merges open vertices that are so close to each other that rounding may have separated them. */
export function closeGaps({ points, indices }: TriangleMesh, openVertices: Iterable<number>): TriangleMesh {
  const bounds = boundsOf(points);
  const open = [...new Set(openVertices)];
  if (!bounds || open.length > MAX_OPEN_VERTICES) return { points, indices };
  const gap = GAP * lengthOf(subtract(bounds.high, bounds.low));
  const cells = new Map<string, number[]>();
  const weldedVertexOf = Uint32Array.from({ length: points.length / 3 }, (_, i) => i);
  const isNear = (a: number, b: number): boolean =>
    [0, 1, 2].every((axis) => Math.abs(at(points, a * 3 + axis) - at(points, b * 3 + axis)) <= gap);
  for (const vertex of open) {
    // A cell is twice as wide as the gap: of the adjacent cells only those on the nearer side can contain a neighbour.
    const cell = [0, 1, 2].map((axis) => at(points, vertex * 3 + axis) / (2 * gap));
    const ownCell = cell.map(Math.floor);
    const nearCell = cell.map((value) => Math.round(value) * 2 - Math.floor(value) - 1);
    const candidateKeys = [0, 1, 2, 3, 4, 5, 6, 7].map((n) =>
      [0, 1, 2].map((axis) => at((n >> axis) & 1 ? nearCell : ownCell, axis)).join(),
    );
    const twin = candidateKeys.flatMap((key) => cells.get(key) ?? []).find((other) => isNear(other, vertex));
    if (twin !== undefined) {
      weldedVertexOf[vertex] = twin;
      continue;
    }
    const key = ownCell.join();
    cells.set(key, [...(cells.get(key) ?? []), vertex]);
  }
  return { points, indices: indices.map((index) => at(weldedVertexOf, index)) };
}
