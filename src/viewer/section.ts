import type { Vector } from '#geometry/model-reading.ts';
import { at, dot, plus, type Bounds } from '#geometry/vectors.ts';
import { axesOf, directionTo, standardViews, type Direction, type Ray } from './view.ts';

/** A cut perpendicular to one axis of the file. */
export interface Section {
  axis: 0 | 1 | 2;
  /** Position between the lowest and highest point of the part, 0 to 1. */
  fraction: number;
  /** Whether the side away from the isometric eye is cut away instead. */
  isFlipped: boolean;
}

/** Points with `normal` · point + `constant` below 0 are cut away. */
export interface Plane {
  normal: Vector;
  constant: number;
}

/** Cuts nothing. */
export const NO_CUT: Plane = { normal: [0, 0, 1], constant: 1e30 };

/** The plane of a cut. Unless flipped, it cuts away the side facing the isometric eye, so that the inside is visible. */
export function planeOf({ axis, fraction, isFlipped }: Section, { low, high }: Bounds): Plane {
  const position = at(low, axis) + (at(high, axis) - at(low, axis)) * fraction;
  // The isometric eye is at high x, low y and high z.
  const side = (axis === 1) === isFlipped ? -1 : 1;
  const normal: [number, number, number] = [0, 0, 0];
  normal[axis] = side;
  return { normal, constant: -side * position };
}

export const isCutAway = ({ normal, constant }: Plane, point: Vector): boolean =>
  dot(normal, point) + constant < 0;

/** The point where a ray meets the plane of a cut; undefined for a parallel ray. */
export function intersectRay({ normal, constant }: Plane, { origin, direction }: Ray): Vector | undefined {
  const slope = dot(normal, direction);
  return slope === 0 ? undefined : plus(origin, direction, -(dot(normal, origin) + constant) / slope);
}

/** Whether the cut is visible from the direction, and not at a grazing angle. */
export const showsCut = (direction: Direction, { normal }: Plane): boolean =>
  dot(normal, axesOf(direction).toEye) < -0.3;

/** A direction that shows a cut: the isometric one, or its mirror image for a flipped cut. */
export function directionOfCut({ axis, isFlipped }: Section): Direction {
  const eye = [...axesOf(standardViews[0]).toEye] as [number, number, number];
  if (isFlipped) eye[axis] *= -1;
  return directionTo(eye);
}
