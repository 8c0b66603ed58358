import { expect, test } from 'vitest';
import { latheMesh, moved, randomRotation } from '#tests/support/models/mesh-parts.ts';
import { seededNumbers } from '#tests/support/data/seeded-numbers.ts';
import { convexHull, type ConvexHull } from './convex-hull.ts';

const cornersOf = ({ corners }: ConvexHull) =>
  Array.from(
    { length: corners.length / 3 },
    (_, i) => [...corners.subarray(i * 3, i * 3 + 3)] as [number, number, number],
  );

/** How far a point lies outside of the hull: outer normals point away from its middle. */
function overhang(hull: ConvexHull, points: ArrayLike<number>): number {
  const heights = hull.faces
    .filter((face) => face.area > 1e-9)
    .map(({ normal: [x, y, z] }) => {
      const highest = (all: ArrayLike<number>) => {
        let top = -Infinity;
        for (let i = 0; i < all.length; i += 3)
          top = Math.max(top, all[i]! * x + all[i + 1]! * y + all[i + 2]! * z);
        return top;
      };
      return highest(points) - highest(hull.corners);
    });
  return Math.max(...heights);
}

test('the hull of a grid of points in a cube is the cube', () => {
  const steps = [0, 1, 2, 3, 4];
  const grid = steps.flatMap((x) => steps.flatMap((y) => steps.flatMap((z) => [x, y, z])));
  const hull = convexHull(grid, 1e-6)!;
  expect(
    cornersOf(hull).filter((corner) => corner.every((value) => value === 0 || value === 4)),
  ).toHaveLength(8);
  expect(hull.faces.reduce((sum, face) => sum + face.area, 0)).toBeCloseTo(96, 6);
});

test('the hull of a turned cone has its area', () => {
  const cone = latheMesh(
    [
      [10, 0],
      [1, 20],
    ],
    64,
  );
  const { points } = moved(cone, randomRotation(seededNumbers(2)), [100, 100, 100]);
  const hull = convexHull(points, 1e-9)!;
  const side = (radius: number) => 2 * radius * Math.sin(Math.PI / 64);
  const slant = Math.hypot(20, 9 * Math.cos(Math.PI / 64));
  const ends = 32 * Math.sin((2 * Math.PI) / 64) * (100 + 1);
  const walls = 64 * ((side(10) + side(1)) / 2) * slant;
  expect(hull.faces.reduce((sum, face) => sum + face.area, 0)).toBeCloseTo(ends + walls, 4);
});

test('no point lies outside the hull by more than twice the tolerance', () => {
  const next = seededNumbers(31);
  for (const tolerance of [1e-9, 1e-3, 10]) {
    for (let i = 0; i < 20; i++) {
      const points = Array.from({ length: 600 }, () => next(100_000) / 1000 - (next(3) === 0 ? 50 : 0));
      expect(overhang(convexHull(points, tolerance)!, points)).toBeLessThanOrEqual(2 * tolerance + 1e-9);
    }
  }
});

test('the hull of a fine mesh of a ball has few corners', () => {
  const points = Array.from({ length: 60_000 }, (_, i) => {
    const z = 1 - (2 * i + 1) / 60_000;
    const [radius, angle] = [Math.sqrt(1 - z * z), i * 2.399963];
    return [100 * radius * Math.cos(angle), 100 * radius * Math.sin(angle), 100 * z];
  }).flat();
  const hull = convexHull(points, 0.06)!;
  expect(hull.corners.length / 3).toBeLessThan(9_000);
  // Comparing each face with each point would take a billion pairs.
  const some = points.filter((_, i) => Math.floor(i / 3) % 41 === 0);
  expect(overhang(hull, some)).toBeLessThan(0.12);
});

test('points on a plane have no hull', () => {
  expect(convexHull([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0], 1e-6)).toBeUndefined();
  expect(convexHull([], 1e-6)).toBeUndefined();
});
