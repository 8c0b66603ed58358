import { describe, expect, test } from 'vitest';
import { binaryStl, objText, threeMfOf } from '#tests/support/models/mesh-files.ts';
import {
  boxMesh,
  insideOut,
  latheMesh,
  moved,
  randomRotation,
  together,
} from '#tests/support/models/mesh-parts.ts';
import { seededNumbers } from '#tests/support/data/seeded-numbers.ts';
import { defaultCheckLimits } from '../checks/check-limits.ts';
import { checkPart } from '../checks/checks.ts';
import type { Body, BodyMesh } from '../model-reading.ts';
import { scaleReading } from '../scale-reading.ts';
import { readMesh, type MeshFormat } from './read-mesh.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

const files: [MeshFormat, (mesh: TriangleMesh) => Uint8Array][] = [
  ['stl', binaryStl],
  ['obj', (mesh) => new TextEncoder().encode(objText(mesh))],
  ['3mf', threeMfOf],
];

function bodyOf(mesh: TriangleMesh): Body {
  const [body] = readMesh(binaryStl(mesh), 'stl').bodies;
  if (!body) throw new Error('no body');
  return body;
}

const checksOf = (body: Body) =>
  checkPart({ ...body, unit: 'mm', bodies: 1 }, defaultCheckLimits.metal).map(({ code }) => code);

/** A closed box of walls as thick as `wall` on all sides. */
const shell = (wall: number): TriangleMesh =>
  together(
    boxMesh([60, 40, 20]),
    insideOut(boxMesh([60 - 2 * wall, 40 - 2 * wall, 20 - 2 * wall], [wall, wall, wall])),
  );

/** A tube about z of these radii, without the lids of a body of revolution. */
function tube(outer: number, inner: number, segments: number): TriangleMesh {
  const profile = [
    [inner, 0],
    [outer, 0],
    [outer, 50],
    [inner, 50],
    [inner, 0],
  ] as const;
  const { points, indices } = latheMesh(profile, segments);
  const lid = 3 * (segments - 2);
  return { points, indices: indices.slice(lid, -lid) };
}

/** Corners of the triangles of these faces, x, y, z each. */
function cornersOf({ faces, indices, positions }: BodyMesh, numbers: readonly number[]): number[][] {
  return numbers.flatMap((face) => {
    const { start = 0, count = 0 } = faces[face] ?? {};
    return [...indices.subarray(start, start + count)].map((vertex) => [
      ...positions.subarray(vertex * 3, vertex * 3 + 3),
    ]);
  });
}

describe('walls of a mesh', () => {
  test.each(files)('of a hollow box have their exact thickness: %s', (format, write) => {
    for (const wall of [0.5, 1, 2]) {
      const [body] = readMesh(write(shell(wall)), format).bodies;
      expect(body?.features?.thinWall?.thicknessMm).toBeCloseTo(wall, 4);
      // Each side has an outer and an inner face.
      expect(body?.features?.thinWall?.faces.toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 12 }, (_, face) => face),
      );
    }
  });

  test('are the only finding of a mesh, when thinner than the limit', () => {
    expect(checksOf(bodyOf(shell(0.5)))).toEqual(['thin-wall']);
    expect(checksOf(bodyOf(shell(1)))).toEqual([]);
    expect(checksOf(bodyOf(boxMesh([60, 40, 20])))).toEqual([]);
  });

  test('of a tube have the distance of its facets, in any orientation', () => {
    for (const [outer, inner, segments] of [
      [20, 19.5, 24],
      [20, 19, 96],
      [30, 28, 360],
    ] as const) {
      const thickness = (outer - inner) * Math.cos(Math.PI / segments);
      const part = tube(outer, inner, segments);
      for (const mesh of [part, moved(part, randomRotation(seededNumbers(segments)), [300, -80, 45])])
        expect(bodyOf(mesh).features?.thinWall?.thicknessMm).toBeCloseTo(thickness, 3);
    }
  });

  test('follow the unit of the model', () => {
    const reading = scaleReading(readMesh(binaryStl(shell(0.5)), 'stl'), 25.4);
    expect(reading.bodies[0]?.features?.thinWall?.thicknessMm).toBeCloseTo(12.7, 3);
  });

  test('list only their own faces', () => {
    // A tray of 10 mm with a floor of 0.5 mm.
    const tray = together(boxMesh([100, 100, 30]), insideOut(boxMesh([80, 80, 19.5], [10, 10, 0.5])));
    const { features, mesh } = bodyOf(tray);
    expect(features?.thinWall?.thicknessMm).toBeCloseTo(0.5, 4);
    const heights = cornersOf(mesh, features?.thinWall?.faces ?? []).map(
      ([, , z = NaN]) => Math.round(z * 1e4) / 1e4,
    );
    expect(new Set(heights)).toEqual(new Set([0, 0.5]));
  });

  test('that are a small share of all are ignored as noise', () => {
    // A cavity 0.3 mm below one side: its wall is 0.1 % of the surface.
    const cavity = insideOut(boxMesh([5, 5, 5], [0.3, 20, 20]));
    const { features } = bodyOf(together(boxMesh([100, 100, 50]), cavity));
    expect(features?.thinWall?.thicknessMm).toBeGreaterThan(5);
  });

  test('are not measured in an open surface', () => {
    const { indices, points } = boxMesh([60, 40, 20]);
    const body = bodyOf({ points, indices: indices.slice(6) });
    expect([body.kind, body.features]).toEqual(['open', undefined]);
  });
});

describe('faces of a mesh', () => {
  test('are bounded by sharp edges, and contain each triangle once', () => {
    expect(bodyOf(boxMesh([60, 40, 20])).mesh.faces.map(({ count }) => count)).toEqual([6, 6, 6, 6, 6, 6]);
    const { faces, indices } = bodyOf(tube(20, 19, 96)).mesh;
    expect(faces.map(({ count }) => count / 3)).toEqual([192, 192, 192, 192]);
    expect(faces.at(-1)!.start + faces.at(-1)!.count).toBe(indices.length);
  });
});
