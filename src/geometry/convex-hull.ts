import type { Vector } from './model-reading.ts';
import { boundsOf, cross, dot, lengthOf, pointOf, subtract, times } from './vectors.ts';

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
  /** The faces across the edges 0–1, 1–2 and 2–0. */
  neighbours: [Face | undefined, Face | undefined, Face | undefined];
  /** Points assigned to this face, all of them above it; `top` is the highest, `height` its height. */
  above: number[];
  top: number;
  height: number;
  isRemoved: boolean;
}

/**
 * The convex hull of points by quickhull. Ignores points less than about `tolerance` outside it, so that a fine mesh of a round
 * part gives hundreds of corners instead of a million. Undefined for points on one plane.
 */
export function convexHull(anyPoints: ArrayLike<number>, tolerance: number): ConvexHull | undefined {
  // Uses one array type without the polymorphic `at`, because a million points are read several times.
  const points = anyPoints instanceof Float64Array ? anyPoints : Float64Array.from(anyPoints);
  const point = (i: number): Vector => pointOf(points, i);
  const start = firstTetrahedron(points, tolerance);
  if (!start) return undefined;
  const distance = ({ normal, offset }: Face, i: number): number =>
    normal[0] * (points[i * 3] as number) +
    normal[1] * (points[i * 3 + 1] as number) +
    normal[2] * (points[i * 3 + 2] as number) -
    offset;

  const makeFace = (a: number, b: number, c: number): Face => {
    const normal = cross(subtract(point(b), point(a)), subtract(point(c), point(a)));
    const length = lengthOf(normal);
    const unit: Vector = length > 0 ? times(normal, 1 / length) : [0, 0, 0];
    return {
      corners: [a, b, c],
      normal: unit,
      offset: dot(unit, point(a)),
      area: length / 2,
      neighbours: [undefined, undefined, undefined],
      above: [],
      top: -1,
      height: 0,
      isRemoved: false,
    };
  };

  /** Assigns each point to the face above which it lies highest. Taking the first such face would overload a few faces. */
  const assign = (candidates: ArrayLike<number>, faces: readonly Face[]): void => {
    const planes = Float64Array.from(faces.flatMap(({ normal, offset }) => [...normal, offset]));
    for (let n = 0; n < candidates.length; n++) {
      const i = candidates[n] as number;
      const x = points[i * 3] as number;
      const y = points[i * 3 + 1] as number;
      const z = points[i * 3 + 2] as number;
      let maxHeight = tolerance;
      let highest = -1;
      for (let f = 0; f < planes.length; f += 4) {
        const height =
          (planes[f] as number) * x +
          (planes[f + 1] as number) * y +
          (planes[f + 2] as number) * z -
          (planes[f + 3] as number);
        if (!(height > maxHeight)) continue;
        maxHeight = height;
        highest = f / 4;
      }
      const face = faces[highest];
      if (!face) continue;
      face.above.push(i);
      if (maxHeight > face.height) {
        face.top = i;
        face.height = maxHeight;
      }
    }
  };

  const [a, b, c, d] = start;
  const faces = [makeFace(a, b, c), makeFace(a, c, d), makeFace(a, d, b), makeFace(b, d, c)];
  linkAll(faces);
  assign(
    Uint32Array.from({ length: points.length / 3 }, (_, i) => i),
    faces,
  );
  const pending = faces.filter((face) => face.above.length > 0);
  // Breadth first: the hull grows on all sides, so that the last points are near it.
  for (const face of pending) {
    if (face.isRemoved || face.above.length === 0) continue;
    const { top } = face;
    const { visible, horizon } = findVisible(face, (other) => distance(other, top) > tolerance);
    const added = horizon.map(([from, to]) => makeFace(from, to, top));
    if (!linkFan(added, horizon)) {
      // The point is so close to several faces that rounding breaks the outline, so it lies within the tolerance.
      const others = face.above.filter((i) => i !== top);
      face.above = [];
      face.height = 0;
      assign(others, [face]);
      pending.push(face);
      continue;
    }
    for (const visibleFace of visible) visibleFace.isRemoved = true;
    for (const visibleFace of visible) assign(visibleFace.above, added);
    faces.push(...added);
    pending.push(...added.filter((newFace) => newFace.above.length > 0));
  }
  const remaining = faces.filter((face) => !face.isRemoved);
  const corners = [...new Set(remaining.flatMap((face) => face.corners))];
  return { corners: Float64Array.from(corners.flatMap(point)), faces: remaining };
}

/** Finds the visible faces, starting from one of them, and the edges of their outline, each with the face beyond it. */
function findVisible(first: Face, isVisible: (face: Face) => boolean) {
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
      horizon.push([face.corners[side], face.corners[nextSide[side]], beyond]);
    }
  }
  return { visible, horizon };
}

/** Links the new faces around a point to each other and to those beyond; false if the outline is not a simple loop. */
function linkFan(added: readonly Face[], horizon: readonly [number, number, Face][]): boolean {
  const byStart = new Map(added.map((face) => [face.corners[0], face]));
  const links = added.map((face, i) => {
    const [from, to] = face.corners;
    const beyond = horizon[i]?.[2];
    const side = sides.find((n) => beyond?.corners[n] === to && beyond.corners[nextSide[n]] === from);
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
const nextSide = [1, 2, 0] as const;

function linkAll(faces: readonly Face[]): void {
  for (const face of faces) {
    for (const side of sides) {
      const from = face.corners[side];
      const to = face.corners[nextSide[side]];
      face.neighbours[side] = faces.find((other) =>
        sides.some((n) => other.corners[n] === to && other.corners[nextSide[n]] === from),
      );
    }
  }
}

/** Four points far from each other, the fourth below the plane of the first three. */
function firstTetrahedron(
  points: ArrayLike<number>,
  tolerance: number,
): [number, number, number, number] | undefined {
  const point = (i: number): Vector => pointOf(points, i);
  const bounds = boundsOf(points);
  if (!bounds) return undefined;
  const farthest = (measure: (p: Vector) => number): number => {
    let best = 0;
    let bestValue = -Infinity;
    for (let i = 0; i < points.length / 3; i++) {
      const value = measure(point(i));
      if (value <= bestValue) continue;
      best = i;
      bestValue = value;
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
  const height = (p: Vector): number => dot(subtract(p, point(a)), normal) / size;
  const d = farthest((p) => Math.abs(height(p)));
  const fourth = height(point(d));
  if (!(Math.abs(fourth) > tolerance)) return undefined;
  return fourth < 0 ? [a, b, c, d] : [a, c, b, d];
}
