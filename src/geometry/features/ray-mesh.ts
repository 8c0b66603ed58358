import type { BodyMesh, Vector } from '../model-reading.ts';
import { at, cross, dot, lengthOf, pointOf, subtract } from '../vectors.ts';

export interface RayHit {
  distanceMm: number;
  face: number;
  /** Unit normal of the triangle, pointing out of the material. */
  normal: Vector;
}

/** Casts rays at the triangles of a body, which are in a tree of boxes. */
export interface RayMesh {
  /** The nearest triangle along the unit vector `direction`, at least `from` mm away; undefined if there is none. */
  cast: (origin: Vector, direction: Vector, from?: number) => RayHit | undefined;
  /** Whether the ray meets any triangle. Triangles that it only grazes, such as those of an upright round wall, do not count. */
  isBlocked: (origin: Vector, direction: Vector) => boolean;
  corners: (triangle: number) => readonly [Vector, Vector, Vector];
  normal: (triangle: number) => Vector;
  /** Number of the face of each triangle. */
  faces: Uint32Array;
  diagonalMm: number;
}

const LEAF_SIZE = 8;
/** Sine of the angle, about 3°, below which a ray grazes a triangle: triangles of a round wall deviate from it by as much. */
const GRAZING = 0.05;

export function createRayMesh(mesh: BodyMesh): RayMesh {
  const { order, boxes, nodes } = buildTree(mesh);
  const faces = facesOfTriangles(mesh);
  const corner = (index: number): Vector => pointOf(mesh.positions, at(mesh.indices, index));
  const corners = (triangle: number): [Vector, Vector, Vector] => [
    corner(triangle * 3),
    corner(triangle * 3 + 1),
    corner(triangle * 3 + 2),
  ];
  const normal = (triangle: number): Vector => {
    const [a, b, c] = corners(triangle);
    const across = cross(subtract(b, a), subtract(c, a));
    const length = lengthOf(across) || 1;
    return [across[0] / length, across[1] / length, across[2] / length];
  };
  const stack = new Int32Array(128);

  /** Number and distance of the nearest triangle; -1 for none. With `isAny`, those of the first triangle found. */
  const search = (origin: Vector, direction: Vector, from: number, isAny: boolean) => {
    const inverse = [1 / direction[0], 1 / direction[1], 1 / direction[2]] as const;
    let nearest = Infinity;
    let nearestTriangle = -1;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const node = at(stack, --top);
      if (!meetsBox(boxes, node * 6, origin, inverse, nearest)) continue;
      const start = at(nodes, node * 2);
      const count = at(nodes, node * 2 + 1);
      if (count === 0) {
        stack[top++] = start;
        stack[top++] = start + 1;
        continue;
      }
      for (let i = start; i < start + count; i++) {
        const distance = distanceToTriangle(mesh, at(order, i), origin, direction);
        if (distance < from || distance >= nearest) continue;
        if (isAny && Math.abs(dot(normal(at(order, i)), direction)) < GRAZING) continue;
        nearest = distance;
        nearestTriangle = at(order, i);
        if (isAny) return { triangle: nearestTriangle, distance: nearest };
      }
    }
    return { triangle: nearestTriangle, distance: nearest };
  };

  return {
    cast: (origin, direction, from = 0) => {
      const { triangle, distance } = search(origin, direction, from, false);
      if (triangle < 0) return undefined;
      return { distanceMm: distance, face: at(faces, triangle), normal: normal(triangle) };
    },
    isBlocked: (origin, direction) => search(origin, direction, 0, true).triangle >= 0,
    corners,
    normal,
    faces,
    diagonalMm: Math.hypot(
      at(boxes, 3) - at(boxes, 0),
      at(boxes, 4) - at(boxes, 1),
      at(boxes, 5) - at(boxes, 2),
    ),
  };
}

function facesOfTriangles({ indices, faces }: BodyMesh): Uint32Array {
  const numbers = new Uint32Array(indices.length / 3);
  for (const [face, { start, count }] of faces.entries()) numbers.fill(face, start / 3, (start + count) / 3);
  return numbers;
}

/** `boxes` has six numbers per node, `nodes` two: the first child and 0, or the first index in `order` and the triangle count. */
function buildTree({ positions, indices }: BodyMesh) {
  const triangles = indices.length / 3;
  const bounds = new Float32Array(triangles * 6);
  for (let t = 0; t < triangles; t++) {
    for (let axis = 0; axis < 3; axis++) {
      const a = at(positions, at(indices, t * 3) * 3 + axis);
      const b = at(positions, at(indices, t * 3 + 1) * 3 + axis);
      const c = at(positions, at(indices, t * 3 + 2) * 3 + axis);
      bounds[t * 6 + axis] = Math.min(a, b, c);
      bounds[t * 6 + 3 + axis] = Math.max(a, b, c);
    }
  }
  const order = Uint32Array.from({ length: triangles }, (_, t) => t);
  const boxes: number[] = [];
  const nodes: number[] = [0, 0];
  const pending = [{ node: 0, start: 0, count: triangles }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, start, count } = next;
    const box = boxOf(bounds, order, start, count);
    for (const [i, value] of box.entries()) boxes[node * 6 + i] = value;
    if (count <= LEAF_SIZE) {
      nodes[node * 2] = start;
      nodes[node * 2 + 1] = count;
      continue;
    }
    const sizes = [at(box, 3) - at(box, 0), at(box, 4) - at(box, 1), at(box, 5) - at(box, 2)];
    const axis = sizes.indexOf(Math.max(...sizes));
    const middle = (t: number) => at(bounds, t * 6 + axis) + at(bounds, t * 6 + 3 + axis);
    halve(order, start, count, middle);
    const child = nodes.length / 2;
    nodes[node * 2] = child;
    nodes[node * 2 + 1] = 0;
    nodes.push(0, 0, 0, 0);
    const half = count >> 1;
    pending.push(
      { node: child, start, count: half },
      { node: child + 1, start: start + half, count: count - half },
    );
  }
  return { order, boxes: Float64Array.from(boxes), nodes: Int32Array.from(nodes) };
}

/**
 * Partitions a range so that no key in its first half exceeds any in its second half. Sorting a million triangles at each level
 * would take ten times as long.
 */
function halve(order: Uint32Array, start: number, count: number, keyOf: (t: number) => number): void {
  const middle = start + (count >> 1);
  let [low, high] = [start, start + count - 1];
  while (low < high) {
    const pivot = keyOf(at(order, (low + high) >> 1));
    let [i, j] = [low, high];
    while (i <= j) {
      while (keyOf(at(order, i)) < pivot) i++;
      while (keyOf(at(order, j)) > pivot) j--;
      if (i > j) break;
      const moved = at(order, i);
      order[i++] = at(order, j);
      order[j--] = moved;
    }
    if (middle <= j) high = j;
    else if (middle >= i) low = i;
    else return;
  }
}

function boxOf(bounds: Float32Array, order: Uint32Array, start: number, count: number): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = start; i < start + count; i++) {
    const t = at(order, i) * 6;
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Math.min(at(box, axis), at(bounds, t + axis));
      box[axis + 3] = Math.max(at(box, axis + 3), at(bounds, t + 3 + axis));
    }
  }
  return box;
}

/** Whether the ray enters the box, six numbers from `start` on, before the distance `nearest`; `inverse` is 1 / direction. */
export function meetsBox(
  boxes: Float64Array,
  start: number,
  origin: Vector,
  inverse: readonly [number, number, number],
  nearest: number,
): boolean {
  let enter = 0;
  let leave = nearest;
  for (let axis = 0; axis < 3; axis++) {
    const a = (at(boxes, start + axis) - at(origin, axis)) * at(inverse, axis);
    const b = (at(boxes, start + axis + 3) - at(origin, axis)) * at(inverse, axis);
    // A ray within the plane of a side gives NaN, which compares as false and keeps the interval.
    if (a < b) {
      if (a > enter) enter = a;
      if (b < leave) leave = b;
    } else {
      if (b > enter) enter = b;
      if (a < leave) leave = a;
    }
  }
  return enter <= leave * (1 + 1e-9) + 1e-9;
}

/** Distance along the ray by the Möller–Trumbore algorithm; Infinity for a miss. */
export function distanceToTriangle(
  { positions, indices }: Record<'positions' | 'indices', ArrayLike<number>>,
  t: number,
  origin: Vector,
  direction: Vector,
): number {
  const a = at(indices, t * 3) * 3;
  const b = at(indices, t * 3 + 1) * 3;
  const c = at(indices, t * 3 + 2) * 3;
  const ax = at(positions, a);
  const ay = at(positions, a + 1);
  const az = at(positions, a + 2);
  const ux = at(positions, b) - ax;
  const uy = at(positions, b + 1) - ay;
  const uz = at(positions, b + 2) - az;
  const vx = at(positions, c) - ax;
  const vy = at(positions, c + 1) - ay;
  const vz = at(positions, c + 2) - az;
  const [dx, dy, dz] = direction;
  const px = dy * vz - dz * vy;
  const py = dz * vx - dx * vz;
  const pz = dx * vy - dy * vx;
  const determinant = ux * px + uy * py + uz * pz;
  if (determinant === 0) return Infinity;
  const sx = origin[0] - ax;
  const sy = origin[1] - ay;
  const sz = origin[2] - az;
  const first = (sx * px + sy * py + sz * pz) / determinant;
  if (first < 0 || first > 1) return Infinity;
  const qx = sy * uz - sz * uy;
  const qy = sz * ux - sx * uz;
  const qz = sx * uy - sy * ux;
  const second = (dx * qx + dy * qy + dz * qz) / determinant;
  if (second < 0 || first + second > 1) return Infinity;
  const distance = (vx * qx + vy * qy + vz * qz) / determinant;
  return distance >= 0 ? distance : Infinity;
}
