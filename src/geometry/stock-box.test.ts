import { describe, expect, test } from 'vitest';
import {
  boxMesh,
  moved,
  randomRotation,
  steppedPart,
  turnedPart,
  type Matrix,
} from '#tests/support/models/mesh-parts.ts';
import { bruteForceBox } from '#tests/support/models/brute-force-box.ts';
import { seededNumbers } from '#tests/support/data/seeded-numbers.ts';
import type { TriangleMesh } from './mesh/triangle-mesh.ts';
import type { Vector } from './model-reading.ts';
import { stockBox } from './stock-box.ts';

const points = (mesh: TriangleMesh) => Float32Array.from(mesh.points);
const volumeOf = ([a, b, c]: Vector) => a * b * c;

describe('stock box', () => {
  test('a part aligned with the axes of the file keeps them', () => {
    const box = stockBox(points(boxMesh([12, 50, 30], [7, 7, 7])), []);
    expect(box).toEqual({ edgesMm: [50, 30, 12], isTilted: false });
  });

  test('a tilted box is found when it saves more than 2 %', () => {
    const tilted = moved(boxMesh([120, 50, 30]), randomRotation(seededNumbers(4)), [5, 6, 7]);
    const box = stockBox(points(tilted), []);
    expect(box.isTilted).toBe(true);
    expect(box.edgesMm.map((edge) => Math.round(edge * 1000) / 1000)).toEqual([120, 50, 30]);
  });

  test('a tilt that saves less than 2 % is ignored', () => {
    const angle = 0.3 * (Math.PI / 180);
    const slightly: Matrix = [
      [Math.cos(angle), -Math.sin(angle), 0],
      [Math.sin(angle), Math.cos(angle), 0],
      [0, 0, 1],
    ];
    expect(stockBox(points(moved(boxMesh([100, 100, 20]), slightly)), []).isTilted).toBe(false);
  });

  test('points on a plane, points on a line and no points have a box', () => {
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
      return volumeOf(stockBox(turned, []).edgesMm) / bruteForceBox(turned, next);
    });
    expect(Math.max(...ratios)).toBeLessThan(1.03);
    // Brute force itself is not perfect, but a box far smaller than it would not contain the part.
    expect(Math.min(...ratios)).toBeGreaterThan(0.97);
  });
});
