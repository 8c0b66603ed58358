import type { Vector } from './model-reading.ts';

/** Element of an array whose index is known to be valid. Outside the array the result is undefined at run time. */
export const at = (values: ArrayLike<number>, index: number): number => values[index] as number;

/** The point with this number among coordinates x, y, z, … */
export const pointOf = (coordinates: ArrayLike<number>, number: number): Vector => [
  at(coordinates, number * 3),
  at(coordinates, number * 3 + 1),
  at(coordinates, number * 3 + 2),
];

export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

export const times = (a: Vector, factor: number): Vector => [a[0] * factor, a[1] * factor, a[2] * factor];

/** a + factor · b */
export const plus = (a: Vector, b: Vector, factor = 1): Vector => [
  a[0] + b[0] * factor,
  a[1] + b[1] * factor,
  a[2] + b[2] * factor,
];

export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export const lengthOf = (a: Vector): number => Math.hypot(a[0], a[1], a[2]);

/** The vector with length 1; undefined for a vector without a direction. */
export function unitVector(a: Vector): Vector | undefined {
  const length = lengthOf(a);
  return length > 0 && Number.isFinite(length) ? times(a, 1 / length) : undefined;
}

/** Two unit vectors that form a right-handed system with the unit vector `normal`: first × second = normal. */
export function axesAcross(normal: Vector): readonly [Vector, Vector] {
  const [x, y, z] = normal.map(Math.abs) as unknown as Vector;
  const helper: Vector = x <= y && x <= z ? [1, 0, 0] : y <= z ? [0, 1, 0] : [0, 0, 1];
  const first = unitVector(cross(helper, normal)) ?? [1, 0, 0];
  return [first, cross(normal, first)];
}

export const longestFirst = (edges: Vector): Vector => edges.toSorted((a, b) => b - a) as unknown as Vector;

/** Smallest and largest coordinates. */
export interface Bounds {
  low: Vector;
  high: Vector;
}

export const middleOf = ({ low, high }: Bounds): Vector => times(plus(low, high), 0.5);

/** The bounds of points x, y, z, …; undefined without points. */
export function boundsOf(points: ArrayLike<number>): Bounds | undefined {
  if (points.length < 3) return undefined;
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i + 2 < points.length; i += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const value = at(points, i + axis);
      if (value < at(low, axis)) low[axis] = value;
      if (value > at(high, axis)) high[axis] = value;
    }
  }
  return { low, high };
}
