import { describe, expect, test } from 'vitest';
import {
  boxMesh,
  moved,
  randomRotation,
  steppedPart,
  turnedPart,
  type Matrix,
} from '#tests/support/mesh-parts.ts';
import { seededNumbers } from '#tests/support/seeded-numbers.ts';
import type { TriangleMesh } from './mesh/triangle-mesh.ts';
import type { Vector } from './model-reading.ts';
import { stockBox } from './stock-box.ts';

const points = (mesh: TriangleMesh) => Float32Array.from(mesh.points);
const volumeOf = ([a, b, c]: Vector) => a * b * c;

function extents(cloud: Float32Array, matrix: Matrix): Vector {
  return matrix.map(([x, y, z]) => {
    let low = Infinity;
    let high = -Infinity;
    for (let i = 0; i < cloud.length; i += 3) {
      const height = x * cloud[i]! + y * cloud[i + 1]! + z * cloud[i + 2]!;
      low = Math.min(low, height);
      high = Math.max(high, height);
    }
    return high - low;
  }) as unknown as Vector;
}

const product = (a: Matrix, b: Matrix) =>
  a.map((row) =>
    [0, 1, 2].map((j) => row[0] * b[0][j]! + row[1] * b[1][j]! + row[2] * b[2][j]!),
  ) as unknown as Matrix;

/** The smallest volume over random rotations, the best of which are turned by smaller and smaller angles. */
function bruteForce(cloud: Float32Array, next: (n: number) => number): number {
  const tries = Array.from({ length: 1500 }, () => {
    const matrix = randomRotation(next);
    return { matrix, volume: volumeOf(extents(cloud, matrix)) };
  });
  const starts = tries.toSorted((a, b) => a.volume - b.volume).slice(0, 6);
  return Math.min(...starts.map((start) => descend(cloud, start, next)));
}

function descend(
  cloud: Float32Array,
  start: { matrix: Matrix; volume: number },
  next: (n: number) => number,
) {
  let best = start;
  for (let angle = 0.2; angle > 1e-5; angle *= 0.94) {
    for (let i = 0; i < 5; i++) {
      const matrix = product(smallTurn(next, angle), best.matrix);
      const volume = volumeOf(extents(cloud, matrix));
      if (volume < best.volume) best = { matrix, volume };
    }
  }
  return best.volume;
}

function smallTurn(next: (n: number) => number, angle: number): Matrix {
  const [a, b, c] = [0, 1, 2].map(() => ((next(2001) - 1000) / 1000) * angle) as [number, number, number];
  const about = (cosine: number, sine: number, axis: 0 | 1 | 2): Matrix => {
    const rows = [
      [
        [1, 0, 0],
        [0, cosine, -sine],
        [0, sine, cosine],
      ],
      [
        [cosine, 0, sine],
        [0, 1, 0],
        [-sine, 0, cosine],
      ],
      [
        [cosine, -sine, 0],
        [sine, cosine, 0],
        [0, 0, 1],
      ],
    ];
    return rows[axis] as unknown as Matrix;
  };
  const turn = (value: number, axis: 0 | 1 | 2) => about(Math.cos(value), Math.sin(value), axis);
  return product(turn(a, 0), product(turn(b, 1), turn(c, 2)));
}

describe('stock box', () => {
  test('a part along the axes of the file keeps them', () => {
    const box = stockBox(points(boxMesh([12, 50, 30], [7, 7, 7])), []);
    expect(box).toEqual({ edgesMm: [50, 30, 12], isTilted: false });
  });

  test('a tilted box is found when it saves more than 2 %', () => {
    const tilted = moved(boxMesh([120, 50, 30]), randomRotation(seededNumbers(4)), [5, 6, 7]);
    const box = stockBox(points(tilted), []);
    expect(box.isTilted).toBe(true);
    expect(box.edgesMm.map((edge) => Math.round(edge * 1000) / 1000)).toEqual([120, 50, 30]);
  });

  test('a tilt that saves less than 2 % is not worth it', () => {
    const angle = 0.3 * (Math.PI / 180);
    const slightly: Matrix = [
      [Math.cos(angle), -Math.sin(angle), 0],
      [Math.sin(angle), Math.cos(angle), 0],
      [0, 0, 1],
    ];
    expect(stockBox(points(moved(boxMesh([100, 100, 20]), slightly)), []).isTilted).toBe(false);
  });

  test('points on a plane, on a line, and none have a box', () => {
    expect(stockBox(new Float32Array([0, 0, 0, 4, 0, 0, 0, 3, 0]), []).edgesMm).toEqual([4, 3, 0]);
    expect(stockBox(new Float32Array([0, 0, 0, 4, 0, 0, 8, 0, 0]), []).edgesMm).toEqual([8, 0, 0]);
    expect(stockBox(new Float32Array([]), []).edgesMm).toEqual([0, 0, 0]);
  });

  test('the box holds every point and exceeds brute force by 3 % at most', () => {
    const next = seededNumbers(17);
    const cloud = () => ({
      points: Float64Array.from({ length: 60 }, (_, i) => (next(2000) - 1000) * [1, 0.6, 0.3][i % 3]!),
      indices: new Uint32Array(),
    });
    // Clouds of points are the hardest: nearly none of their faces are parallel.
    const parts = [
      ...Array.from({ length: 8 }, () => steppedPart(next)),
      ...Array.from({ length: 8 }, () => turnedPart(next, 24)),
      ...Array.from({ length: 60 }, cloud),
    ];
    const ratios = parts.map((part) => {
      const turned = points(moved(part, randomRotation(next)));
      return volumeOf(stockBox(turned, []).edgesMm) / bruteForce(turned, next);
    });
    expect(Math.max(...ratios)).toBeLessThan(1.03);
    // Brute force itself is not perfect, but a box far below it would not hold the part.
    expect(Math.min(...ratios)).toBeGreaterThan(0.97);
  });
});
