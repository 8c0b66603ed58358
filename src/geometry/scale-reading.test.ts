import { expect, test } from 'vitest';
import { objText } from '#tests/support/models/mesh-files.ts';
import { moved, scaled, steppedPart } from '#tests/support/models/mesh-parts.ts';
import { seededNumbers } from '#tests/support/data/seeded-numbers.ts';
import { compareShapes } from './fingerprint.ts';
import { readMesh } from './mesh/read-mesh.ts';
import type { Features, ModelReading } from './model-reading.ts';
import { scaleReading } from './scale-reading.ts';

const read = (text: string) => readMesh(new TextEncoder().encode(text), 'obj');
const isNear = (a: number, b: number) => Math.abs(a - b) <= 1e-6 * Math.abs(b) + 1e-9;

test('a scaled reading equals the reading of the scaled part', () => {
  const part = moved(steppedPart(seededNumbers(3)), scaled(1), [5, -7, 9]);
  const [small, large] = [read(objText(part)), read(objText(moved(part, scaled(25.4))))];
  const body = scaleReading(small, 25.4).bodies[0]!;
  const expected = large.bodies[0]!;
  const figures = ({ measures, fingerprint, mesh }: typeof body) => [
    measures.volumeMm3,
    measures.areaMm2,
    ...measures.boxMm,
    ...measures.stockBoxMm,
    ...measures.centreMm,
    ...fingerprint.momentsMm5,
    ...mesh.positions,
    ...mesh.edges,
  ];
  expect(figures(body)).toHaveLength(figures(expected).length);
  expect(figures(body).every((value, i) => isNear(value, figures(expected)[i]!))).toBe(true);
  expect(compareShapes(body.fingerprint, expected.fingerprint)).toBe('same');
  expect(body.mesh.normals).toEqual(expected.mesh.normals);
  const back = scaleReading(scaleReading(small, 25.4), 1 / 25.4).bodies[0]!;
  expect(isNear(back.measures.volumeMm3, small.bodies[0]!.measures.volumeMm3)).toBe(true);
});

test('features scale with the part; shares and faces do not', () => {
  const featuresAt = (scale: number): Features => ({
    holes: [
      {
        kind: 'blind',
        steps: [{ diameterMm: 5 * scale, depthMm: 7 * scale }],
        depthMm: 7 * scale,
        faces: [3],
        axis: { point: [scale, 2 * scale, 3 * scale], direction: [0, 0, 1] },
      },
    ],
    pockets: [{ depthMm: 4 * scale, widthMm: 6 * scale, faces: [1] }],
    sharpInnerEdges: [{ faces: [2], lengthMm: 9 * scale }],
    smallestInnerRadius: { radiusMm: 0.5 * scale, faces: [4] },
    thinWall: { thicknessMm: 0.7 * scale, faces: [5] },
    undercutFaces: [6],
    setups: 2,
    turnedShare: 0.4,
    isTurned: false,
  });
  const plain = read(objText(steppedPart(seededNumbers(1))));
  const reading: ModelReading = {
    ...plain,
    unit: 'mm',
    bodies: [{ ...plain.bodies[0]!, features: featuresAt(1) }],
  };
  const scaledReading = scaleReading(reading, 2);
  expect(scaledReading.unit).toBe('mm');
  expect(scaledReading.bodies[0]!.features).toEqual(featuresAt(2));
});

test.each([0, -1, Number.NaN, Infinity])('the factor %d is refused', (factor) => {
  expect(() => scaleReading(read(objText(steppedPart(seededNumbers(1)))), factor)).toThrow(RangeError);
});
