import { describe, expect, test } from 'vitest';
import { binaryStl } from '#tests/support/models/mesh-files.ts';
import { boxMesh, insideOut, moved, together } from '#tests/support/models/mesh-parts.ts';
import type { Body } from '../model-reading.ts';
import { readMesh } from './read-mesh.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

function bodyOf(mesh: TriangleMesh): Body {
  const [body] = readMesh(binaryStl(mesh), 'stl').bodies;
  if (!body) throw new Error('no body');
  return body;
}

/** A closed box of walls as thick as `wall` on all sides. */
const shell = (wall: number): TriangleMesh =>
  together(
    boxMesh([60, 40, 20]),
    insideOut(boxMesh([60 - 2 * wall, 40 - 2 * wall, 20 - 2 * wall], [wall, wall, wall])),
  );

describe('walls of a mesh', () => {
  test('of many bodies take as many rays as those of two, and are still found', () => {
    const many = Array.from({ length: 60 }, (_, n) => moved(shell(0.5 + n / 100), unit, [0, 0, 30 * n]));
    const { bodies } = readMesh(binaryStl(together(...many)), 'stl');
    expect(bodies).toHaveLength(60);
    for (const [n, { features }] of bodies.entries())
      expect(features?.thinWall?.thicknessMm).toBeCloseTo(0.5 + n / 100, 3);
  });
});

const unit = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;

describe('faces of a mesh', () => {
  test('are merged into one when noise makes too many', () => {
    expect(bodyOf(spikes(50)).mesh.faces.length).toBeGreaterThan(9_000);
    const { faces, indices } = bodyOf(spikes(80)).mesh;
    expect(faces).toEqual([{ start: 0, count: indices.length }]);
  });
});

/** A block with a pyramid on each cell of its top. */
function spikes(cells: number): TriangleMesh {
  const block = Array.from({ length: cells * cells }, (_, n): [number, number] => [
    n % cells,
    Math.floor(n / cells),
  ]);
  const width = cells + 1;
  const points = Array.from({ length: width * width }, (_, n) => [
    n % width,
    Math.floor(n / width),
    1,
  ]).flat();
  const indices: number[] = [];
  for (const [x, y] of block) {
    const tip = points.push(x + 0.5, y + 0.5, 2) / 3 - 1;
    const ring = [y * width + x, y * width + x + 1, (y + 1) * width + x + 1, (y + 1) * width + x];
    for (const [i, from] of ring.entries()) indices.push(from, ring[(i + 1) % 4] ?? 0, tip);
  }
  const bottom = points.push(cells / 2, cells / 2, 0) / 3 - 1;
  const rim = Array.from({ length: 4 * cells }, (_, n) => {
    const [side, i] = [Math.floor(n / cells), n % cells];
    const [x, y] = [
      [i, 0],
      [cells, i],
      [cells - i, cells],
      [0, cells - i],
    ][side] ?? [0, 0];
    return (y ?? 0) * width + (x ?? 0);
  });
  for (const [i, from] of rim.entries()) indices.push(rim[(i + 1) % rim.length] ?? 0, from, bottom);
  return { points: Float64Array.from(points), indices: Uint32Array.from(indices) };
}
