import type { Vector } from '../model-reading.ts';
import { at, axesAcross, dot, unitVector } from '../vectors.ts';

type Point = readonly [number, number];

/**
 * Triangles of a plane polygon as indices of its corners: a fan for a convex polygon, otherwise by ear clipping, which
 * takes quadratic time.
 */
export function triangulate(corners: readonly Vector[]): number[] {
  const flat = corners.length > 3 ? project(corners) : undefined;
  return !flat || isConvex(flat) ? fan(corners.map((_, i) => i)) : clipEars(flat);
}

const fan = (order: readonly number[]): number[] => {
  const [first = 0, ...rest] = order;
  return rest.slice(1).flatMap((corner, i) => [first, at(rest, i), corner]);
};

/** Coordinates in the plane of the polygon, counter-clockwise (Newell's normal); undefined without area. */
function project(corners: readonly Vector[]): Point[] | undefined {
  const sum: [number, number, number] = [0, 0, 0];
  for (const [i, [x, y, z]] of corners.entries()) {
    const [nextX, nextY, nextZ] = corners[(i + 1) % corners.length] ?? [x, y, z];
    sum[0] += (y - nextY) * (z + nextZ);
    sum[1] += (z - nextZ) * (x + nextX);
    sum[2] += (x - nextX) * (y + nextY);
  }
  const normal = unitVector(sum);
  if (!normal) return undefined;
  const [right, up] = axesAcross(normal);
  return corners.map((corner) => [dot(corner, right), dot(corner, up)]);
}

/** Twice the area of a triangle, positive when counter-clockwise. */
const doubleArea = (a: Point, b: Point, c: Point): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

function isConvex(points: readonly Point[]): boolean {
  return points.every((b, i) => {
    const a = points.at(i - 1) ?? b;
    const c = points[(i + 1) % points.length] ?? b;
    return doubleArea(a, b, c) >= 0;
  });
}

function clipEars(points: readonly Point[]): number[] {
  const rest = points.map((_, i) => i);
  const triangles: number[] = [];
  const isEar = (i: number): boolean => {
    const corners = [rest.at(i - 1), rest[i], rest[(i + 1) % rest.length]] as [number, number, number];
    const [a, b, c] = corners.map((corner) => points[corner]) as [Point, Point, Point];
    if (doubleArea(a, b, c) <= 0) return false;
    return rest.every((corner) => {
      const p = points[corner] as Point;
      return (
        corners.includes(corner) ||
        doubleArea(a, b, p) < 0 ||
        doubleArea(b, c, p) < 0 ||
        doubleArea(c, a, p) < 0
      );
    });
  };
  while (rest.length > 3) {
    const ear = rest.findIndex((_, i) => isEar(i));
    // A polygon that crosses itself has no ear: the rest becomes a fan.
    if (ear < 0) break;
    triangles.push(
      at(rest, ear === 0 ? rest.length - 1 : ear - 1),
      at(rest, ear),
      at(rest, (ear + 1) % rest.length),
    );
    rest.splice(ear, 1);
  }
  return [...triangles, ...fan(rest)];
}
