import { apply, applyToVector, type Affine, type Point } from './affine.ts';

/**
 * The points center + across·cos t + up·sin t for t from `start` to `end`, in radians. Any affine map of a circular arc has this
 * form.
 */
export interface Arc {
  center: Point;
  across: Point;
  up: Point;
  start: number;
  end: number;
}

export const mapArc = (map: Affine, arc: Arc): Arc => ({
  ...arc,
  center: apply(map, arc.center),
  across: applyToVector(map, arc.across),
  up: applyToVector(map, arc.up),
});

export const circleArc = (center: Point, radius: number, start: number, end: number): Arc => ({
  center,
  across: [radius, 0],
  up: [0, radius],
  start,
  end,
});

export const pointOfArc = ({ center, across, up }: Arc, t: number): Point => [
  center[0] + across[0] * Math.cos(t) + up[0] * Math.sin(t),
  center[1] + across[1] * Math.cos(t) + up[1] * Math.sin(t),
];

/** Smaller bulges look straight, and the centre of their circle would be too far away for a canvas. */
const STRAIGHT = 1e-4;

/**
 * The arc between two vertices of a polyline, undefined for a straight line. `bulge` is the tangent of a quarter of its angle.
 */
export function arcOfBulge([x1, y1]: Point, [x2, y2]: Point, bulge: number): Arc | undefined {
  const [dx, dy] = [x2 - x1, y2 - y1];
  if (Math.abs(bulge) < STRAIGHT || (dx === 0 && dy === 0)) return undefined;
  const offset = (1 - bulge * bulge) / (4 * bulge);
  const center: Point = [(x1 + x2) / 2 - dy * offset, (y1 + y2) / 2 + dx * offset];
  const start = Math.atan2(y1 - center[1], x1 - center[0]);
  const radius = Math.hypot(x1 - center[0], y1 - center[1]);
  return circleArc(center, radius, start, start + 4 * Math.atan(bulge));
}

/** The arguments of `CanvasPath.ellipse` for an arc. */
export type EllipseValues = readonly [
  x: number,
  y: number,
  radiusX: number,
  radiusY: number,
  rotation: number,
  start: number,
  end: number,
];

/** Converts an arc to perpendicular axes. */
export function ellipseOf({ center, across, up, start, end }: Arc): EllipseValues {
  const dot = across[0] * up[0] + across[1] * up[1];
  const shift = 0.5 * Math.atan2(2 * dot, across[0] ** 2 + across[1] ** 2 - up[0] ** 2 - up[1] ** 2);
  const [sine, cosine] = [Math.sin(shift), Math.cos(shift)];
  const major: Point = [across[0] * cosine + up[0] * sine, across[1] * cosine + up[1] * sine];
  const minor: Point = [up[0] * cosine - across[0] * sine, up[1] * cosine - across[1] * sine];
  const side = major[0] * minor[1] - major[1] * minor[0] < 0 ? -1 : 1;
  return [
    center[0],
    center[1],
    Math.hypot(...major),
    Math.hypot(...minor),
    Math.atan2(major[1], major[0]),
    side * (start - shift),
    side * (end - shift),
  ];
}

/** The ends of an arc and its extreme points in x and y, which span its box. */
export function extremesOf(arc: Arc): Point[] {
  const { across, up, start, end } = arc;
  const [low, high] = [Math.min(start, end), Math.max(start, end)];
  const angles = [start, end];
  for (const angle of [Math.atan2(up[0], across[0]), Math.atan2(up[1], across[1])]) {
    // The arc is at most one turn, so the first three candidates from `low` on suffice.
    const first = angle + Math.ceil((low - angle) / Math.PI) * Math.PI;
    for (let step = 0; step < 3; step += 1) {
      const t = first + step * Math.PI;
      if (t <= high) angles.push(t);
    }
  }
  return angles.map((t) => pointOfArc(arc, t));
}
