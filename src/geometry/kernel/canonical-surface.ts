import type { Surface } from '../features/part-faces.ts';
import type { Vector } from '../model-reading.ts';
import { axesAcross, cross, dot, lengthOf, subtract, times, unitVector } from '../vectors.ts';

export interface SurfacePoint {
  point: Vector;
  /** Unit normal that points out of the material. */
  normal: Vector;
}

/** Sines and relative distances below which a free-form surface counts as a plane or cylinder. */
const DIRECTION_TOLERANCE = 1e-5;
const DISTANCE_TOLERANCE = 1e-4;

/**
 * Fits a plane or cylinder to points of a surface: many systems export holes as surfaces of revolution, extrusions or splines.
 * Undefined for other surfaces.
 */
export function canonicalSurface(points: readonly SurfacePoint[]): Surface | undefined {
  const [first, ...others] = points;
  if (!first || points.some(({ normal }) => dot(normal, normal) === 0)) return undefined;
  const crossProducts = others.map(({ normal }) => cross(first.normal, normal));
  const widest = crossProducts.reduce<Vector>(
    (best, product) => (dot(product, product) > dot(best, best) ? product : best),
    [0, 0, 0],
  );
  if (lengthOf(widest) < DIRECTION_TOLERANCE) {
    const size = Math.max(...others.map(({ point }) => lengthOf(subtract(point, first.point))));
    const isFlat = others.every(
      ({ point }) => Math.abs(dot(subtract(point, first.point), first.normal)) <= DISTANCE_TOLERANCE * size,
    );
    return isFlat ? { type: 'plane', point: first.point, normal: first.normal } : undefined;
  }
  const direction = unitVector(widest);
  if (!direction || points.some(({ normal }) => Math.abs(dot(normal, direction)) > DIRECTION_TOLERANCE))
    return undefined;
  return cylinderAbout(direction, points, first);
}

/** A least-squares fit gives the radius, negative for the wall of a hole. The normal at every point must then meet the axis. */
function cylinderAbout(
  direction: Vector,
  points: readonly SurfacePoint[],
  first: SurfacePoint,
): Surface | undefined {
  const axes = axesAcross(direction);
  const project = (vector: Vector) => [dot(vector, axes[0]), dot(vector, axes[1])] as const;
  const pairs = points.map(({ point, normal }) => {
    const [x, y] = project(subtract(point, first.point));
    const [nx, ny] = project(subtract(normal, first.normal));
    return { along: x * nx + y * ny, square: nx * nx + ny * ny };
  });
  const square = pairs.reduce((sum, pair) => sum + pair.square, 0);
  const radius = pairs.reduce((sum, pair) => sum + pair.along, 0) / square;
  const centre = subtract(first.point, times(first.normal, radius));
  const isRound = points.every(({ point, normal }) => {
    const [x, y] = project(subtract(subtract(point, times(normal, radius)), centre));
    return Math.hypot(x, y) <= DISTANCE_TOLERANCE * Math.abs(radius);
  });
  if (!isRound || !Number.isFinite(radius) || radius === 0) return undefined;
  const heights = points.map(({ point }) => dot(subtract(point, centre), direction));
  return {
    type: 'cylinder',
    axis: { point: centre, direction },
    from: Math.min(...heights),
    to: Math.max(...heights),
    isConcave: radius < 0,
    radiusMm: Math.abs(radius),
  };
}
