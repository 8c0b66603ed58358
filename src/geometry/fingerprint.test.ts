import { describe, expect, test } from 'vitest';
import {
  profileOf,
  boxMesh,
  identity,
  latheMesh,
  mirror,
  moved,
  randomRotation,
  scaled,
  steppedPart,
  together,
  turnedPart,
} from '#tests/support/models/mesh-parts.ts';
import { seededNumbers } from '#tests/support/data/seeded-numbers.ts';
import {
  exactFingerprint,
  hasEqualFigures,
  isEqualShape,
  meshFingerprint,
  compareShapes,
} from './fingerprint.ts';
import { meshMoments } from './mesh/mesh-moments.ts';
import type { TriangleMesh } from './mesh/triangle-mesh.ts';
import type { Fingerprint, Vector } from './model-reading.ts';

const mesh = ({ points, indices }: TriangleMesh): Fingerprint =>
  meshFingerprint(meshMoments(points, indices));
/** A mesh of plane faces is exact. */
const exact = (part: TriangleMesh): Fingerprint => ({ ...mesh(part), precision: 'exact' });
const turned = (part: TriangleMesh, seed: number) =>
  moved(part, randomRotation(seededNumbers(seed)), [310, -42, 7]);

/** No plane of symmetry: three different bosses on a plate. */
const bracketWith = (bossMm: number) =>
  together(
    boxMesh([60, 40, 8]),
    boxMesh([10, 10, bossMm], [0, 0, 8]),
    boxMesh([6, 5, 9], [50, 3, 8]),
    boxMesh([30, 4, 3], [5, 36, 8]),
  );
const bracket = bracketWith(20);

describe('moments of a mesh', () => {
  test('a box has its moments', () => {
    const { points, indices } = boxMesh([30, 20, 10], [1000, 2000, -500]);
    const { volume, area, centre, second, third } = meshMoments(points, indices);
    expect(volume).toBeCloseTo(6000, 8);
    expect(area).toBeCloseTo(2200, 8);
    expect(centre.map((one) => Math.round(one * 1e9) / 1e9)).toEqual([1015, 2010, -495]);
    expect(second[0]).toBeCloseTo((6000 * 30 ** 2) / 12, 5);
    expect(second[2]).toBeCloseTo((6000 * 10 ** 2) / 12, 5);
    expect(Math.max(...third.map(Math.abs))).toBeLessThan(1e-4);
  });

  test('a tetrahedron has the third moments of its integral', () => {
    const points = [0, 0, 0, 6, 0, 0, 0, 6, 0, 0, 0, 6];
    const { volume, third } = meshMoments(points, [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]);
    expect(volume).toBeCloseTo(36, 10);
    // ∫ (x − 1.5)³ over the tetrahedron is V·a³/160.
    expect(third[0]).toBeCloseTo((36 * 6 ** 3) / 160, 8);
    expect(third[9]).toBeCloseTo(((36 * 6 ** 3) / 160) * (1 / 3), 8);
  });
});

describe('fingerprint', () => {
  test('a rotated and moved part is recognised', () => {
    const next = seededNumbers(3);
    for (let i = 0; i < 60; i++) {
      const part = i % 2 ? steppedPart(next) : turnedPart(next);
      expect(compareShapes(exact(part), exact(turned(part, i)))).toBe('same');
    }
  });

  test('a mirrored part is distinguished from the part', () => {
    const mirrored = moved(bracket, mirror);
    expect(compareShapes(exact(bracket), exact(turned(mirrored, 5)))).toBe('mirrored');
    expect(compareShapes(mesh(turned(mirrored, 6)), mesh(bracket))).toBe('mirrored');
    expect(compareShapes(mesh(mirrored), mesh(turned(mirrored, 7)))).toBe('same');
  });

  test('a part with half-turn symmetry is distinguished from its mirror image', () => {
    const propeller = together(
      boxMesh([40, 10, 10], [-20, -5, -5]),
      boxMesh([6, 10, 10], [14, 5, -5]),
      boxMesh([6, 10, 10], [-20, -15, -5]),
      boxMesh([6, 4, 10], [14, 5, 5]),
      boxMesh([6, 4, 10], [-20, -9, 5]),
    );
    const mirrored = moved(propeller, mirror);
    expect(compareShapes(exact(propeller), exact(turned(propeller, 8)))).toBe('same');
    expect(compareShapes(exact(propeller), exact(turned(mirrored, 8)))).toBe('mirrored');
  });

  test('a symmetric part equals its mirror image, also where principal axes are arbitrary', () => {
    const parts = [
      boxMesh([30, 20, 10]),
      boxMesh([20, 20, 20]),
      latheMesh(profileOf('10,0 10,30'), 4),
      latheMesh(profileOf('10,0 14,5 6,30'), 6),
      latheMesh(profileOf('10,0 14,5 6,30'), 61),
    ];
    for (const [i, part] of parts.entries()) {
      for (let turn = 0; turn < 10; turn++) {
        expect(compareShapes(mesh(part), mesh(turned(moved(part, mirror), 10 * i + turn)))).toBe('same');
      }
    }
  });

  test('a part with three or four equal blades has no unique axes, and is recognised', () => {
    for (const segments of [3, 4, 5]) {
      const part = latheMesh(profileOf('10,0 20,3 5,9'), segments);
      for (let turn = 0; turn < 10; turn++)
        expect(compareShapes(mesh(part), mesh(turned(part, turn)))).toBe('same');
    }
  });

  test('a part in inches is recognised with its factor', () => {
    const inches = turned(moved(bracket, scaled(1 / 25.4)), 4);
    expect(compareShapes(exact(bracket), exact(inches))).toEqual({ scale: 1 / 25.4 });
    expect(compareShapes(mesh(inches), mesh(bracket))).toEqual({ scale: 25.4 });
  });

  test('a part that is 0.2 % larger is another part', () => {
    const next = seededNumbers(9);
    for (let i = 0; i < 40; i++) {
      const part = i % 2 ? steppedPart(next) : turnedPart(next);
      const larger = moved(part, scaled(1.002));
      expect(compareShapes(mesh(part), mesh(larger))).toBe('different');
      expect(compareShapes(mesh(part), exact(larger))).toBe('different');
    }
  });

  test('a boss that is 0.01 mm higher is another part when both figures are exact', () => {
    const revised = bracketWith(20.01);
    expect(compareShapes(exact(bracket), exact(revised))).toBe('different');
    expect(compareShapes(exact(bracket), mesh(revised))).toBe('same');
  });

  test('a coarse mesh matches the exact part it was made from', () => {
    const next = seededNumbers(21);
    for (let i = 0; i < 12; i++) {
      const seed = next(1000);
      const fine = exact(turnedPart(seededNumbers(seed), 1000));
      const coarse = mesh(turned(turnedPart(seededNumbers(seed), 72), i));
      expect(compareShapes(fine, coarse)).toBe('same');
    }
  });

  test('an open body matches nothing', () => {
    const open = { ...mesh(bracket), volumeMm3: 0 };
    expect(compareShapes(open, open)).toBe('different');
  });

  test('a coarse mesh of a round part matches the exact part; one that is 0.2 % larger does not', () => {
    const profile = [
      [20, 0],
      [20, 50],
      [12, 51],
      [12, 90],
    ] as const;
    const part = exact(latheMesh(profile, 4000));
    const coarse = latheMesh(profile, 32);
    expect(mesh(coarse).volumeMm3 / part.volumeMm3).toBeLessThan(0.995);
    expect(compareShapes(part, mesh(turned(coarse, 1)))).toBe('same');
    expect(compareShapes(part, mesh(turned(moved(coarse, scaled(1.002)), 2)))).toBe('different');
    expect(compareShapes(part, mesh(turned(moved(coarse, scaled(0.998)), 3)))).toBe('different');
  });

  test('each single figure distinguishes parts', () => {
    const part = mesh(bracket);
    const [a, b, c] = part.momentsMm5;
    const others: Partial<Fingerprint>[] = [
      { volumeMm3: part.volumeMm3 * 1.01 },
      { areaMm2: part.areaMm2 * 0.99 },
      { reachMm: part.reachMm * 1.006 },
      { momentsMm5: [a * 1.02, b, c] },
      { momentsMm5: [a, b, c * 0.98] },
      { handedness: part.handedness * 2 + 0.03 },
    ];
    for (const other of others) expect(compareShapes(part, { ...part, ...other })).toBe('different');
    expect(
      compareShapes(part, { ...part, volumeMm3: part.volumeMm3 * 1.008, areaMm2: part.areaMm2 * 0.992 }),
    ).toBe('same');
  });

  test('the reach may differ more where the other figures are close', () => {
    const part = mesh(bracket);
    const beside = { ...part, reachMm: part.reachMm * 1.003 };
    expect(compareShapes(part, beside)).toBe('same');
    expect(compareShapes({ ...part, precision: 'exact' }, { ...beside, precision: 'exact' })).toBe('same');
    const { volumeMm3, areaMm2 } = part;
    expect(compareShapes(part, { ...beside, volumeMm3: volumeMm3 * 1.002 })).toBe('different');
    expect(compareShapes(part, { ...beside, areaMm2: areaMm2 * 1.002 })).toBe('different');
    const momentsMm5 = part.momentsMm5.map((moment) => moment * 1.003) as unknown as Vector;
    expect(compareShapes(part, { ...beside, momentsMm5 })).toBe('different');
  });

  test('slight handedness counts for an exact mesh, but not for one coarser than the difference', () => {
    const cube = (notchMm: number) =>
      together(
        boxMesh([20, 20.2, 20.5]),
        boxMesh([5, 4, 3], [0, 0, 20.5]),
        boxMesh([notchMm, 2, 1], [15, 18, 20.5]),
      );
    const [part, mirrored] = [cube(2), moved(cube(2), mirror)];
    expect(Math.abs(exact(part).handedness)).toBeLessThan(1e-3);
    expect(compareShapes(exact(part), exact(turned(mirrored, 3)))).toBe('mirrored');
    expect(compareShapes(mesh(part), mesh(turned(mirrored, 3)))).toBe('same');
    const { volumeMm3, areaMm2, momentsMm5 } = mesh(part);
    const moments = meshMoments(part.points, part.indices);
    const print = (volume: number) => exactFingerprint({ volumeMm3: volume, areaMm2, momentsMm5 }, moments);
    expect(print(volumeMm3).handedness).toBe(mesh(part).handedness);
    expect(print(volumeMm3 * 1.001).handedness).toBe(0);
  });

  test('the order of exact principal moments does not matter', () => {
    const moments = meshMoments(bracket.points, bracket.indices);
    const { volumeMm3, areaMm2, momentsMm5 } = meshFingerprint(moments);
    const [a, b, c] = momentsMm5;
    const print = exactFingerprint({ volumeMm3, areaMm2, momentsMm5: [c, a, b] }, moments);
    expect(print.momentsMm5).toEqual([a, b, c]);
    expect(print.reachMm).toBeCloseTo(moments.reach, 12);
    expect(compareShapes(print, exact(moved(bracket, identity)))).toBe('same');
  });
});

test('a shape with unknown handedness has equal figures, which do not prove the same shape', () => {
  const cube = boxMesh([20, 20, 20]);
  const plate = boxMesh([60, 40, 8]);
  expect(hasEqualFigures(mesh(cube), mesh(turned(cube, 1)))).toBe(true);
  expect(isEqualShape(mesh(cube), mesh(cube))).toBe(false);
  expect(isEqualShape(exact(plate), exact(plate))).toBe(false);
  expect(isEqualShape(mesh(plate), mesh(turned(plate, 2)))).toBe(true);
  expect(hasEqualFigures(mesh(plate), exact(plate))).toBe(false);
  const open = { ...mesh(plate), volumeMm3: 0 };
  expect(hasEqualFigures(open, open)).toBe(false);
});
