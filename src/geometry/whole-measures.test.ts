import { beforeAll, describe, expect, test } from 'vitest';
import { boxMesh } from '#tests/support/models/mesh-parts.ts';
import type { Kernel } from './kernel/load.ts';
import { KERNEL_LOAD_MS, loadedKernel, type PartMaker } from './kernel/parts.test-data.ts';
import type { Measures, Vector } from './model-reading.ts';
import { readModel } from './read-model.ts';
import { scaleReading } from './scale-reading.ts';
import { boundsOf } from './vectors.ts';

/** Compiling the kernel takes long on a busy machine. */

let kernel: Kernel;
let make: PartMaker;
beforeAll(async () => {
  ({ kernel, make } = await loadedKernel());
}, KERNEL_LOAD_MS);

type Shape = ReturnType<PartMaker['box']>;

async function wholeOf(shape: Shape, format: 'step' | 'brep' = 'step'): Promise<Measures> {
  const { whole } = await readModel(make[format](shape), `part.${format}`, kernel);
  if (!whole) throw new Error('one body');
  return whole;
}

const volumeOf = ([a, b, c]: Vector) => a * b * c;
const near = (edges: readonly number[], digits = 6) => edges.map((edge) => expect.closeTo(edge, digits));

describe('all bodies of a file as one part', () => {
  test('two different bodies apart have the box around both, and the sum of their volumes', async () => {
    const both = make.together(make.box([20, 20, 5], [50, 0, 0]), make.cylinder(3, 10));
    const whole = await wholeOf(both);
    const pin = Math.PI * 9 * 10;
    expect(whole.boxMm).toEqual(near([73, 23, 10]));
    expect(volumeOf(whole.stockBoxMm)).toBeLessThanOrEqual(73 * 23 * 10);
    expect(whole.volumeMm3 / (2000 + pin)).toBeCloseTo(1, 8);
    expect(whole.areaMm2 / (1200 + 2 * Math.PI * 9 + 60 * Math.PI)).toBeCloseTo(1, 8);
    expect(whole.centreMm).toEqual(
      near([(2000 * 60) / (2000 + pin), (2000 * 10) / (2000 + pin), (2000 * 2.5 + pin * 5) / (2000 + pin)]),
    );
  });

  test.each(['step', 'brep'] as const)(
    'equal bodies count in their own positions, turned and moved (%s)',
    async (format) => {
      const pin = make.cylinder(3, 40);
      // Lies along −y at a height of 100.
      const lying = make.moved(make.turned(pin, [1, 0, 0], Math.PI / 2), [0, 0, 100]);
      const further = make.moved(make.turned(lying, [0, 0, 1], Math.PI), [200, 0, 0]);
      const whole = await wholeOf(make.together(pin, lying, further), format);
      expect(whole.boxMm).toEqual(near([206, 80, 103]));
      expect(volumeOf(whole.stockBoxMm)).toBeLessThanOrEqual(206 * 103 * 80);
      expect(whole.volumeMm3 / (3 * Math.PI * 9 * 40)).toBeCloseTo(1, 8);
      expect(whole.centreMm).toEqual(near([200 / 3, 0, (20 + 100 + 100) / 3]));
    },
  );

  test('the mesh has every body in its position', async () => {
    const pin = make.cylinder(3, 40);
    const lying = make.moved(make.turned(pin, [1, 0, 0], Math.PI / 2), [0, 0, 100]);
    const { bodies, wholeMesh } = await readModel(make.step(make.together(pin, lying)), 'part.step', kernel);
    const { positions, normals, indices } = wholeMesh ?? { positions: [], normals: [], indices: [] };
    expect(indices.length).toBe(2 * (bodies[0]?.mesh.indices.length ?? 0));
    const { low, high } = boundsOf(positions) ?? {};
    expect(low).toEqual(near([-3, -40, 0], 1));
    expect(high).toEqual(near([3, 3, 103], 1));
    // The ends of the lying pin face along y.
    const ends = Array.from({ length: normals.length / 3 }, (_, i) => normals.slice(i * 3, i * 3 + 3)).filter(
      (normal) => Math.abs(normal[1] ?? 0) > 0.999 && Math.abs(normal[0] ?? 0) < 1e-3,
    );
    expect(ends.length).toBeGreaterThan(0);
    const stl = stlOf([boxMesh([20, 20, 5]), boxMesh([20, 20, 5], [0, 0, 95])]);
    const reading = await readModel(stl, 'part.stl', kernel);
    expect(reading.wholeMesh?.indices.length).toBe(72);
    expect(scaleReading(reading, 25.4).wholeMesh?.positions.at(-1)).toBeCloseTo(
      25.4 * (reading.wholeMesh?.positions.at(-1) ?? 0),
      3,
    );
  });

  test('a tilted assembly has the box of the upright one', async () => {
    const straight = make.together(make.box([100, 10, 10]), make.box([100, 10, 10], [0, 30, 0]));
    const askew = make.turned(straight, [0, 0, 1], Math.PI / 6);
    const whole = await wholeOf(askew);
    expect(whole.isStockTilted).toBe(true);
    expect(whole.stockBoxMm).toEqual(near([100, 40, 10], 2));
    expect((await wholeOf(straight)).stockBoxMm).toEqual(near([100, 40, 10]));
  });

  test('a round outline is measured by its formula, not by its triangles', async () => {
    const ring = make.cylinder(50, 4, [0, 0, 0], [1, 2, 3]);
    const whole = await wholeOf(make.together(ring, make.box([1, 1, 1])));
    const length = Math.hypot(1, 2, 3);
    const extent = [1, 2, 3].map((part) => {
      const along = part / length;
      return 100 * Math.sqrt(1 - along ** 2) + 4 * along;
    });
    expect(whole.boxMm).toEqual(near(extent, 4));
  });

  test('one body is not an assembly; an open body among others leaves the volume unknown', async () => {
    const one = await readModel(make.step(make.box([1, 2, 3])), 'part.step', kernel);
    expect(one.whole).toBeUndefined();
    const open = boxMesh([10, 10, 10], [50, 0, 0]);
    const stl = stlOf([boxMesh([20, 20, 5]), { ...open, indices: open.indices.slice(3) }]);
    const { whole } = await readModel(stl, 'part.stl', kernel);
    expect(whole).toMatchObject({ volumeMm3: 0, boxMm: near([60, 20, 10], 4) });
  });

  test('bodies of a mesh have the same box, equal ones included, and are scaled with it', async () => {
    const stl = stlOf([
      boxMesh([20, 20, 5]),
      boxMesh([20, 20, 5], [0, 0, 95]),
      boxMesh([5, 5, 5], [-15, 0, 0]),
    ]);
    const reading = await readModel(stl, 'part.stl', kernel);
    expect(reading.bodies.map(({ count }) => count)).toEqual([2, 1]);
    expect(reading.whole?.stockBoxMm).toEqual(near([100, 35, 20], 4));
    expect(reading.whole?.volumeMm3).toBeCloseTo(4125, 6);
    const scaled = scaleReading(reading, 25.4).whole;
    expect(scaled?.stockBoxMm).toEqual(near([2540, 889, 508], 3));
    expect((scaled?.volumeMm3 ?? 0) / (4125 * 25.4 ** 3)).toBeCloseTo(1, 9);
  });
});

function stlOf(meshes: readonly ReturnType<typeof boxMesh>[]): Uint8Array {
  const facets = meshes.flatMap(({ points, indices }) =>
    Array.from({ length: indices.length / 3 }, (_, triangle) => {
      const corners = [0, 1, 2].map((k): Vector => {
        const start = (indices[triangle * 3 + k] ?? 0) * 3;
        return [points[start] ?? 0, points[start + 1] ?? 0, points[start + 2] ?? 0];
      });
      const vertices = corners.map((corner) => `vertex ${corner.join(' ')}`).join('\n');
      return `facet normal 0 0 0\nouter loop\n${vertices}\nendloop\nendfacet`;
    }),
  );
  return new TextEncoder().encode(`solid part\n${facets.join('\n')}\nendsolid part\n`);
}
