import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRayMesh } from '#geometry/features/ray-mesh.ts';
import { unitVector } from '#geometry/vectors.ts';
import { boxMesh, sides } from './box-mesh.test-data.ts';
import { joinMeshes } from '#geometry/mesh/join-meshes.ts';
import { createRaycast, faceOf, indicesOf, samplesOf } from './triangles.ts';

const box = boxMesh([40, 20, 10]);

describe('rays', () => {
  test('a ray hits the nearest side', () => {
    const hit = createRaycast(box)([10, 5, 100], [0, 0, -1]);
    expect(hit).toMatchObject({ point: [10, 5, 10], distance: 90 });
    expect(faceOf(box, hit?.triangle ?? -1)).toBe(sides.top);
  });

  test('a ray past the part hits nothing', () => {
    expect(createRaycast(box)([50, 5, 100], [0, 0, -1])).toBeUndefined();
  });

  test('a ray passes through parts that are cut away', () => {
    const hit = createRaycast(box)([10, 5, 100], [0, 0, -1], ([, , z]) => z > 5);
    expect(hit?.point).toEqual([10, 5, 0]);
  });

  test('many boxes give the same hits as the tree of the feature search', () => {
    const many = joinMeshes(
      Array.from({ length: 60 }, (_, n) => boxMesh([3, 2, 1], [(n * 7) % 30, (n * 11) % 40, (n * 13) % 50])),
    );
    const [pick, tree] = [createRaycast(many), createRayMesh(many)];
    const place = fc.double({ min: -60, max: 60, noNaN: true });
    fc.assert(
      fc.property(fc.tuple(place, place, place), fc.tuple(place, place, place), (from, to) => {
        const direction = unitVector(to);
        if (!direction) return;
        // A ray that begins on a side meets it at 0 or −0.
        const expected = tree.cast(from, direction)?.distanceMm ?? Infinity;
        const found = pick(from, direction)?.distance ?? Infinity;
        expect(found + 0).toBe(expected + 0);
      }),
    );
  });
});

describe('faces', () => {
  test('the indices of chosen faces are copied in their order', () => {
    expect([...indicesOf(box, [sides.top, sides.left])]).toEqual([
      ...box.indices.slice(30, 36),
      ...box.indices.slice(0, 6),
    ]);
    expect(indicesOf(box, [99])).toHaveLength(0);
  });

  test('samples on a long triangle reach near its ends, where a deep hole is visible', () => {
    const wall = boxMesh([2, 2, 100]);
    const heights = samplesOf(wall, [sides.left, sides.front], 6).map(({ point }) => point[2]);
    expect(heights.some((z) => z < 20 || z > 80)).toBe(true);
  });

  test('samples are inside their faces and look outwards', () => {
    const samples = samplesOf(box, [sides.top], 10);
    expect(samples).toHaveLength(2);
    for (const { point, normal } of samples) {
      expect(point[2]).toBe(10);
      expect(normal).toEqual([0, 0, 1]);
    }
  });

  test('samples do not exceed the requested number and favour large areas', () => {
    const parts = [
      boxMesh([100, 100, 1]),
      ...Array.from({ length: 50 }, (_, n) => boxMesh([1, 1, 1], [n, 0, 5])),
    ];
    const mesh = joinMeshes(parts);
    const samples = samplesOf(
      mesh,
      mesh.faces.map((_, face) => face),
      12,
    );
    expect(samples.length).toBeLessThanOrEqual(12);
    expect(samples.filter(({ point }) => point[2] <= 1).length).toBeGreaterThan(2);
  });
});

test('joined meshes have all triangles, and faces with consecutive numbers', () => {
  const joined = joinMeshes([box, boxMesh([1, 1, 1], [100, 0, 0])]);
  expect(joined.faces).toHaveLength(12);
  const hit = createRaycast(joined)([100.2, 0.4, 9], [0, 0, -1]);
  expect(faceOf(joined, hit?.triangle ?? -1)).toBe(6 + sides.top);
  expect(joinMeshes([box])).toBe(box);
});
