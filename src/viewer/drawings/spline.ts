import type { Point } from './affine.ts';

const STEPS_PER_SPAN = 10;
/** Drawings use far lower degrees. */
const MAX_DEGREE = 15;

/** Points on a B-spline, close enough to look smooth. Returns the control points if the knots do not match them. */
export function pointsOfSpline(
  degree: number,
  knots: readonly number[],
  controls: readonly Point[],
): readonly Point[] {
  const isValidDegree = Number.isInteger(degree) && degree >= 1 && degree <= MAX_DEGREE;
  const isSorted = knots.every((knot, n) => knot >= (knots[n - 1] ?? -Infinity));
  if (
    !isValidDegree ||
    !isSorted ||
    controls.length <= degree ||
    knots.length !== controls.length + degree + 1
  ) {
    return controls;
  }
  const points: Point[] = [];
  for (let span = degree; span < controls.length; span += 1) {
    const [from = 0, to = 0] = [knots[span], knots[span + 1]];
    if (to <= from) continue;
    const steps = degree === 1 ? 1 : STEPS_PER_SPAN;
    for (let step = points.length === 0 ? 0 : 1; step <= steps; step += 1) {
      points.push(pointAt(from + ((to - from) * step) / steps, span, degree, knots, controls));
    }
  }
  return points;
}

/** De Boor's algorithm. */
function pointAt(
  t: number,
  span: number,
  degree: number,
  knots: readonly number[],
  controls: readonly Point[],
): Point {
  const active = controls.slice(span - degree, span + 1).map(([x, y]) => [x, y] as [number, number]);
  for (let level = 1; level <= degree; level += 1) {
    for (let n = degree; n >= level; n -= 1) {
      const low = knots[span - degree + n] ?? 0;
      const high = knots[span + 1 + n - level] ?? 0;
      const fraction = high > low ? (t - low) / (high - low) : 0;
      const [current, before] = [active[n], active[n - 1]];
      if (!current || !before) continue;
      current[0] = before[0] + (current[0] - before[0]) * fraction;
      current[1] = before[1] + (current[1] - before[1]) * fraction;
    }
  }
  return active[degree] ?? [Number.NaN, Number.NaN];
}

/** Points on a smooth curve through the vertices (Catmull-Rom). */
export function pointsThrough(vertices: readonly Point[]): readonly Point[] {
  if (vertices.length < 3) return vertices;
  const points: Point[] = [];
  for (let n = 0; n + 1 < vertices.length; n += 1) {
    const [from, to] = [vertices[n], vertices[n + 1]];
    if (!from || !to) continue;
    const [before, after] = [vertices[n - 1] ?? from, vertices[n + 2] ?? to];
    for (let step = n === 0 ? 0 : 1; step <= STEPS_PER_SPAN; step += 1) {
      const t = step / STEPS_PER_SPAN;
      const at = (axis: 0 | 1) =>
        0.5 *
        (2 * from[axis] +
          (to[axis] - before[axis]) * t +
          (2 * before[axis] - 5 * from[axis] + 4 * to[axis] - after[axis]) * t ** 2 +
          (3 * from[axis] - before[axis] - 3 * to[axis] + after[axis]) * t ** 3);
      points.push([at(0), at(1)]);
    }
  }
  return points;
}
