import type { Vector } from './model-reading.ts';
import { at, boundsOf, cross, lengthOf, subtract, times } from './vectors.ts';

export interface ConvexHull {
  /** x, y, z of each corner. */
  corners: Float64Array;
  /** Outer unit normals and areas of the triangles. */
  faces: readonly { normal: Vector; area: number }[];
}

interface Face {
  corners: readonly [number, number, number];
  normal: Vector;
  offset: number;
  area: number;
  /** Across the edges 0–1, 1–2 and 2–0. */
  neighbours: [Face | undefined, Face | undefined, Face | undefined];
  /** Points above the face that no other face has. */
  above: number[];
  isRemoved: boolean;
}

/**
 * The convex hull of points by quickhull. Points outside by less than about `tolerance` are left out, so that a fine mesh of a round
 * part gives hundreds of corners instead of a million. Undefined for points on one plane.
 */
export function convexHull(points: ArrayLike<number>, tolerance: number): ConvexHull | undefined {
  const point = (i: number): Vector => [at(points, i * 3), at(points, i * 3 + 1), at(points, i * 3 + 2)];
  const start = firstTetrahedron(points, tolerance);
  if (!start) return undefined;
  const distance = (face: Face, i: number): number =>
    face.normal[0] * at(points, i * 3) +
    face.normal[1] * at(points, i * 3 + 1) +
    face.normal[2] * at(points, i * 3 + 2) -
    face.offset;

  const makeFace = (a: number, b: number, c: number): Face => {
    const normal = cross(subtract(point(b), point(a)), subtract(point(c), point(a)));
    const length = lengthOf(normal);
    const unit: Vector = length > 0 ? times(normal, 1 / length) : [0, 0, 0];
    const offset =
      unit[0] * at(points, a * 3) + unit[1] * at(points, a * 3 + 1) + unit[2] * at(points, a * 3 + 2);
    return {
      corners: [a, b, c],
      normal: unit,
      offset,
      area: length / 2,
      neighbours: [undefined, undefined, undefined],
      above: [],
      isRemoved: false,
    };
  };

  const assign = (candidates: Iterable<number>, faces: readonly Face[]): void => {
    for (const i of candidates) faces.find((face) => distance(face, i) > tolerance)?.above.push(i);
  };

  const [a, b, c, d] = start;
  const faces = [makeFace(a, b, c), makeFace(a, c, d), makeFace(a, d, b), makeFace(b, d, c)];
  linkAll(faces);
  assign(range(points.length / 3), faces);
  const pending = faces.filter((face) => face.above.length > 0);
  for (let face = pending.pop(); face; face = pending.pop()) {
    if (face.isRemoved || face.above.length === 0) continue;
    const top = highest(face, distance);
    const { visible, horizon } = look(face, (one) => distance(one, top) > tolerance);
    const added = horizon.map(([from, to]) => makeFace(from, to, top));
    if (!linkFan(added, horizon)) {
      // The point lies so close to several faces that rounding gives no clean outline: it is within the tolerance.
      face.above = face.above.filter((i) => i !== top);
      pending.push(face);
      continue;
    }
    for (const one of visible) one.isRemoved = true;
    for (const one of visible) assign(one.above, added);
    faces.push(...added);
    pending.push(...added.filter((one) => one.above.length > 0));
  }
  const kept = faces.filter((face) => !face.isRemoved);
  const corners = [...new Set(kept.flatMap((face) => face.corners))];
  return { corners: Float64Array.from(corners.flatMap(point)), faces: kept };
}

function* range(end: number): Generator<number> {
  for (let i = 0; i < end; i++) yield i;
}

function highest(face: Face, distance: (face: Face, i: number) => number): number {
  let top = at(face.above, 0);
  let height = distance(face, top);
  for (const i of face.above) {
    const here = distance(face, i);
    if (here <= height) continue;
    top = i;
    height = here;
  }
  return top;
}

/** The faces that a point sees, from one of them, and the edges of their outline with the faces beyond. */
function look(first: Face, isVisible: (face: Face) => boolean) {
  const visible = new Set([first]);
  const horizon: [from: number, to: number, beyond: Face][] = [];
  for (const face of visible) {
    for (const side of sides) {
      const beyond = face.neighbours[side];
      if (!beyond || visible.has(beyond)) continue;
      if (isVisible(beyond)) visible.add(beyond);
    }
  }
  for (const face of visible) {
    for (const side of sides) {
      const beyond = face.neighbours[side];
      if (!beyond || visible.has(beyond)) continue;
      horizon.push([face.corners[side], face.corners[after[side]], beyond]);
    }
  }
  return { visible, horizon };
}

/** Connects the new faces around a point with each other and with those beyond; false when the outline is no simple loop. */
function linkFan(added: readonly Face[], horizon: readonly [number, number, Face][]): boolean {
  const byStart = new Map(added.map((face) => [face.corners[0], face]));
  const links = added.map((face, i) => {
    const [from, to] = face.corners;
    const beyond = horizon[i]?.[2];
    const side = sides.find((n) => beyond?.corners[n] === to && beyond.corners[after[n]] === from);
    return { face, beyond, side, next: byStart.get(to) };
  });
  if (byStart.size !== added.length || links.some(({ side, next }) => side === undefined || !next))
    return false;
  for (const { face, beyond, side, next } of links) {
    if (!beyond || side === undefined || !next) continue;
    beyond.neighbours[side] = face;
    face.neighbours[0] = beyond;
    face.neighbours[1] = next;
    next.neighbours[2] = face;
  }
  return true;
}

const sides = [0, 1, 2] as const;
const after = [1, 2, 0] as const;

function linkAll(faces: readonly Face[]): void {
  for (const face of faces) {
    for (const side of sides) {
      const from = face.corners[side];
      const to = face.corners[after[side]];
      face.neighbours[side] = faces.find((other) =>
        sides.some((n) => other.corners[n] === to && other.corners[after[n]] === from),
      );
    }
  }
}

/** Four points far from each other, the fourth below the plane of the first three. */
function firstTetrahedron(
  points: ArrayLike<number>,
  tolerance: number,
): [number, number, number, number] | undefined {
  const point = (i: number): Vector => [at(points, i * 3), at(points, i * 3 + 1), at(points, i * 3 + 2)];
  const bounds = boundsOf(points);
  if (!bounds) return undefined;
  const farthest = (measure: (p: Vector) => number): number => {
    let best = 0;
    let most = -Infinity;
    for (let i = 0; i < points.length / 3; i++) {
      const value = measure(point(i));
      if (value <= most) continue;
      best = i;
      most = value;
    }
    return best;
  };
  const a = farthest(([x, y, z]) => -(x - bounds.low[0]) - (y - bounds.low[1]) - (z - bounds.low[2]));
  const b = farthest((p) => lengthOf(subtract(p, point(a))));
  const along = subtract(point(b), point(a));
  const c = farthest((p) => lengthOf(cross(along, subtract(p, point(a)))));
  const normal = cross(along, subtract(point(c), point(a)));
  const size = lengthOf(normal);
  if (!(size > tolerance * lengthOf(along))) return undefined;
  const height = (p: Vector): number => {
    const [x, y, z] = subtract(p, point(a));
    return (x * normal[0] + y * normal[1] + z * normal[2]) / size;
  };
  const d = farthest((p) => Math.abs(height(p)));
  const fourth = height(point(d));
  if (!(Math.abs(fourth) > tolerance)) return undefined;
  return fourth < 0 ? [a, b, c, d] : [a, c, b, d];
}
