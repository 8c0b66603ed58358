import { describe, expect, test } from 'vitest';
import { asciiStl, binaryStl, objText, threeMfOf } from '#tests/support/models/mesh-files.ts';
import {
  profileOf,
  boxMesh,
  insideOut,
  latheMesh,
  moved,
  randomRotation,
  scaled,
  steppedPart,
  together,
} from '#tests/support/models/mesh-parts.ts';
import { seededNumbers } from '#tests/support/data/seeded-numbers.ts';
import type { Body } from '../model-reading.ts';
import { readModel } from '../read-model.ts';
import { readMesh, type MeshFormat } from './read-mesh.ts';
import type { TriangleMesh } from './triangle-mesh.ts';
import { box, failure, summary, text } from './read-mesh.test-data.ts';

const bodiesOf = (mesh: TriangleMesh): readonly Body[] => readMesh(binaryStl(mesh), 'stl').bodies;

describe('every format', () => {
  const files: [string, MeshFormat, (mesh: TriangleMesh) => Uint8Array][] = [
    ['binary STL', 'stl', binaryStl],
    ['ASCII STL', 'stl', (mesh) => text(asciiStl(mesh))],
    ['OBJ', 'obj', (mesh) => text(objText(mesh))],
    ['3MF', '3mf', threeMfOf],
  ];

  test.each(files)('%s gives the exact volume, area, centre and boxes', (_, format, write) => {
    const next = seededNumbers(5);
    for (let i = 0; i < 12; i++) {
      const part = steppedPart(next);
      const { bodies } = readMesh(write(moved(part, scaled(1), [-40, 7, 120])), format);
      expect(bodies).toHaveLength(1);
      const [body] = bodies;
      expect(body?.kind).toBe('mesh');
      expect(Math.abs(body!.measures.volumeMm3 / part.volume - 1)).toBeLessThan(1e-6);
      expect(body!.measures.boxMm[0]).toBeCloseTo(Math.max(...part.points.filter((_, n) => n % 3 === 0)), 3);
      expect(body!.measures.isStockTilted).toBe(false);
    }
  });

  test.each(files)('%s of a rotated box gives the stock box along its faces', (_, format, write) => {
    const turned = moved(box, randomRotation(seededNumbers(8)), [100, 0, 0]);
    const [body] = readMesh(write(turned), format).bodies;
    expect(body!.measures.isStockTilted).toBe(true);
    expect(body!.measures.stockBoxMm.map((edge) => Math.round(edge * 100) / 100)).toEqual([30, 20, 10]);
    expect(body!.measures.areaMm2).toBeCloseTo(2200, 2);
    expect(body!.mesh.indices).toHaveLength(36);
    expect(body!.mesh.edges).toHaveLength(12 * 6);
  });

  test.each(files)('%s that is empty or larger than allowed is refused', (_, format, write) => {
    expect(failure(new Uint8Array(), format)).toBe('empty');
    expect(failure(write(box), format, { maxBytes: 100 })).toBe('too-large');
    expect(failure(write(box), format, { maxTriangles: 11 })).toBe('too-many-triangles');
    expect(failure(write(box), format, { maxTriangles: 12 })).toBe('1 bodies');
  });

  test.each(files)('%s with a non-finite coordinate is refused', (_, format, write) => {
    for (const value of [Number.NaN, Infinity, 1e300]) {
      expect(failure(write({ ...box, points: box.points.with(7, value) }), format)).toBe('not-finite');
    }
  });

  test.each(files)('%s needs no geometry kernel', async (_, format, write) => {
    const kernel = {
      occt: () => Promise.reject(new Error('loaded')),
      iges: () => Promise.reject(new Error('loaded')),
    };
    const { bodies } = await readModel(write(box), `part.${format}`, kernel);
    expect(bodies[0]?.measures.volumeMm3).toBeCloseTo(6000, 6);
  });

  test('the volume of a part far from the origin is exact', () => {
    const { bodies } = readMesh(text(objText(moved(box, scaled(1), [1e6, -1e6, 1e6]))), 'obj');
    expect(Math.abs(bodies[0]!.measures.volumeMm3 / 6000 - 1)).toBeLessThan(1e-6);
  });
});

describe('bodies', () => {
  test('separate shells are separate bodies, and equal ones are counted', () => {
    const shifted = moved(box, scaled(1), [0, 0, 50]);
    const other = boxMesh([5, 5, 5], [0, 0, 200]);
    expect(summary(bodiesOf(together(box, other, shifted)))).toEqual([
      ['mesh', 2, 6000],
      ['mesh', 1, 125],
    ]);
  });

  test('bodies that touch along an edge or a corner stay separate', () => {
    expect(summary(bodiesOf(together(box, boxMesh([30, 7, 7], [0, 20, 10]))))).toEqual([
      ['mesh', 1, 6000],
      ['mesh', 1, 1470],
    ]);
    expect(summary(bodiesOf(together(box, boxMesh([3, 3, 3], [30, 20, 10]))))).toHaveLength(2);
  });

  test('a face that touches another body on every edge belongs to its own body', () => {
    const around = [
      [10, 0, 10],
      [-10, 0, 10],
      [0, 10, 10],
      [0, -10, 10],
    ] as const;
    const boxes = [boxMesh([10, 10, 10]), ...around.map((place) => boxMesh([10, 10, 10], place))];
    expect(summary(bodiesOf(together(...boxes)))).toEqual([['mesh', 5, 1000]]);
  });

  test('a one-sided surface is open, although no edge is', () => {
    const projectivePlane = [
      0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 0, 5, 1, 1, 2, 4, 2, 3, 5, 3, 4, 1, 4, 5, 2, 5, 1, 3,
    ];
    const points = Float64Array.from([0, 0, 9, 8, 0, 0, 3, 7, 1, -6, 5, 2, -5, -6, 3, 4, -7, 4]);
    expect(summary(bodiesOf({ points, indices: Uint32Array.from(projectivePlane) }))).toEqual([
      ['open', 1, 0],
    ]);
  });

  test('vertices at 0 and −0 are merged', () => {
    const negative = {
      points: box.points.map((value) => (value === 0 ? -0 : value)),
      indices: box.indices.slice(18),
    };
    const bytes = binaryStl(together({ ...box, indices: box.indices.slice(0, 18) }, negative));
    expect(summary(readMesh(bytes, 'stl').bodies)).toEqual([['mesh', 1, 6000]]);
  });

  test('a shell inside, oriented inwards, is a cavity', () => {
    const hollow = together(box, insideOut(boxMesh([10, 10, 5], [5, 5, 2])));
    expect(summary(bodiesOf(hollow))).toEqual([['mesh', 1, 5500]]);
    expect(summary(bodiesOf(insideOut(hollow)))).toEqual([['mesh', 1, 5500]]);
  });

  test('a body within a cavity and one within a body are separate bodies', () => {
    const cavity = insideOut(boxMesh([10, 10, 5], [5, 5, 2]));
    const inner = boxMesh([2, 2, 2], [8, 8, 3]);
    expect(summary(bodiesOf(together(inner, cavity, box)))).toEqual([
      ['mesh', 1, 8],
      ['mesh', 1, 5500],
    ]);
    expect(summary(bodiesOf(together(box, inner)))).toEqual([
      ['mesh', 1, 6000],
      ['mesh', 1, 8],
    ]);
  });

  test('a shell oriented inwards is flipped, and so are single triangles', () => {
    expect(summary(bodiesOf(insideOut(box)))).toEqual([['mesh', 1, 6000]]);
    const indices = box.indices.slice();
    for (const t of [1, 4, 9]) indices.set(indices.slice(t * 3, t * 3 + 3).toReversed(), t * 3);
    expect(summary(bodiesOf({ ...box, indices }))).toEqual([['mesh', 1, 6000]]);
  });

  test('a shell with a missing triangle is open and has no volume', () => {
    const open = { ...box, indices: box.indices.slice(0, -3) };
    expect(summary(bodiesOf(open))).toEqual([['open', 1, 0]]);
    expect(summary(bodiesOf(together(open, moved(open, scaled(0.5), [99, 0, 0]))))).toEqual([['open', 1, 0]]);
    expect(summary(bodiesOf(together(open, moved(box, scaled(1), [99, 0, 0]))))).toEqual([
      ['open', 1, 0],
      ['mesh', 1, 6000],
    ]);
  });

  test('gaps from rounding are closed, larger ones are not', () => {
    const next = seededNumbers(6);
    const soup = (gap: number): TriangleMesh => ({
      points: Float64Array.from(box.indices, (vertex) => vertex)
        .reduce<number[]>((all, vertex) => [...all, ...box.points.subarray(vertex * 3, vertex * 3 + 3)], [])
        .reduce((all, value, i) => all.with(i, value + (next(1001) / 1000) * gap), new Float64Array(108)),
      indices: Uint32Array.from({ length: 36 }, (_, i) => i),
    });
    expect(summary(bodiesOf(soup(2e-4)))).toEqual([['mesh', 1, 6000]]);
    expect(summary(bodiesOf(soup(0.05)))).toEqual([['open', 1, 0]]);
  });

  test('duplicate triangles count once, and a two-sided sheet is open', () => {
    expect(summary(bodiesOf(together(box, { ...box, indices: box.indices.slice(0, 9) })))).toEqual([
      ['mesh', 1, 6000],
    ]);
    const sheet = { points: box.points, indices: Uint32Array.of(0, 1, 2, 0, 2, 1) };
    expect(summary(bodiesOf(sheet))).toEqual([['open', 1, 0]]);
  });

  test('triangles without area are not a body', () => {
    expect(failure(binaryStl({ points: box.points, indices: Uint32Array.of(0, 0, 1, 2, 2, 2) }), 'stl')).toBe(
      'no-body',
    );
  });

  test('more bodies than allowed are refused', () => {
    const many = together(
      ...Array.from({ length: 9 }, (_, i) => boxMesh([1 + i / 100, 1, 1], [2 * i, 0, 0])),
    );
    expect(failure(binaryStl(many), 'stl', { maxSolids: 8 })).toBe('too-many-solids');
    expect(failure(binaryStl(many), 'stl', { maxSolids: 9 })).toBe('9 bodies');
    expect(failure(binaryStl(many), 'stl', { maxSolids: 4 })).toBe('too-many-solids');
  });

  test('a round part has normals of length 1 and edges only at its rims', () => {
    const [body] = bodiesOf(latheMesh(profileOf('10,0 10,30'), 64));
    const { normals, edges, indices, faces } = body!.mesh;
    for (let i = 0; i < normals.length; i += 3) {
      expect(Math.hypot(normals[i]!, normals[i + 1]!, normals[i + 2]!)).toBeCloseTo(1, 5);
    }
    expect(edges).toHaveLength(128 * 6);
    // The lower end, the round side, the upper end.
    expect(faces.map(({ count }) => count / 3)).toEqual([62, 128, 62]);
    expect(indices).toHaveLength(252 * 3);
  });
});

describe('STL', () => {
  test('a binary file with a wrong count is damaged', () => {
    for (const count of [0, 11, 13, 0xffffffff]) {
      const bytes = binaryStl(box);
      new DataView(bytes.buffer).setUint32(80, count, true);
      expect(failure(bytes, 'stl')).toBe('damaged');
    }
    expect(failure(binaryStl(box).subarray(0, -7), 'stl')).toBe('damaged');
    expect(failure(new Uint8Array(84), 'stl')).toBe('no-body');
  });

  test('a binary file that begins like an ASCII file is read', () => {
    const bytes = binaryStl(box);
    bytes.set(text('solid facet made by an exporter'));
    expect(failure(bytes, 'stl')).toBe('1 bodies');
  });

  test('several solids of an ASCII file keep their names', () => {
    const file = asciiStl(box, 'base plate') + asciiStl(boxMesh([1, 1, 1], [90, 0, 0]), '销');
    const { bodies } = readMesh(text(file), 'stl');
    expect(bodies.map((body) => body.name)).toEqual(['base plate', '销']);
  });

  test('an ASCII file that ends early or contains other words is damaged', () => {
    const whole = asciiStl(box);
    for (const broken of [
      whole.slice(0, -300),
      whole.replace('endsolid part', ''),
      whole.replace('vertex', 'vertices'),
      whole.replace('endfacet', ''),
      whole.replace('vertex 0 0 0', 'vertex 0 0 0\nvertex 0 0 0'),
      whole.replace('vertex 0 0 0', 'vertex 0 zero 0'),
    ]) {
      expect(broken).not.toBe(whole);
      expect(failure(text(broken), 'stl')).toBe('damaged');
    }
  });
});

describe('OBJ', () => {
  const square = 'v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\n';

  test.each(['0', '5', '-5', '1.5', 'x', '99999999999', '1//x'])('the index %s is damaged', (index) => {
    expect(failure(text(`${square}f 1 2 ${index}\n`), 'obj')).toBe('damaged');
  });

  test('negative and compound indices, continued lines and comments are read', () => {
    const file = `mtllib a.mtl\n${square}vn 0 0 1\nf -4/1/1 -3//1 \\\n -2/2 # corner\n`.replace(
      ' # corner',
      '',
    );
    const [body] = readMesh(text(file), 'obj').bodies;
    expect(body!.measures.areaMm2).toBeCloseTo(8, 9);
  });

  test('a concave polygon has its exact area', () => {
    const outline = [
      [0, 0],
      [10, 0],
      [10, 2],
      [2, 2],
      [2, 8],
      [10, 8],
      [10, 10],
      [0, 10],
    ] as const;
    for (let first = 0; first < 8; first++) {
      const vertices = outline.map(([x, y]) => `v ${x} ${y} ${x + y}\n`).join('');
      const corners = outline.map((_, i) => ((i + first) % 8) + 1).join(' ');
      const [body] = readMesh(text(`${vertices}f ${corners}\n`), 'obj').bodies;
      expect(body!.measures.areaMm2).toBeCloseTo(52 * Math.sqrt(3), 6);
    }
  });

  test('a box of quadrilaterals is closed', () => {
    const quads = '1 3 4 2|5 6 8 7|1 2 6 5|3 7 8 4|1 5 7 3|2 4 8 6';
    const vertices = objText(box).split('\nf')[0]!;
    const file = `${vertices}\n${quads.replaceAll(/(^|\|)/g, '\nf ')}`;
    expect(summary(readMesh(text(file), 'obj').bodies)).toEqual([['mesh', 1, 6000]]);
  });

  test('a file without faces and a polygon that takes too long are refused', () => {
    expect(failure(text(square), 'obj')).toBe('no-body');
    expect(failure(text(`${square}f ${'1 2 3 4 '.repeat(10_000)}\n`), 'obj')).toBe('too-many-triangles');
  });

  test('bodies have the names of their objects', () => {
    const file = `${objText(box)}${objText(moved(box, scaled(0.5), [50, 0, 0]))
      .replace('o part', 'o 小块')
      .replaceAll(/f (\d+) (\d+) (\d+)/g, (_, a, b, c) => `f ${+a + 8} ${+b + 8} ${+c + 8}`)}`;
    expect(readMesh(text(file), 'obj').bodies.map((body) => body.name)).toEqual(['part', '小块']);
  });
});
