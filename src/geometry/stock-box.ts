import { convexHull, type ConvexHull } from './convex-hull.ts';
import type { Vector } from './model-reading.ts';
import { principalAxes, type SymmetricMatrix } from './principal-axes.ts';
import {
  at,
  axesAcross,
  boundsOf,
  dot,
  lengthOf,
  longestFirst,
  pointOf,
  subtract,
  unitVector,
} from './vectors.ts';

export interface StockBox {
  /** Longest first, in mm. */
  edgesMm: Vector;
  isTilted: boolean;
}

interface Box {
  axes: readonly [Vector, Vector, Vector];
  volume: number;
}

/** A tilted box is worth the harder clamping if its volume is at most this fraction of the straight one's. */
const WORTH_TILTING = 0.98;
const fileAxes: Box['axes'] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
/** Directions less than half a degree apart count as one. */
const SAME_DIRECTION = Math.cos(Math.PI / 360);
const MAX_PLANES = 48;
const MAX_HULL_FACES = 48;
/** Tolerances of the hulls, as fractions of the size. The coarse hull of a round part has only tens of corners. */
const COARSE = 2e-3;
const FINE = 3e-4;
/** Number of directions over the half-sphere, for parts whose box lies on none of their faces. */
const SPHERE_DIRECTIONS = 96;
/** How many of the best boxes are refined on the coarse hull, and how many of those on the fine hull. */
const COARSE_CANDIDATES = 30;
const FINE_CANDIDATES = 5;

/**
 * The smallest box of stock around the points, in mm: along the axes of the file unless another saves over 2 % of
 * the volume. Tries boxes that lie on a plane of the part, on a face of its hull, or across a principal axis, and rotates the
 * best of them about their own axes. `planeNormals` are the normals of the plane faces, largest face first.
 */
export function stockBox(points: Float32Array, planeNormals: readonly Vector[]): StockBox {
  const bounds = boundsOf(points);
  if (!bounds) return { edgesMm: [0, 0, 0], isTilted: false };
  const edges = subtract(bounds.high, bounds.low);
  const alongAxes = { edgesMm: longestFirst(edges), isTilted: false };
  const size = lengthOf(edges);
  const farthest = Math.max(lengthOf(bounds.low), lengthOf(bounds.high));
  const hull = convexHull(points, Math.max(FINE * size, 1e-6 * farthest));
  const coarse = hull && convexHull(hull.corners, COARSE * size);
  if (!coarse) return alongAxes;
  const tilted = extents(points, smallestBox(hull, coarse, planeNormals).axes);
  const isTilted = volumeOf(tilted) < WORTH_TILTING * volumeOf(edges);
  return isTilted ? { edgesMm: longestFirst(tilted), isTilted } : alongAxes;
}

function smallestBox(hull: ConvexHull, coarse: ConvexHull, planeNormals: readonly Vector[]): Box {
  const faces = coarse.faces.toSorted((a, b) => b.area - a.area).map((face) => face.normal);
  const normals = distinct([
    ...fileAxes,
    ...principalDirections(hull),
    ...spreadDirections(SPHERE_DIRECTIONS),
    ...distinct(planeNormals).slice(0, MAX_PLANES),
    ...distinct(faces.slice(0, 20 * MAX_HULL_FACES)).slice(0, MAX_HULL_FACES),
  ]);
  const takeSmallest = (boxes: readonly Box[], count: number): Box[] =>
    boxes.toSorted((a, b) => a.volume - b.volume).slice(0, count);
  const tried = normals.map((normal) => boxAcross(coarse, normal));
  const rotated = takeSmallest(tried, COARSE_CANDIDATES).map((box) => rotate(coarse, box));
  const refined = takeSmallest(rotated, FINE_CANDIDATES).map((box) =>
    rotate(hull, boxAcross(hull, box.axes[0])),
  );
  return refined.reduce((a, b) => (b.volume < a.volume ? b : a));
}

/** Rotates a box about each of its other axes, always to the smallest rectangle across that axis, until nothing is gained. */
function rotate(hull: ConvexHull, box: Box): Box {
  let best = box;
  for (let round = 0; round < 20; round++) {
    // The box is already the smallest across its first axis.
    const next = best.axes
      .slice(1)
      .map((axis) => boxAcross(hull, axis))
      .reduce((a, b) => (a.volume <= b.volume ? a : b));
    if (next.volume >= best.volume * (1 - 1e-6)) break;
    best = next;
  }
  return best;
}

/** The smallest box with two faces perpendicular to `normal`: an edge of the outline lies on a side of the smallest rectangle. */
function boxAcross({ corners }: ConvexHull, normal: Vector): Box {
  const [right, up] = axesAcross(normal);
  const flat: [number, number][] = [];
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < corners.length; i += 3) {
    const corner = pointOf(corners, i / 3);
    const height = dot(corner, normal);
    low = Math.min(low, height);
    high = Math.max(high, height);
    flat.push([dot(corner, right), dot(corner, up)]);
  }
  const { cosine, sine, area } = smallestRectangle(outline(flat));
  const first: Vector = [0, 1, 2].map((i) => at(right, i) * cosine + at(up, i) * sine) as unknown as Vector;
  const second: Vector = [0, 1, 2].map((i) => at(up, i) * cosine - at(right, i) * sine) as unknown as Vector;
  return { axes: [normal, first, second], volume: area * (high - low) };
}

function smallestRectangle(loop: readonly (readonly [number, number])[]) {
  let best = { cosine: 1, sine: 0, area: Infinity };
  for (const [i, [x, y]] of loop.entries()) {
    const [toX, toY] = loop[(i + 1) % loop.length] ?? [x, y];
    const length = Math.hypot(toX - x, toY - y);
    if (!(length > 0)) continue;
    const cosine = (toX - x) / length;
    const sine = (toY - y) / length;
    let left = Infinity;
    let right = -Infinity;
    let top = -Infinity;
    for (const [px, py] of loop) {
      const along = px * cosine + py * sine;
      if (along < left) left = along;
      if (along > right) right = along;
      // The outline is counter-clockwise: everything lies on one side of the edge.
      const across = (py - y) * cosine - (px - x) * sine;
      if (across > top) top = across;
    }
    const area = (right - left) * top;
    if (area < best.area) best = { cosine, sine, area };
  }
  return best;
}

/** Whether the last two points of a chain and a further one turn counter-clockwise. */
function turnsLeft(chain: readonly [number, number][], p: readonly [number, number]): boolean {
  const a = chain[chain.length - 2] ?? p;
  const b = chain[chain.length - 1] ?? p;
  return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0;
}

/** The convex outline of points of a plane, counter-clockwise (Andrew's monotone chain). */
function outline(points: [number, number][]): [number, number][] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const halfChain = (ordered: readonly [number, number][]): [number, number][] => {
    const chain: [number, number][] = [];
    for (const p of ordered) {
      while (chain.length > 1 && !turnsLeft(chain, p)) chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...halfChain(sorted), ...halfChain(sorted.toReversed())];
}

/** Nearly equidistant directions over the upper half of a sphere (Fibonacci spiral). */
function spreadDirections(count: number): Vector[] {
  return Array.from({ length: count }, (_, i) => {
    const z = (i + 0.5) / count;
    const angle = i * Math.PI * (3 - Math.sqrt(5));
    const radius = Math.sqrt(1 - z * z);
    return [radius * Math.cos(angle), radius * Math.sin(angle), z];
  });
}

/** Principal axes of the corners of the hull. */
function principalDirections({ corners }: ConvexHull): readonly Vector[] {
  const n = corners.length / 3;
  const mean = [0, 0, 0];
  for (let i = 0; i < corners.length; i++) mean[i % 3] = at(mean, i % 3) + at(corners, i) / n;
  const sum = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < corners.length; i += 3) {
    const [x, y, z] = [0, 1, 2].map((axis) => at(corners, i + axis) - at(mean, axis)) as unknown as Vector;
    for (const [k, product] of [x * x, y * y, z * z, x * y, x * z, y * z].entries()) {
      sum[k] = at(sum, k) + product;
    }
  }
  return principalAxes(sum as unknown as SymmetricMatrix).axes;
}

/** Unit vectors; omits those parallel to an earlier one. */
function distinct(vectors: readonly Vector[]): Vector[] {
  const result: Vector[] = [];
  for (const vector of vectors) {
    const unit = unitVector(vector);
    if (unit && result.every((other) => Math.abs(dot(other, unit)) < SAME_DIRECTION)) result.push(unit);
  }
  return result;
}

function extents(points: Float32Array, axes: Box['axes']): Vector {
  const lengths = axes.map((axis) => {
    let low = Infinity;
    let high = -Infinity;
    for (let i = 0; i + 2 < points.length; i += 3) {
      const height = at(points, i) * axis[0] + at(points, i + 1) * axis[1] + at(points, i + 2) * axis[2];
      if (height < low) low = height;
      if (height > high) high = height;
    }
    return high - low;
  });
  return lengths as unknown as Vector;
}

const volumeOf = ([a, b, c]: Vector): number => a * b * c;
