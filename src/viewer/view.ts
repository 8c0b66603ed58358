import type { Vector } from '#geometry/model-reading.ts';
import { dot, lengthOf, middleOf, plus, subtract, times, type Bounds } from '#geometry/vectors.ts';

/**
 * The direction from which a part is seen, in parallel projection with the z axis of the file upright. Angles in radians, lengths
 * in the unit of the mesh.
 */
export interface View {
  /** The point in the middle of the picture. */
  target: Vector;
  /** Angle to the eye about the z axis, from the x axis. */
  azimuth: number;
  /** Angle to the eye above the x-y plane, -π/2 to π/2. */
  elevation: number;
  /** Length that the height of the picture shows. */
  height: number;
}

export type Direction = Pick<View, 'azimuth' | 'elevation'>;

const { PI } = Math;

/** The isometric view and the six of a drawing, in the order of the number keys from 0. */
export const standardViews = [
  { label: '轴测', azimuth: -PI / 4, elevation: Math.atan(Math.SQRT1_2) },
  { label: '前', azimuth: -PI / 2, elevation: 0 },
  { label: '后', azimuth: PI / 2, elevation: 0 },
  { label: '左', azimuth: PI, elevation: 0 },
  { label: '右', azimuth: 0, elevation: 0 },
  { label: '上', azimuth: -PI / 2, elevation: PI / 2 },
  { label: '下', azimuth: -PI / 2, elevation: -PI / 2 },
] as const satisfies readonly (Direction & { label: string })[];

/** Unit vectors of the picture: to the right, upwards, and to the eye. */
export function axesOf({ azimuth, elevation }: Direction): { right: Vector; up: Vector; toEye: Vector } {
  const [sa, ca, se, ce] = [Math.sin(azimuth), Math.cos(azimuth), Math.sin(elevation), Math.cos(elevation)];
  return { right: [-sa, ca, 0], up: [-se * ca, -se * sa, ce], toEye: [ce * ca, ce * sa, se] };
}

/** The vector as a direction to the eye. */
export const directionTo = ([x, y, z]: Vector): Direction => ({
  azimuth: x === 0 && y === 0 ? -PI / 2 : Math.atan2(y, x),
  elevation: Math.atan2(z, Math.hypot(x, y)),
});

/** Factor that leaves space around a part that fills the picture. */
const MARGIN = 1.12;

/** The view from a direction in which the box fills the picture; `aspect` is width divided by height. */
export function fitBox({ azimuth, elevation }: Direction, box: Bounds, aspect: number): View {
  const { right, up } = axesOf({ azimuth, elevation });
  const diagonal = subtract(box.high, box.low);
  const extent = (axis: Vector) => dot(diagonal, axis.map(Math.abs) as unknown as Vector);
  const height = Math.max(extent(up), extent(right) / aspect) * MARGIN;
  return { target: middleOf(box), azimuth, elevation, height: height || lengthOf(diagonal) || 1 };
}

/** Rotates the part as if its near side were dragged by these angles. The horizon stays level. */
export function orbit(view: View, toRight: number, downwards: number): View {
  const elevation = Math.min(PI / 2, Math.max(-PI / 2, view.elevation + downwards));
  return { ...view, azimuth: view.azimuth - toRight, elevation };
}

/** Moves the part by fractions of the picture's height. */
export function pan(view: View, toRight: number, downwards: number): View {
  const { right, up } = axesOf(view);
  const target = plus(plus(view.target, right, -toRight * view.height), up, downwards * view.height);
  return { ...view, target };
}

/** Limits of the picture height as multiples of the size of the box. */
const NEAREST = 1e-3;
const FARTHEST = 4;

/** A point of the picture relative to its middle, in fractions of its height. */
export type PicturePoint = readonly [right: number, up: number];

/** Zooms by a factor; the point under `at` stays in position. */
export function zoom(view: View, factor: number, box: Bounds, at: PicturePoint = [0, 0]): View {
  const size = lengthOf(subtract(box.high, box.low)) || 1;
  const height = Math.min(size * FARTHEST, Math.max(size * NEAREST, view.height / factor));
  const { right, up } = axesOf(view);
  const change = view.height - height;
  return { ...view, height, target: plus(plus(view.target, right, at[0] * change), up, at[1] * change) };
}

/** Maps points of the part to the picture. */
export function projection(view: View): (point: Vector) => PicturePoint {
  const { right, up } = axesOf(view);
  return (point) => {
    const offset = subtract(point, view.target);
    return [dot(offset, right) / view.height, dot(offset, up) / view.height];
  };
}

export const project = (view: View, point: Vector): PicturePoint => projection(view)(point);

/** `direction` has length 1. */
export interface Ray {
  origin: Vector;
  direction: Vector;
}

/** The ray from the eye through a point of the picture; it starts in front of the box. */
export function rayThrough(view: View, [x, y]: PicturePoint, box: Bounds): Ray {
  const { right, up, toEye } = axesOf(view);
  const onPlane = plus(plus(view.target, right, x * view.height), up, y * view.height);
  return { origin: plus(onPlane, toEye, eyeDistance(view, box)), direction: times(toEye, -1) };
}

/** Distance from the target at which the whole box is in front of the eye. */
export const eyeDistance = ({ target }: View, box: Bounds): number =>
  lengthOf(subtract(box.high, box.low)) + lengthOf(subtract(target, middleOf(box)));

/** Interpolates between views, `fraction` from 0 to 1: rotates the shorter way round, and scales geometrically. */
export function interpolateView(from: View, to: View, fraction: number): View {
  const turn = Math.atan2(Math.sin(to.azimuth - from.azimuth), Math.cos(to.azimuth - from.azimuth));
  return {
    target: plus(times(from.target, 1 - fraction), to.target, fraction),
    azimuth: from.azimuth + turn * fraction,
    elevation: from.elevation + (to.elevation - from.elevation) * fraction,
    height: from.height * (to.height / from.height) ** fraction,
  };
}
